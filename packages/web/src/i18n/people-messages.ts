import type { Language } from "@askback/react";
import type { people } from "./en/people.ts";

export type PeopleMessageId = keyof typeof people;
export type PeopleMessages = Readonly<Record<PeopleMessageId, string>>;

/** The messages of the pages about people, keys and sessions, which are loaded with them. */
const loaders: Readonly<Record<Language, () => Promise<PeopleMessages>>> = {
  en: async () => (await import("./en/people.ts")).people,
  de: async () => (await import("./de/people.ts")).people,
  es: async () => (await import("./es/people.ts")).people,
  fr: async () => (await import("./fr/people.ts")).people,
  ja: async () => (await import("./ja/people.ts")).people,
  "zh-CN": async () => (await import("./zh-CN/people.ts")).people,
  ar: async () => (await import("./ar/people.ts")).people,
};

export const loadPeopleMessages = (language: Language): Promise<PeopleMessages> => loaders[language]();
