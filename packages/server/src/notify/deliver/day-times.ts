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
    const ahead = (minutesOf(time) - minute + dayMinutes) % dayMinutes || dayMinutes;
    const at = startOfMinute + ahead * minuteMs;
    // Clocks were changed in between: what they show is off by that.
    const off = ((minuteOfDay(at, timeZone) - minutesOf(time) + dayMinutes * 1.5) % dayMinutes) - dayMinutes / 2;
    return at - off * minuteMs;
  });
  return Math.min(...candidates);
}
