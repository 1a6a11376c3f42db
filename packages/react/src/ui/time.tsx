import { useLingui } from "@lingui/react";
import { createContext, useContext, useEffect, useState } from "react";
import { useLanguage } from "../i18n/use-language.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The server's clock, by which deadlines end; without a provider the clock of the device. */
export const ClockContext = createContext<() => number>(Date.now);

export function useClock(): () => number {
  return useContext(ClockContext);
}

/** The server's time, updated at an interval; a fixed time instead makes what is shown repeatable. */
export function useNow(fixed: number | undefined, intervalMs: number): number {
  const clock = useClock();
  const [now, setNow] = useState(clock);
  useEffect(() => {
    if (fixed !== undefined) return;
    const timer = setInterval(() => setNow(clock()), intervalMs);
    return () => clearInterval(timer);
  }, [fixed, intervalMs, clock]);
  return fixed ?? now;
}

/** Formats a time in the reader's language. */
export type TimeFormat = (time: string) => string;

/** Formats the time alone within a day of now, and with the date otherwise. */
export function useTimeFormat(now?: number): TimeFormat {
  const { i18n } = useLingui();
  const clock = new Intl.DateTimeFormat(i18n.locale, { timeStyle: "short" });
  const dated = new Intl.DateTimeFormat(i18n.locale, { dateStyle: "medium", timeStyle: "short" });
  return (time) => {
    const at = Date.parse(time);
    if (Number.isNaN(at)) return "";
    return Math.abs(at - (now ?? Date.now())) < day ? clock.format(at) : dated.format(at);
  };
}

/** A time of day in the reader's language, with the date as its title. */
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

/** A duration in its largest unit, such as "3m" or, if long, "3 minutes"; undefined below a minute. */
export function formatDuration(
  milliseconds: number,
  language: string,
  width: "narrow" | "long" = "narrow",
): string | undefined {
  if (milliseconds < minute) return undefined;
  const [unit, length] = unitFor(milliseconds);
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: width });
  return format.format(Math.floor(milliseconds / length));
}

function unitFor(milliseconds: number): readonly [string, number] {
  if (milliseconds >= day) return ["day", day];
  return milliseconds >= hour ? ["hour", hour] : ["minute", minute];
}

/** A time of today, or a date and time on other days. */
export function formatMoment(time: number, now: number, language: string): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  const form = isToday
    ? { timeStyle: "short" as const }
    : { dateStyle: "medium" as const, timeStyle: "short" as const };
  return new Intl.DateTimeFormat(language, form).format(time);
}
