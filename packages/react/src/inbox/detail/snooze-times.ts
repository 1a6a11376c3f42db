import type { Inquiry } from "@askback/core/wire";

const minute = 60_000;
const hour = 60 * minute;
const never = Number.POSITIVE_INFINITY;

/** A time until which an inquiry can be snoozed; `name` is its message in the menu. */
export interface SnoozeTime {
  readonly name: "half-hour" | "two-hours" | "tomorrow" | "before-expiry";
  readonly until: number;
}

/** The times that the menu offers for these inquiries: later than now, and before the first deadline. */
export function snoozeTimes(inquiries: readonly Pick<Inquiry, "deadline">[], now: number): readonly SnoozeTime[] {
  const end = Math.min(...inquiries.map(({ deadline }) => (deadline === undefined ? never : Date.parse(deadline))));
  const times: SnoozeTime[] = [
    { name: "half-hour", until: now + 30 * minute },
    { name: "two-hours", until: now + 2 * hour },
    { name: "tomorrow", until: tomorrowMorning(now) },
  ];
  if (end !== never) times.push({ name: "before-expiry", until: end - hour });
  return times.filter(({ until }) => until > now && until < end);
}

/** Nine o'clock on the next day in the reader's time zone. */
function tomorrowMorning(now: number): number {
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  return morning.setHours(9, 0, 0, 0);
}
