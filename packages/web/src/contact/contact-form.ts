import type { Contact, SaveContact } from "@askback/core/wire";

export type Choice = "all" | "important" | "off";

/** What a person chooses of how they are reached, as the fields show it. What is switched off keeps its times until it is saved. */
export interface ContactForm {
  readonly email: string;
  readonly slackUserId: string;
  readonly channels: Readonly<Record<string, Choice>>;
  readonly quiet: { readonly isOn: boolean; readonly from: string; readonly to: string };
  readonly digest: { readonly isOn: boolean; readonly at: readonly string[] };
  readonly timeZone: string;
}

/** The fields of a contact; `timeZone` is that of the browser. */
export function formOf(contact: Contact, timeZone: string): ContactForm {
  const { email = "", slackUserId = "", channels = {}, quietHours, digest } = contact;
  return {
    email,
    slackUserId,
    channels,
    quiet: { isOn: quietHours !== undefined, from: quietHours?.from ?? "22:00", to: quietHours?.to ?? "07:00" },
    digest: { isOn: digest !== undefined, at: digest?.at ?? ["09:00"] },
    timeZone: quietHours?.timeZone ?? digest?.timeZone ?? timeZone,
  };
}

/** What is saved. An empty field is left out, which removes what was there. */
export function bodyOf({ email, slackUserId, channels, quiet, digest, timeZone }: ContactForm): SaveContact {
  const { from, to } = quiet;
  const at = [...new Set(digest.at.filter((time) => time !== ""))].toSorted();
  return {
    ...(email.trim() !== "" && { email: email.trim() }),
    ...(slackUserId.trim() !== "" && { slackUserId: slackUserId.trim() }),
    channels,
    ...(quiet.isOn && from !== "" && to !== "" && { quietHours: { from, to, timeZone } }),
    ...(digest.isOn && at.length > 0 && { digest: { at, timeZone } }),
  };
}

export function isSameForm(one: ContactForm, other: ContactForm): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
