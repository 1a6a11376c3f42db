import { announce } from "@react-aria/live-announcer";
import { useContext } from "react";
import { LanguageContext } from "../i18n/language-context.ts";
import { useWords } from "../i18n/use-words.ts";
import type { Announcement } from "./announcements.ts";

/** Reads something out in the reader's language, and therefore not before that is there. */
export function useAnnounce(): (announcement: Announcement) => Promise<void> {
  const languageLoaded = useContext(LanguageContext);
  const words = useWords();
  return async ({ phrases, politeness }) => {
    await languageLoaded();
    announce(phrases.map(({ id, values }) => words(id, values)).join(" "), politeness);
  };
}
