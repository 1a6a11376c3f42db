import { useLanguage } from "../i18n/use-language.ts";

/** A time of day as the reader's language writes it, with the date on request. */
export function ClockTime({ at }: { readonly at: string }) {
  const language = useLanguage();
  const date = new Date(at);
  const short = new Intl.DateTimeFormat(language, { timeStyle: "short" });
  const long = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "medium" });
  return (
    <time className="ask-time" dateTime={at} title={long.format(date)}>
      {short.format(date)}
    </time>
  );
}
