import { announce } from "@react-aria/live-announcer";
import { useContext } from "react";
import { LanguageContext } from "../i18n/use-language.ts";
import { type MessageDescriptor, useTranslation } from "../i18n/use-translation.ts";

/** What a screen reader reads out, and whether it may interrupt. */
export interface Announcement {
  readonly messages: readonly MessageDescriptor[];
  readonly politeness: "polite" | "assertive";
}

/** Announces to screen readers in the reader's language, once that is loaded. */
export function useAnnounce(): (announcement: Announcement) => Promise<void> {
  const languageLoaded = useContext(LanguageContext);
  const t = useTranslation();
  return async ({ messages, politeness }) => {
    await languageLoaded();
    announce(messages.map(({ id, values }) => t(id, values)).join(" "), politeness);
  };
}
