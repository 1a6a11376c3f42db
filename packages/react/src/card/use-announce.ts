import { announce } from "@react-aria/live-announcer";
import { useWords } from "../i18n/use-words.ts";
import type { Announcement } from "./announcements.ts";

/** Reads something out in the reader's language. */
export function useAnnounce(): (announcement: Announcement) => void {
  const words = useWords();
  return ({ phrases, politeness }) => {
    announce(phrases.map(({ id, values }) => words(id, values)).join(" "), politeness);
  };
}
