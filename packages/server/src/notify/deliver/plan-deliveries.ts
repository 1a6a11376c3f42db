import { createHash } from "node:crypto";
import type { Notification } from "@askback/core";
import type { Contact } from "../../store/contacts.ts";
import type { NewNotice, Notice } from "../../store/notices.ts";
import type { Channel } from "./channel.ts";
import { wants } from "./contact-preferences.ts";
import { nextTime, toldFrom } from "./day-times.ts";

/** A person who is told, and why. */
export interface Recipient {
  readonly person: string;
  readonly why: string;
  /** Only by these channels; by all where it is absent. */
  readonly channels?: readonly string[] | undefined;
}

/**
 * The deliveries of an event to one person, one for each address of a channel that they have switched on. Their ids derive
 * from the event, so that the same event expanded again adds none.
 */
export function plannedDeliveries(
  event: Notice,
  notification: Notification,
  { contact, why, channels: only }: Omit<Recipient, "person"> & { readonly contact: Contact },
  channels: readonly Channel[],
  now: number,
): readonly NewNotice[] {
  const dueAt = toldFrom(now, contact);
  return channels
    .filter(({ name }) => (only?.includes(name) ?? true) && wants(contact, name, notification))
    .flatMap((channel) =>
      channel.addressesOf(contact).map(({ address, lane }): NewNotice => {
        const whom = { channel: channel.name, endpoint: lane, recipient: contact.person, url: address, why };
        if (contact.digest && channel.digest) {
          const at = nextTime(now, contact.digest.at, contact.digest.timeZone);
          return {
            ...digestNotice(event, at),
            ...whom,
            id: deliveryId("digest", event.project, contact.person, address, String(at)),
            dueInMs: at - now,
          };
        }
        const { inquiryId, notificationId, version, project, type, at } = event;
        return {
          id: deliveryId(event.id, contact.person, channel.name, address),
          ...(inquiryId !== undefined && { inquiryId }),
          ...(notificationId !== undefined && { notificationId }),
          version,
          project,
          type,
          at,
          ...whom,
          dueInMs: dueAt - now,
        };
      }),
    );
}

/** A digest has nothing of the notification in it: what waits is read when it is sent. */
function digestNotice({ project }: Notice, at: number) {
  return { version: 1, project, type: "digest", at } as const;
}

/** An id that the same parts always have. */
export function deliveryId(...parts: readonly string[]): string {
  return `ntc_${createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)}`;
}
