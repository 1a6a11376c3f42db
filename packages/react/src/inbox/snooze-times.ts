import type { Inquiry } from "@askback/core/wire";

const minute = 60_000;
const hour = 60 * minute;

/** A time until which an inquiry can be put off; `name` is what the menu calls it. */
export interface SnoozeTime {
  readonly name: "half-hour" | "two-hours" | "tomorrow" | "before-expiry";
  readonly until: number;
}

/** The times that make sense: all of them later than now, and none later than the deadline. */
export function snoozeTimes({ deadline }: Pick<Inquiry, "deadline">, now: number): readonly SnoozeTime[] {
  const end = deadline === undefined ? Number.POSITIVE_INFINITY : Date.parse(deadline);
  const times: SnoozeTime[] = [
    { name: "half-hour", until: now + 30 * minute },
    { name: "two-hours", until: now + 2 * hour },
    { name: "tomorrow", until: tomorrowMorning(now) },
  ];
  if (deadline !== undefined) times.push({ name: "before-expiry", until: end - hour });
  return times.filter(({ until }) => until > now && until < end);
}

/** Nine o'clock of the next day, where the reader is. */
function tomorrowMorning(now: number): number {
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  return morning.setHours(9, 0, 0, 0);
}
