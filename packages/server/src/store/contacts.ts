import type { Importance } from "@askback/core";
import type { Reader } from "./notifications.ts";

/** How each person of a project wants to be reached, and where. */
export interface ContactStore {
  find(person: Reader): Promise<Contact | undefined>;
  /** Returns the contacts of these people; some have none. */
  ofPeople(project: string, people: readonly string[]): Promise<readonly Contact[]>;
  /** The people of a project who can be reached somewhere. */
  people(project: string): Promise<readonly string[]>;
  save(person: Reader, contact: ContactSettings): Promise<void>;
  /**
   * A subscription replaces an earlier one with its endpoint, also of other people: one browser tells one person, in each
   * of their projects. The oldest goes where a person has too many.
   */
  addSubscription(person: Reader, subscription: NewSubscription): Promise<void>;
  removeSubscription(person: Reader, id: string): Promise<void>;
  /** Removes those that a person made in a session, in all projects; without one all of the person. */
  removeSubscriptionsOf(person: string, session?: string): Promise<void>;
  /** Gives the subscriptions of one session to another one, which follows it in the same browser. */
  moveSubscriptions(sessions: { readonly person: string; readonly from: string; readonly to: string }): Promise<void>;
}

/** A person chose these settings. A channel that is not named is on. */
export interface ContactSettings {
  readonly email?: string;
  readonly slackUserId?: string;
  /** Each channel tells everything, what is important, or nothing. */
  readonly channels?: Readonly<Record<string, ChannelChoice>>;
  /** Hours in which nothing is sent: it waits for their end. */
  readonly quietHours?: Hours;
  /** Hours in which everything is sent at once, also in quiet hours; at other times it waits for the next of them. */
  readonly onCall?: OnCall;
  /** Mail comes collected, at these times of the day. */
  readonly digest?: { readonly at: readonly string[]; readonly timeZone: string };
}

export type ChannelChoice = "all" | Extract<Importance, "important"> | "off";

/** From one time of the day to another, such as 22:00 and 07:00, in a time zone. */
export interface Hours {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** Hours that begin on some days of the week; the same time twice is a whole day. */
export interface OnCall extends Hours {
  readonly days: readonly (typeof weekdays)[number][];
}

export interface NewSubscription {
  readonly id: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** The person's name for the device. */
  readonly device?: string;
  /** The session of the browser that made it. */
  readonly session?: string;
}

export interface Subscription extends NewSubscription {
  readonly createdAt: number;
}

export interface Contact extends ContactSettings, Reader {
  readonly subscriptions: readonly Subscription[];
}

export const maxSubscriptions = 20;

type Row = Readonly<Record<string, unknown>>;

/** A contact from its row, which is missing where there are only subscriptions, and theirs, oldest first. */
export function toContact(person: Reader, row: Row | undefined, subscriptions: readonly Row[]): Contact {
  const settings = row ? (JSON.parse(String(row.record)) as ContactSettings) : {};
  return {
    ...settings,
    ...person,
    subscriptions: subscriptions.map(({ record, created_at }) => ({
      ...(JSON.parse(String(record)) as NewSubscription),
      createdAt: Number(created_at),
    })),
  };
}
