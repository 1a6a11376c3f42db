import type { Notification, RaiseReason } from "@askback/core";
import type { ClaimedNotice, NewNotice, NoticeStore } from "../../store/notices.ts";
import type { Store } from "../../store/store.ts";
import type { SendNotice } from "../notice-sender.ts";
import type { Channel } from "./channel.ts";
import { deliveryId, plannedDeliveries, type Recipient } from "./plan-deliveries.ts";
import { peopleAtOnce } from "./recipients.ts";

/** The channel of notices that are expanded into deliveries, and the lane in which that happens. */
export const expandChannel = "expand";

export interface ExpandOptions {
  readonly store: Pick<Store, "notices" | "notifications" | "contacts">;
  readonly channels: ReadonlyMap<string, Channel>;
  /** Everybody who is told of a notification, as it is now, some at a time; where there are reasons, only for one of them. */
  recipientsOf(notification: Notification, reasons?: readonly RaiseReason[]): AsyncIterable<readonly Recipient[]>;
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
    for await (const recipients of recipientsOf(notification, event.reasons)) {
      if (recipients.length === 0) continue;
      const some = new Map(recipients.map(({ person, ...told }) => [person, told]));
      const found = await contacts.ofPeople(notification.project, [...some.keys()]);
      await notices.add(
        found.flatMap((contact) =>
          plannedDeliveries(
            event,
            notification,
            { contact, why: "", ...some.get(contact.person) },
            [...channels.values()],
            event.now,
          ),
        ),
      );
      onDeliveries();
    }
  }

  async function settle(event: ClaimedNotice, notification: Notification): Promise<void> {
    for await (const earlier of deliveriesOf(notices, notification.id)) {
      const following = earlier
        .filter(({ type, channel }) => type === "notification.raised" && channels.get(channel)?.settle)
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
    else return { outcome: "withdrawn" };
    return { outcome: "delivered" };
  };
}

async function* deliveriesOf(notices: Pick<NoticeStore, "ofNotification">, notificationId: string) {
  for (let after = ""; ; ) {
    const found = await notices.ofNotification({ notificationId, after, limit: peopleAtOnce });
    if (found.length > 0) yield found;
    const last = found.at(-1);
    if (!last || found.length < peopleAtOnce) return;
    after = last.id;
  }
}
