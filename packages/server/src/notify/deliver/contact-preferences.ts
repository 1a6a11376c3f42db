import type { Notification } from "@askback/core";
import type { Contact, ContactSettings } from "../../store/contacts.ts";
import type { ClaimedNotice } from "../../store/notices.ts";
import type { Sent } from "../notice-sender.ts";
import { toldFrom } from "./day-times.ts";

type Claimed = Pick<ClaimedNotice, "channel" | "now" | "at">;

/** Whether a person wants a channel to tell this; one that they said nothing about tells everything. */
export function wants(
  { channels = {} }: Pick<ContactSettings, "channels">,
  channel: string,
  { importance }: Pick<Notification, "importance">,
): boolean {
  switch (channels[channel] ?? "all") {
    case "all":
      return true;
    case "important":
      return importance === "important";
    case "off":
      return false;
  }
}

/** Returns why a delivery is not sent, or not now, since its person does not want it; undefined where it is sent. */
export function skipReason(
  contact: Contact | undefined,
  { channel, now }: Claimed,
  notification: Notification,
): Sent | undefined {
  if (!contact) return undefined;
  return wants(contact, channel, notification) ? later(contact, now) : notWanted;
}

/** Returns why a digest is not sent; it comes at its time also where the person is told nothing else then. */
export function digestSkipReason(contact: Contact | undefined, { channel, now, at }: Claimed): Sent | undefined {
  if (!contact) return undefined;
  if (contact.channels?.[channel] === "off") return notWanted;
  return toldFrom(at, contact) > at ? undefined : later(contact, now);
}

const notWanted = { outcome: "withdrawn", unsent: "not-wanted" } as const;

function later(contact: ContactSettings, now: number): Sent | undefined {
  const waitMs = toldFrom(now, contact) - now;
  const unsent = contact.onCall ? "not-on-call" : "quiet-hours";
  return waitMs > 0 ? { outcome: "waiting", retryAfterMs: waitMs, unsent } : undefined;
}
