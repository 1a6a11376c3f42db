import type { Language, OwnMessages } from "@askback/react";
import { type AppMessageId, en } from "./en.ts";

type Words = Readonly<Record<AppMessageId, string>>;

/** Each language is a file of its own, which only its readers load. */
const others: Readonly<Record<Exclude<Language, "en">, () => Promise<Words>>> = {
  de: async () => (await import("./de.ts")).de,
  es: async () => (await import("./es.ts")).es,
  fr: async () => (await import("./fr.ts")).fr,
  ja: async () => (await import("./ja.ts")).ja,
  "zh-CN": async () => (await import("./zh-CN.ts")).zhCN,
  ar: async () => (await import("./ar.ts")).ar,
};

/** The words of the app itself, in every language. */
export const messages: OwnMessages = {
  en,
  load: async (language) => (language === "en" ? en : others[language]()),
};
