import type { Contact, SaveContact } from "@askback/core/wire";

/** From Monday on, as a contact names them. */
export const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Day = (typeof days)[number];

export type Choice = "all" | "important" | "off";

/** What a person chooses of how they are reached, as the fields show it. What is switched off keeps its times until it is saved. */
export interface ContactForm {
  readonly email: string;
  readonly slackUserId: string;
  readonly channels: Readonly<Record<string, Choice>>;
  readonly quiet: { readonly isOn: boolean; readonly from: string; readonly to: string };
  readonly onCall: {
    readonly isOn: boolean;
    readonly from: string;
    readonly to: string;
    readonly days: readonly Day[];
  };
  readonly digest: { readonly isOn: boolean; readonly at: readonly string[] };
  readonly timeZone: string;
}

/** The fields of a contact; `timeZone` is that of the browser. */
export function formOf(contact: Contact, timeZone: string): ContactForm {
  const { email = "", slackUserId = "", channels = {}, quietHours, onCall, digest } = contact;
  return {
    email,
    slackUserId,
    channels,
    quiet: { isOn: quietHours !== undefined, from: quietHours?.from ?? "22:00", to: quietHours?.to ?? "07:00" },
    onCall: {
      isOn: onCall !== undefined,
      from: onCall?.from ?? "09:00",
      to: onCall?.to ?? "17:00",
      days: onCall?.days ?? days.slice(0, 5),
    },
    digest: { isOn: digest !== undefined, at: digest?.at ?? ["09:00"] },
    timeZone: quietHours?.timeZone ?? onCall?.timeZone ?? digest?.timeZone ?? timeZone,
  };
}

/** What is saved. An empty field is left out, which removes what was there. */
export function bodyOf({ email, slackUserId, channels, quiet, onCall, digest, timeZone }: ContactForm): SaveContact {
  const { from, to } = quiet;
  const at = [...new Set(digest.at.filter((time) => time !== ""))].toSorted();
  return {
    ...(email.trim() !== "" && { email: email.trim() }),
    ...(slackUserId.trim() !== "" && { slackUserId: slackUserId.trim() }),
    channels,
    ...(quiet.isOn && from !== "" && to !== "" && { quietHours: { from, to, timeZone } }),
    ...(onCall.isOn && onCall.from !== "" && onCall.to !== "" && { onCall: onCallOf(onCall, timeZone) }),
    ...(digest.isOn && at.length > 0 && { digest: { at, timeZone } }),
  };
}

function onCallOf({ from, to, days: chosen }: ContactForm["onCall"], timeZone: string): SaveContact["onCall"] {
  return { days: days.filter((day) => chosen.includes(day)), from, to, timeZone };
}

export function isSameForm(one: ContactForm, other: ContactForm): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
