import { type Language, type OwnMessages, useMoreMessages, useTranslation } from "@askback/react";
import { people as en } from "./en/people.ts";

export type PeopleMessageId = keyof typeof en;

type PeopleMessages = Readonly<Record<PeopleMessageId, string>>;

const loaders: Readonly<Record<Exclude<Language, "en">, () => Promise<PeopleMessages>>> = {
  de: async () => (await import("./de/people.ts")).people,
  es: async () => (await import("./es/people.ts")).people,
  fr: async () => (await import("./fr/people.ts")).people,
  ja: async () => (await import("./ja/people.ts")).people,
  "zh-CN": async () => (await import("./zh-CN/people.ts")).people,
  ar: async () => (await import("./ar/people.ts")).people,
};

const messages: OwnMessages = {
  en,
  load: async (language) => (language === "en" ? en : loaders[language]()),
};

/** Translates the pages about people, keys and sessions; the messages come with the first part that asks for them. */
export function usePeopleTranslation(): ReturnType<typeof useTranslation<PeopleMessageId>> {
  useMoreMessages(messages);
  return useTranslation<PeopleMessageId>();
}
