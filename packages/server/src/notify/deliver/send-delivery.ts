import { type HeldAnswer, type InquiryRecord, isWaitedFor, type Notification, waitsFor } from "@askback/core";
import type { ClaimedNotice, Notice } from "../../store/notices.ts";
import type { Answering } from "../../store/people/answering-groups.ts";
import { createNameOf } from "../../store/people/name-of.ts";
import type { Store } from "../../store/store.ts";
import { withLimitedSignal } from "../../time-limit.ts";
import type { SendNotice, Sent } from "../notice-sender.ts";
import { agreementOf } from "./agreement-of.ts";
import type { Channel, Delivery } from "./channel.ts";
import { createContactOf } from "./contact-of.ts";
import { digestSkipReason, skipReason, wants } from "./contact-preferences.ts";
import { failOnAbort } from "./fail-on-abort.ts";

export interface SendDeliveryOptions {
  readonly store: Pick<Store, "notices" | "notifications" | "contacts" | "inquiry" | "directory">;
  readonly answering: Answering;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly links: DeliveryLinks;
}

/** The addresses that a delivery contains. */
export interface DeliveryLinks {
  /** The page on which the person sees it in the app. */
  pageUrl(notification: Notification): string;
  answerUrl(delivery: {
    readonly project: string;
    readonly person: string;
    readonly inquiryId: string;
  }): Promise<string>;
  unsubscribeUrl(contact: { readonly project: string; readonly person: string; readonly channel: string }): string;
}

/** A channel has this long; the claim of a notice lasts longer. */
const timeoutMs = 20_000;
/** How long a settlement waits for the sending of what it settles. */
const underWayMs = 1_000;
const maxInDigest = 50;

/**
 * Sends deliveries over their channels. What is settled, was read by its person or waits for them no longer is not sent:
 * who may answer, and what they chose, is looked up again, since a delivery may have waited for hours.
 */
