import { type Language, type OwnMessages, useMoreMessages, useTranslation } from "@askback/react";
import { reach as en, type ReachMessageId } from "./en/reach.ts";

type ReachMessages = Readonly<Record<ReachMessageId, string>>;

const loaders: Readonly<Record<Exclude<Language, "en">, () => Promise<ReachMessages>>> = {
  de: async () => (await import("./de/reach.ts")).reach,
  es: async () => (await import("./es/reach.ts")).reach,
  fr: async () => (await import("./fr/reach.ts")).reach,
  ja: async () => (await import("./ja/reach.ts")).reach,
  "zh-CN": async () => (await import("./zh-CN/reach.ts")).reach,
  ar: async () => (await import("./ar/reach.ts")).reach,
};

const messages: OwnMessages = {
  en,
  load: async (language) => (language === "en" ? en : loaders[language]()),
};

/** Translates how a person is reached and what they were told; the messages come with the first part that asks for them. */
export function useReachTranslation(): ReturnType<typeof useTranslation<ReachMessageId>> {
  useMoreMessages(messages);
  return useTranslation<ReachMessageId>();
}
