import { directionOf, type Language, languages, type OwnMessages } from "@askback/react";
import { en } from "../../react/src/i18n/en/index.ts";
import { pseudo } from "../../react/src/i18n/testing/pseudo.ts";

/** The language in which stories are shown. */
export interface StoryLanguage {
  readonly language: Language;
  readonly messages?: OwnMessages;
}

const pseudoEnglish: StoryLanguage = { language: "en", messages: { en: pseudo(en) } };

/** Finds a shipped language; `en-XA` is English with accents, which shows text that is in no catalogue. */
export function findStoryLanguage(name: string): StoryLanguage {
  if (name === "en-XA") return pseudoEnglish;
  return { language: name in languages ? (name as Language) : "en" };
}

/** Sets the language and direction of the page, as an app does. */
export function applyLanguage({ language }: StoryLanguage): void {
  const { documentElement: page } = document;
  page.lang = language;
  page.dir = directionOf(language);
}