export function createSendDelivery({ store, answering, channels, links }: SendDeliveryOptions): SendNotice {
  const { notices, notifications } = store;
  const contactOf = createContactOf(store.contacts);
  const nameOf = createNameOf(store.directory);

  function deliveryOf(notice: ClaimedNotice, notification: Notification): Omit<Delivery, "inquiry"> {
    const { id, tries, project, recipient: person, url: address = "", channel, why = "" } = notice;
    const { relatedResourceType, relatedResourceId: inquiryId } = notification;
    const isAnswerable = relatedResourceType === "agent_question";
    return {
      id,
      tries,
      project,
      person,
      address,
      notification,
      pageUrl: links.pageUrl(notification),
      why,
      answerUrl: async () => (isAnswerable ? links.answerUrl({ project, person, inquiryId }) : undefined),
      unsubscribeUrl: links.unsubscribeUrl({ project, person, channel }),
    };
  }

  async function inquiryOf({ relatedResourceType, relatedResourceId }: Notification) {
    return relatedResourceType === "agent_question" ? store.inquiry(relatedResourceId) : undefined;
  }

  function groupsOf({ project, recipient }: ClaimedNotice): Promise<readonly string[] | undefined> {
    return answering.groupsOf(project, recipient);
  }

  async function isStillFor(notice: ClaimedNotice, inquiry: InquiryRecord | undefined): Promise<boolean> {
    const groups = await groupsOf(notice);
    return groups !== undefined && isWaitedFor(inquiry && waitsFor(inquiry), { by: notice.recipient, groups });
  }

  async function settle(channel: Channel, notice: ClaimedNotice, notification: Notification, signal: AbortSignal) {
    const earlier = notice.follows === undefined ? undefined : await notices.withdraw(notice.follows);
    if (!earlier || !channel.settle) return { outcome: "withdrawn" } as const;
    if (earlier.isUnderWay) return { outcome: "waiting", retryAfterMs: underWayMs } as const;
    // Nothing was ever sent.
    if (earlier.status !== "delivered" && !wasTried(earlier)) return { outcome: "withdrawn" } as const;
    const { reference } = earlier;
    // A message to somebody who has left is taken away, and does not say how the inquiry ended.
    const inquiry = (await groupsOf(notice)) && (await inquiryOf(notification));
    const delivery = { ...deliveryOf(notice, notification), id: earlier.id, ...(inquiry && { inquiry }) };
    return failOnAbort(signal, channel.settle({ ...delivery, ...(reference !== undefined && { reference }) }, signal));
  }

  async function digest(channel: Channel, notice: ClaimedNotice, signal: AbortSignal): Promise<Sent> {
    const { id, project, recipient: person, url: address = "", why = "" } = notice;
    const [contact, groups] = await Promise.all([contactOf({ project, person }), groupsOf(notice)]);
    const unsent = digestSkipReason(contact, notice);
    if (unsent) return unsent;
    const own = groups && (await notifications.list({ project, person, groups, unread: true, limit: maxInDigest }));
    const items = (own?.items ?? []).filter((item) => !contact || wants(contact, notice.channel, item));
    if (!channel.digest || items.length === 0) return { outcome: "withdrawn" };
    const shown = items.map((notification) => ({ ...notification, pageUrl: links.pageUrl(notification) }));
    const unsubscribeUrl = links.unsubscribeUrl({ project, person, channel: notice.channel });
    const collected = { id, project, person, address, notifications: shown, why, unsubscribeUrl };
    return failOnAbort(signal, channel.digest(collected, signal));
  }

  async function tell(channel: Channel, notice: ClaimedNotice, signal: AbortSignal): Promise<Sent> {
    if (notice.type === "digest") return digest(channel, notice, signal);
    const reader = { project: notice.project, person: notice.recipient };
    const [notification, contact] = await Promise.all([
      notice.notificationId === undefined ? undefined : notifications.find(notice.notificationId, reader),
      notice.type === "notification.settled" ? undefined : contactOf(reader),
    ]);
    if (!notification) return { outcome: "withdrawn" };
    if (notice.type === "notification.settled") return settle(channel, notice, notification, signal);
    if (notification.readAt !== undefined) return { outcome: "withdrawn" };
    const inquiry = await inquiryOf(notification);
    if (inquiry?.held) return untilDecided(inquiry.held, notice);
    if (notification.actionStatus !== "pending") return { outcome: "withdrawn" };
    if (!(await isStillFor(notice, inquiry))) return { outcome: "withdrawn" };
    const unsent = skipReason(contact, notice, notification);
    if (unsent) return unsent;
    const replaced = notice.follows === undefined ? undefined : await notices.withdraw(notice.follows);
    if (replaced?.isUnderWay) return { outcome: "waiting", retryAfterMs: underWayMs };
    const agreements = inquiry && (await agreementOf(inquiry, { reader: notice.recipient, nameOf }));
    const delivery = {
      ...deliveryOf(notice, notification),
      ...(inquiry && { inquiry }),
      ...(agreements !== undefined && { agreements }),
      ...(replaced?.status === "delivered" && { replaces: replacedMessage(replaced) }),
    };
    return failOnAbort(signal, channel.send(delivery, signal));
  }

  return async (notice, stopping) => {
    const channel = channels.get(notice.channel);
    // Another server may have a config that still has it.
    if (!channel) return { outcome: "failed", failure: "no-channel" };
    return withLimitedSignal({ signal: stopping, ms: timeoutMs }, (signal) => tell(channel, notice, signal));
  };
}

/** An answer that is held may still be taken back, so what it makes needless waits until it counts. */
export function untilDecided({ until }: HeldAnswer, { now }: Pick<ClaimedNotice, "now">): Sent {
  return { outcome: "waiting", retryAfterMs: Math.max(until - now, underWayMs) };
}

/** Whether anything may have arrived. */
function wasTried({ attempts, tries }: Notice): boolean {
  return tries > 0 || attempts.some(({ unsent }) => unsent === undefined);
}

function replacedMessage({ id, reference }: Notice): NonNullable<Delivery["replaces"]> {
  return { id, ...(reference !== undefined && { reference }) };
}
