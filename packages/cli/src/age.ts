import { SettingError } from "./setting-error.ts";

const msByUnit: Readonly<Record<string, number>> = { h: 3600 * 1000, d: 24 * 3600 * 1000, w: 7 * 24 * 3600 * 1000 };

/** The milliseconds of an age such as `90d`; at least an hour, so that readers of the log had time to read it. */
export function ageOf(flag: string, value: string): number {
  const [, count, unit = ""] = /^([1-9]\d{0,4})([hdw])$/.exec(value) ?? [];
  const ms = Number(count) * (msByUnit[unit] ?? Number.NaN);
  if (!Number.isNaN(ms)) return ms;
  throw new SettingError(`${flag} = "${value}" is no age`, "Use hours, days or weeks, at least one: 36h, 90d, 12w.");
}
