const units = [
  ["day", 24 * 3600_000],
  ["hour", 3600_000],
  ["minute", 60_000],
] as const;

/** How long ago a time was, in the words of a language; a date after a week. */
export function sinceIn(language: string, at: number, now: number): string {
  const ago = Math.max(now - at, 0);
  if (ago >= 7 * 24 * 3600_000)
    return new Intl.DateTimeFormat(language, { day: "numeric", month: "short" }).format(new Date(at));
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "narrow" });
  const unit = units.find(([, length]) => ago >= length);
  return unit ? format.format(-Math.floor(ago / unit[1]), unit[0]) : format.format(0, "second");
}
