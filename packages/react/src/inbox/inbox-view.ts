import { resolutionTypes } from "@askback/core";
import type { Inquiry, ResolutionType } from "@askback/core/wire";
import { type AssignedTo, assignedTo } from "../data/inbox/inbox.ts";
import { byResolution, bySnoozeEnd, byUrgency } from "./list/inbox-order.ts";
import { byConversation } from "./list/row-groups.ts";

export const inboxViews = ["needs-you", "snoozed", "done"] as const;
export type InboxView = (typeof inboxViews)[number];

/** The view of a name in a URL; `needs-you` for unknown names. */
export function inboxViewOf(name: string | undefined): InboxView {
  return inboxViews.find((view) => view === name) ?? "needs-you";
}

/** The resolution of a name in a URL; undefined for unknown names. */
export function outcomeOf(name: string | undefined): ResolutionType | undefined {
  return resolutionTypes.find((type) => type === name);
}

/** Who has the questions, by a name in a URL; undefined for unknown names. */
export function assignedOf(name: string | undefined): AssignedTo | undefined {
  return assignedTo.find((to) => to === name);
}

export function isSnoozed({ mine }: Pick<Inquiry, "mine">, now: number): boolean {
  return mine?.snoozedUntil !== undefined && Date.parse(mine.snoozedUntil) > now;
}

/** Whether the reader has not seen an inquiry, or not since its snooze ended. */
export function isUnread({ mine }: Pick<Inquiry, "mine">, now: number): boolean {
  if (!mine?.seenAt) return true;
  const { seenAt, snoozedUntil } = mine;
  return snoozedUntil !== undefined && Date.parse(snoozedUntil) <= now && Date.parse(snoozedUntil) > Date.parse(seenAt);
}

/** The inquiries of a view, in its order and those of one conversation together. */
export function inView(view: InboxView, inquiries: readonly Inquiry[], now: number): readonly Inquiry[] {
  return byConversation(ordered(view, inquiries, now));
}

function ordered(view: InboxView, inquiries: readonly Inquiry[], now: number): readonly Inquiry[] {
  switch (view) {
    case "needs-you":
      return byUrgency(
        inquiries.filter((inquiry) => !isSnoozed(inquiry, now)),
        now,
      );
    case "snoozed":
      return bySnoozeEnd(inquiries.filter((inquiry) => inquiry.status === "open" && isSnoozed(inquiry, now)));
    case "done":
      return byResolution(inquiries);
  }
}
