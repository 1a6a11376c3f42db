import { type Language, type OwnMessages, useMoreMessages, useTranslation } from "@askback/react";
import { type ContactMessageId, contact as en } from "./en/contact.ts";

type ContactMessages = Readonly<Record<ContactMessageId, string>>;

const loaders: Readonly<Record<Exclude<Language, "en">, () => Promise<ContactMessages>>> = {
  de: async () => (await import("./de/contact.ts")).contact,
  es: async () => (await import("./es/contact.ts")).contact,
  fr: async () => (await import("./fr/contact.ts")).contact,
  ja: async () => (await import("./ja/contact.ts")).contact,
  "zh-CN": async () => (await import("./zh-CN/contact.ts")).contact,
  ar: async () => (await import("./ar/contact.ts")).contact,
};

const messages: OwnMessages = {
  en,
  load: async (language) => (language === "en" ? en : loaders[language]()),
};

/** Translates how a person is reached and what they were told; the messages come with the first part that asks for them. */
export function useContactTranslation(): ReturnType<typeof useTranslation<ContactMessageId>> {
  useMoreMessages(messages);
  return useTranslation<ContactMessageId>();
}
