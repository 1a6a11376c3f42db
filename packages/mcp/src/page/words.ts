import { setupI18n } from "@lingui/core";
import { directionOf, type Language, languageFor, type MessageId } from "../../../react/src/i18n/catalogue.ts";
import type { HostContext } from "./host.ts";

type Values = Readonly<Record<string, unknown>>;

/** What the page says, in the language and the time zone of the host. */
export interface Words {
  readonly language: Language;
  readonly direction: "ltr" | "rtl";
  t(id: MessageId, values?: Values): string;
  /** The time alone within a day of now, and with the date otherwise. */
  time(at: string): string;
  list(parts: readonly string[]): string;
}

type Messages = NonNullable<Parameters<typeof setupI18n>[0]>["messages"];

const day = 24 * 3_600_000;

/** The messages of all languages are in the page, since it loads nothing. */
export function createWords({ locale, timeZone }: HostContext, messages: NonNullable<Messages>): Words {
  const language = languageFor([locale ?? navigator.language]);
  const i18n = setupI18n({ locale: language, messages });
  const zone = timeZone !== undefined && isTimeZone(timeZone) ? { timeZone } : {};
  const clock = new Intl.DateTimeFormat(language, { timeStyle: "short", ...zone });
  const dated = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", ...zone });
  const listed = new Intl.ListFormat(language);
  return {
    language,
    direction: directionOf(language),
    t: (id, values = {}) => i18n._(id, { ...values }),
    time(at) {
      const date = Date.parse(at);
      if (Number.isNaN(date)) return "";
      return Math.abs(date - Date.now()) < day ? clock.format(date) : dated.format(date);
    },
    list: (parts) => listed.format(parts),
  };
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }) !== undefined;
  } catch {
    return false;
  }
}
