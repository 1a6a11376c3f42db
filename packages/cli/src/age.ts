import { SettingError } from "./setting-error.ts";

const dayMs = 24 * 3600 * 1000;
const msByUnit: Readonly<Record<string, number>> = { h: dayMs / 24, d: dayMs, w: 7 * dayMs };

/** The milliseconds of an age such as `90d`; at least an hour, so that readers of the log had time to read it. */
export function ageOf(flag: string, value: string): number {
  const [, count, unit = ""] = /^([1-9]\d{0,4})([hdw])$/.exec(value) ?? [];
  const ms = Number(count) * (msByUnit[unit] ?? Number.NaN);
  if (!Number.isNaN(ms)) return ms;
  throw new SettingError(`${flag} = "${value}" is no age`, "Use hours, days or weeks, at least one: 36h, 90d, 12w.");
}

/** At least a day: for so long the response to an `Idempotency-Key` is promised. */
export function ageOfRest(flag: string, value: string): number {
  const ms = ageOf(flag, value);
  if (ms >= dayMs) return ms;
  throw new SettingError(
    `${flag} = "${value}" is less than a day`,
    "Use at least 1d: for so long a request can be repeated with its Idempotency-Key.",
  );
}
