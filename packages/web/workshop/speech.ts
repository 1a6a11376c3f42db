import { directionOf, type Language, languages, type OwnMessages } from "@askback/react";
import { en } from "../../react/src/i18n/en/index.ts";
import { pseudo } from "../../react/src/i18n/testing/pseudo.ts";

/** What the stories are told in. */
export interface Speech {
  readonly language: Language;
  readonly messages?: OwnMessages;
}

const disguised: Speech = { language: "en", messages: { en: pseudo(en) } };

/** A language that is shipped; `en-XA` is English in disguise, which shows what text is in no catalogue. */
export function speechOf(name: string): Speech {
  if (name === "en-XA") return disguised;
  return { language: name in languages ? (name as Language) : "en" };
}

/** Tells the page what it is told in, as an app does. */
export function applySpeech({ language }: Speech): void {
  const { documentElement: page } = document;
  page.lang = language;
  page.dir = directionOf(language);
}
