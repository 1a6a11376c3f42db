import { type Language, type OwnMessages, useMoreMessages, useTranslation } from "@askback/react";
import { type AuditMessageId, audit as en } from "./en/audit.ts";

type AuditMessages = Readonly<Record<AuditMessageId, string>>;

const loaders: Readonly<Record<Exclude<Language, "en">, () => Promise<AuditMessages>>> = {
  de: async () => (await import("./de/audit.ts")).audit,
  es: async () => (await import("./es/audit.ts")).audit,
  fr: async () => (await import("./fr/audit.ts")).audit,
  ja: async () => (await import("./ja/audit.ts")).audit,
  "zh-CN": async () => (await import("./zh-CN/audit.ts")).audit,
  ar: async () => (await import("./ar/audit.ts")).audit,
};

const messages: OwnMessages = {
  en,
  load: async (language) => (language === "en" ? en : loaders[language]()),
};

/** Translates what the audit says; the messages come with the first part that asks for them. */
export function useAuditTranslation(): ReturnType<typeof useTranslation<AuditMessageId>> {
  useMoreMessages(messages);
  return useTranslation<AuditMessageId>();
}
