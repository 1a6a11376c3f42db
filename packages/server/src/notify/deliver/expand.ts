import type { Notification, NotificationReason } from "@askback/core";
import type { ClaimedNotice, NewNotice } from "../../store/notices.ts";
import type { Store } from "../../store/store.ts";
import type { SendNotice } from "../notice-sender.ts";
import type { Channel } from "./channel.ts";
import { deliveriesOf, editedDeliveries, newestDeliveries, replaceEarlier } from "./earlier-deliveries.ts";
import { deliveryId, plannedDeliveries, type Recipient } from "./plan-deliveries.ts";
import { untilDecided } from "./send-delivery.ts";

/** The channel of notices that are expanded into deliveries, and the lane in which that happens. */
export const expandChannel = "expand";

export interface ExpandOptions {
  readonly store: Pick<Store, "notices" | "notifications" | "contacts" | "inquiry">;
  readonly channels: ReadonlyMap<string, Channel>;
  /** Everybody who is told of a notification, as it is now, some at a time; where there are reasons, only for one of them. */
  recipientsOf(
    notification: Notification,
    reasons?: readonly NotificationReason[],
  ): AsyncIterable<readonly Recipient[]>;
  /** Called when deliveries were stored. */
  onDeliveries(): void;
}

/**
 * Expands an event into one delivery for each person, channel and address, and the settlement of a notification into one
 * for each delivery that can be edited. An expansion that was cut off is repeated as a whole: ids derive from the event.
 */
export function createExpand({ store, channels, recipientsOf, onDeliveries }: ExpandOptions): SendNotice {
  const { notices, notifications, contacts } = store;

  async function tell(event: ClaimedNotice, notification: Notification): Promise<void> {
    const newest = await newestDeliveries(notices, notification.id);
    for await (const recipients of recipientsOf(notification, event.reasons)) {
      if (recipients.length === 0) continue;
      const some = new Map(recipients.map(({ person, ...reason }) => [person, reason]));
      const found = await contacts.ofPeople(notification.project, [...some.keys()]);
      const planned = found.flatMap((contact) =>
        plannedDeliveries(
          event,
          notification,
          { contact, why: "", ...some.get(contact.person) },
          [...channels.values()],
          event.now,
        ),
      );
      await notices.add(await replaceEarlier(notices, newest, planned, event));
      onDeliveries();
    }
  }

  async function settle(event: ClaimedNotice, notification: Notification): Promise<void> {
    const edited = await editedDeliveries(notices, notification.id);
    for await (const earlier of deliveriesOf(notices, notification.id)) {
      const following = earlier
        .filter(({ type, channel }) => type === "notification.raised" && channels.get(channel)?.settle)
        .filter(({ id }) => !edited.has(id))
        .map(({ id, channel, endpoint, recipient, url, why }): NewNotice => {
          const { inquiryId, notificationId, version, project, type, at } = event;
          return {
            id: deliveryId(event.id, id),
            follows: id,
            ...(inquiryId !== undefined && { inquiryId }),
            ...(notificationId !== undefined && { notificationId }),
            version,
            project,
            type,
            at,
            channel,
            endpoint,
            recipient,
            ...(url !== undefined && { url }),
            ...(why !== undefined && { why }),
          };
        });
      await notices.add(following);
      onDeliveries();
    }
  }

  return async (event) => {
    const notification = event.notificationId && (await notifications.load(event.notificationId));
    if (!notification) return { outcome: "withdrawn" };
    if (event.type === "notification.settled") await settle(event, notification);
    else if (notification.actionStatus === "pending") await tell(event, notification);
    else {
      const held = event.inquiryId === undefined ? undefined : (await store.inquiry(event.inquiryId))?.held;
      return held ? untilDecided(held, event) : { outcome: "withdrawn" };
    }
    return { outcome: "delivered" };
  };
}
