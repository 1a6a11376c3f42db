import type { Language, OwnMessages } from "@askback/react";
import { type AppMessageId, en } from "./en.ts";

type AppMessages = Readonly<Record<AppMessageId, string>>;

/** Each language is a file of its own, loaded only by its readers. */
const loaders: Readonly<Record<Exclude<Language, "en">, () => Promise<AppMessages>>> = {
  de: async () => (await import("./de.ts")).de,
  es: async () => (await import("./es.ts")).es,
  fr: async () => (await import("./fr.ts")).fr,
  ja: async () => (await import("./ja.ts")).ja,
  "zh-CN": async () => (await import("./zh-CN.ts")).zhCN,
  ar: async () => (await import("./ar.ts")).ar,
};

/** The messages of the app itself, in every language. */
export const messages: OwnMessages = {
  en,
  load: async (language) => (language === "en" ? en : loaders[language]()),
};
