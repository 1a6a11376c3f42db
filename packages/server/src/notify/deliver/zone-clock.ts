import { weekdays } from "../../store/contacts.ts";

/** This many zones are kept: the clock of one takes 30 KB outside of the heap, which the garbage collector hardly sees. */
export const keptZones = 200;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns what a clock in the zone shows, in minutes since midnight. */
export function minuteOfDay(at: number, timeZone: string): number {
  return minutesOf(formatOf(timeZone).format(at).slice(-"00:00".length));
}

/** The day of the week in the zone: 0 is Monday. */
export function weekdayOf(at: number, timeZone: string): number {
  return weekdays.findIndex((day) => formatOf(timeZone).format(at).toLowerCase().startsWith(day));
}

/** The minutes since midnight of a time such as 22:30. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

export function isTimeZone(name: string): boolean {
  try {
    return formatOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** All people of a zone share one format. Names of zones come from people, so that the oldest makes room for another. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const [oldest] = formats.size < keptZones ? [] : formats.keys();
  if (oldest !== undefined) formats.delete(oldest);
  formats.set(timeZone, format);
  return format;
}
