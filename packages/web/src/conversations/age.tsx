import { useLanguage } from "@askback/react";

const units = [
  ["day", 24 * 3600_000],
  ["hour", 3600_000],
  ["minute", 60_000],
] as const;

/** How long ago something happened, in as few letters as the language needs. */
export function Age({ at, now }: { readonly at: string; readonly now: Date }) {
  const language = useLanguage();
  const date = new Date(at);
  const full = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" });
  return (
    <time dateTime={at} title={full.format(date)}>
      {formatAge(language, date.getTime(), now.getTime())}
    </time>
  );
}

/** The age of a time in a language; its date after a week. */
export function formatAge(language: string, at: number, now: number): string {
  const age = Math.max(now - at, 0);
  if (age >= 7 * 24 * 3600_000)
    return new Intl.DateTimeFormat(language, { day: "numeric", month: "short" }).format(new Date(at));
  const [unit, length] = units.find(([, length]) => age >= length) ?? [];
  if (unit === undefined) return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(0, "second");
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "narrow" }).format(
    Math.floor(age / length),
  );
}
