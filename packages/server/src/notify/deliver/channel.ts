import type { InquiryRecord, Notification } from "@askback/core";
import type { Contact } from "../../store/contacts.ts";
import type { Sent } from "../notice-sender.ts";

/**
 * One way to reach people. Implement it to add another: give each address of a person, send to one of them, and settle
 * what was sent. Nothing here throws for what the outside does: a failure is an outcome, and is tried again later.
 */
export interface Channel {
  /** The name by which people switch it on and off. */
  readonly name: string;
  /** Returns the addresses at which a person is reached by this channel; none where they are not. */
  addressesOf(contact: Contact): readonly Address[];
  /** Tells one person. The same delivery may be sent again after a crash: use its id to tell repetitions. */
  send(delivery: Delivery, signal: AbortSignal): Promise<Sent>;
  /** Edits or withdraws what was sent, after somebody settled it elsewhere. */
  settle?(delivery: SettledDelivery, signal: AbortSignal): Promise<Sent>;
  /** Collects several into one, for a person who wants that. */
  digest?(digest: Digest, signal: AbortSignal): Promise<Sent>;
  /** Why it cannot send to an address that somebody gives; undefined where it can. */
  misfit?(address: string): string | undefined;
  /** Others need this to reach people by the channel, such as the key of a push service. */
  readonly publicKey?: string;
  /** Sends something by which a person sees that they are reached. */
  test(contact: Contact, signal: AbortSignal): Promise<Sent>;
}

export interface Address {
  /** The channel sends to this address, which is in the channel's own form. */
  readonly address: string;
  /** Addresses of one lane fail together: only so many sends are under way to it, so that it holds up no other. */
  readonly lane: string;
}

/** One notification on its way to one person at one address. */
export interface Delivery {
  /** Stays the same over all attempts. */
  readonly id: string;
  /** Counts the attempts, this one too: after the first, what was sent may have arrived. */
  readonly tries: number;
  readonly project: string;
  readonly person: string;
  readonly address: string;
  readonly notification: Notification;
  /** The inquiry as it is now, where it is about one. */
  readonly inquiry?: InquiryRecord;
  /** Who has agreed to a call that several people must allow, and who is missing. */
  readonly agreements?: string;
  /** The page on which the person sees it in the app. */
  readonly pageUrl: string;
  /** Why this person is told. */
  readonly why: string;
  /**
   * What this person was sent of the question before it was changed. A channel that can edit does that, and gives its
   * reference again; another one sends.
   */
  readonly replaces?: { readonly id: string; readonly reference?: string };
  /** Makes a link by which this person answers without signing in; undefined where there is nothing to answer. */
  answerUrl(): Promise<string | undefined>;
  /** A link by which this person switches the channel off. */
  readonly unsubscribeUrl: string;
}

export interface SettledDelivery extends Delivery {
  /** The channel's own reference of what it sent, if that was recorded. */
  readonly reference?: string;
}

/** A digest tells one person what waits for them, at a time that they chose. */
export interface Digest {
  readonly id: string;
  readonly project: string;
  readonly person: string;
  readonly address: string;
  readonly notifications: readonly (Notification & { readonly pageUrl: string })[];
  readonly why: string;
  readonly unsubscribeUrl: string;
}
