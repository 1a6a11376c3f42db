import type { Hours } from "../../store/contacts.ts";
import { minuteOfDay, minutesOf } from "./zone-clock.ts";

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/** When quiet hours that a time lies in end; undefined where it does not. */
export function quietUntil(now: number, { from, to, timeZone }: Hours): number | undefined {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  const minute = minuteOfDay(now, timeZone);
  const isQuiet = start <= end ? minute >= start && minute < end : minute >= start || minute < end;
  return isQuiet ? nextTime(now, [to], timeZone) : undefined;
}

/** The next time at which a clock in the zone shows one of these. */
export function nextTime(now: number, times: readonly string[], timeZone: string): number {
  const minute = minuteOfDay(now, timeZone);
  const startOfMinute = now - (now % minuteMs);
  const candidates = times.map((time) => {
    const ahead = (minutesOf(time) - minute + dayMinutes) % dayMinutes || dayMinutes;
    const at = startOfMinute + ahead * minuteMs;
    // Clocks were changed in between: what they show is off by that.
    const off = ((minuteOfDay(at, timeZone) - minutesOf(time) + dayMinutes * 1.5) % dayMinutes) - dayMinutes / 2;
    return at - off * minuteMs;
  });
  return Math.min(...candidates);
}
