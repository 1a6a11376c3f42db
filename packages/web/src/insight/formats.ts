import { useLanguage } from "@askback/react";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export interface Formats {
  /** A duration in its largest unit, such as "3.5 hr". */
  duration(ms: number): string;
  date(at: string): string;
  /** The date without the time. */
  day(at: string): string;
  /** A short time of an axis. */
  tick(at: string): string;
}

/** Formats in the reader's language. */
export function useFormats(): Formats {
  const language = useLanguage();
  const dated = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const days = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const short = new Intl.DateTimeFormat(language, { month: "short", day: "numeric" });
  return {
    duration: (ms) => durationText(ms, language),
    date: (at) => dated.format(Date.parse(at)),
    day: (at) => days.format(Date.parse(at)),
    tick: (at) => short.format(Date.parse(at)),
  };
}

export function durationText(ms: number, language: string): string {
  const [unit, length] = unitFor(ms);
  const value = ms / length;
  const maximumFractionDigits = value < 10 && unit !== "second" ? 1 : 0;
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits }).format(
    value,
  );
}

function unitFor(ms: number): readonly [string, number] {
  if (ms >= 2 * day) return ["day", day];
  if (ms >= hour) return ["hour", hour];
  return ms >= minute ? ["minute", minute] : ["second", 1_000];
}
