import { useLingui } from "@lingui/react";
import type { TimeWriter } from "./card-words.ts";

const day = 86_400_000;

/** Times as the reader's language writes them; those of another day with the day. */
export function useTimeWriter(now?: number): TimeWriter {
  const { i18n } = useLingui();
  const clock = new Intl.DateTimeFormat(i18n.locale, { timeStyle: "short" });
  const dated = new Intl.DateTimeFormat(i18n.locale, { dateStyle: "medium", timeStyle: "short" });
  return (time) => {
    const at = Date.parse(time);
    if (Number.isNaN(at)) return "";
    return Math.abs(at - (now ?? Date.now())) < day ? clock.format(at) : dated.format(at);
  };
}
