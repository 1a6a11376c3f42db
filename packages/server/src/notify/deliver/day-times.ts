import { type ContactSettings, type Hours, type OnCall, weekdays } from "../../store/contacts.ts";
import { minuteOfDay, minutesOf, weekdayOf } from "./zone-clock.ts";

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/** From when on somebody is told what happens now: who says when they are on call is told then, and quiet hours do not count. */
export function toldFrom(now: number, { quietHours, onCall }: Pick<ContactSettings, "quietHours" | "onCall">): number {
  if (onCall) return nextOnCall(now, onCall);
  return (quietHours && quietUntil(now, quietHours)) ?? now;
}

/** Now, or when the next hours on call begin. */
function nextOnCall(now: number, { days, from, to, timeZone }: OnCall): number {
  const begins = (weekday: number) => days.some((day) => weekdays.indexOf(day) === weekday);
  const [start, end, minute] = [minutesOf(from), minutesOf(to), minuteOfDay(now, timeZone)];
  const today = weekdayOf(now, timeZone);
  // Hours over midnight belong to the day before.
  const isLate = start >= end && minute < end && begins((today + 6) % 7);
  if (isLate || (begins(today) && minute >= start && (start >= end || minute < end))) return now;
  let at = nextTime(now, [from], timeZone);
  for (let day = 1; day < 7 && !begins(weekdayOf(at, timeZone)); day += 1) at = nextTime(at, [from], timeZone);
  return at;
}

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
    const wanted = minutesOf(time);
    const ahead = (wanted - minute + dayMinutes) % dayMinutes || dayMinutes;
    const at = startOfMinute + ahead * minuteMs;
    /** By how many minutes the clocks are past the time. */
    const past = (then: number) =>
      ((minuteOfDay(then, timeZone) - wanted + dayMinutes * 1.5) % dayMinutes) - dayMinutes / 2;
    // Clocks were changed in between: what they show is off by that.
    const changed = at - past(at) * minuteMs;
    if (past(changed) >= 0) return changed;
    // No clock shows the time: it has come when they are moved over it.
    return firstMinute(changed, at, (then) => past(then) >= 0);
  });
  return Math.min(...candidates);
}

/** The first minute of a range from which on a condition holds; it holds at the end of the range. */
function firstMinute(before: number, end: number, holds: (at: number) => boolean): number {
  if (end - before <= minuteMs) return end;
  const middle = before + Math.floor((end - before) / minuteMs / 2) * minuteMs;
  return holds(middle) ? firstMinute(before, middle, holds) : firstMinute(middle, end, holds);
}
