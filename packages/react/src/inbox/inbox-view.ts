import type { Inquiry, InquiryStatus } from "@askback/core/wire";
import { byEnd, byReturn, byUrgency } from "./inbox-order.ts";

export const inboxViews = ["needs-you", "snoozed", "done"] as const;
export type InboxView = (typeof inboxViews)[number];

/** The view of a name, as in an address; what needs the reader where it names none. */
export function inboxViewOf(name: string | undefined): InboxView {
  return inboxViews.find((view) => view === name) ?? "needs-you";
}

/** How an inquiry may have ended. */
export type Outcome = Exclude<InquiryStatus, "open" | "held">;
export const outcomes = [
  "answered",
  "answered-in-chat",
  "delegated",
  "declined",
  "dismissed",
  "expired",
  "superseded",
  "withdrawn",
] as const satisfies readonly Outcome[];

/** The outcome of a name, as in an address or a list; all of them where it names none. */
export function outcomeOf(name: string | undefined): Outcome | undefined {
  return outcomes.find((outcome) => outcome === name);
}

export function isSnoozed({ mine }: Pick<Inquiry, "mine">, now: number): boolean {
  return mine?.snoozedUntil !== undefined && Date.parse(mine.snoozedUntil) > now;
}

/** Nobody has looked at it, or not since it came back from being snoozed. */
export function isUnread({ mine }: Pick<Inquiry, "mine">, now: number): boolean {
  if (!mine?.seenAt) return true;
  const { seenAt, snoozedUntil } = mine;
  return snoozedUntil !== undefined && Date.parse(snoozedUntil) <= now && Date.parse(snoozedUntil) > Date.parse(seenAt);
}

/** What a view shows of what is known, in its order. */
export function inView(view: InboxView, inquiries: readonly Inquiry[], now: number): readonly Inquiry[] {
  switch (view) {
    case "needs-you":
      return byUrgency(
        inquiries.filter((inquiry) => !isSnoozed(inquiry, now)),
        now,
      );
    case "snoozed":
      return byReturn(inquiries.filter((inquiry) => inquiry.status === "open" && isSnoozed(inquiry, now)));
    case "done":
      return byEnd(inquiries);
  }
}
