import { CommandError, exitCodes } from "../exit-code.ts";

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** The milliseconds of a duration such as `30s`, `5m`, `2h` or `1d`. */
export function readDuration(text: string, flag: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return Number(count) * unitMs[unit as keyof typeof unitMs];
  throw new CommandError(
    `${flag} (flag) = ${JSON.stringify(text)} is not a duration`,
    "Use a number and a unit: 30s, 5m, 2h or 1d.",
    exitCodes.usage,
  );
}

/** A duration in its largest unit, as in "3m". */
export function shortDuration(ms: number): string {
  if (ms >= unitMs.d) return `${Math.floor(ms / unitMs.d)}d`;
  if (ms >= unitMs.h) return `${Math.floor(ms / unitMs.h)}h`;
  if (ms >= unitMs.m) return `${Math.floor(ms / unitMs.m)}m`;
  return `${Math.max(0, Math.floor(ms / unitMs.s))}s`;
}
