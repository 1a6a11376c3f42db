const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A span of time in the largest unit that fits, as in "3m" or, spelled out, "3 minutes"; undefined below a minute. */
export function spanOf(
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

/** A moment as a reader would say it: the time alone today, with the date on other days. */
export function momentOf(time: number, now: number, language: string): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  const form = isToday
    ? { timeStyle: "short" as const }
    : { dateStyle: "medium" as const, timeStyle: "short" as const };
  return new Intl.DateTimeFormat(language, form).format(time);
}
