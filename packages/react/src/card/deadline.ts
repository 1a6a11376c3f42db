import type { Inquiry } from "@askback/core/wire";

type Timed = Pick<Inquiry, "askedAt" | "deadline">;

export type Warning = "soon" | "now";

const minute = 60_000;
const soon = 2 * minute;
const veryNear = 30_000;
const leastExtension = 10 * minute;

/** How long is left; undefined without a deadline. */
export function timeLeft({ deadline }: Timed, now: number): number | undefined {
  return deadline === undefined ? undefined : Math.max(0, Date.parse(deadline) - now);
}

/** Which warning is due: two minutes before the end, and 30 seconds. */
export function warningAt(timed: Timed, now: number): Warning | undefined {
  const left = timeLeft(timed, now);
  if (left === undefined || left === 0 || left > soon) return undefined;
  return left > veryNear ? "soon" : "now";
}

/** When a warning or the end comes next, for a timer. */
export function nextChange(timed: Timed, now: number): number | undefined {
  const left = timeLeft(timed, now);
  return left === undefined ? undefined : [left - soon, left - veryNear, left].find((wait) => wait > 0);
}

/** One action gives as much time again as there was at first, and at least ten minutes. */
export function extended({ askedAt, deadline }: Timed, now: number): string | null {
  if (deadline === undefined) return null;
  const end = Date.parse(deadline);
  return new Date(Math.max(now, end) + Math.max(end - Date.parse(askedAt), leastExtension)).toISOString();
}
