import { expect, test } from "vitest";
import { nextTime, quietUntil, toldFrom } from "./day-times.ts";
import { isTimeZone } from "./zone-clock.ts";

const berlin = { from: "22:00", to: "07:00", timeZone: "Europe/Berlin" };
const at = (time: string) => Date.parse(time);

test("[NOTIFY-11] quiet hours end where the clocks of the person's time zone show it", () => {
  expect(quietUntil(at("2026-11-18T12:00:00Z"), berlin)).toBeUndefined();
  expect(quietUntil(at("2026-11-18T21:00:00Z"), berlin)).toBe(at("2026-11-19T06:00:00Z"));
  expect(quietUntil(at("2026-11-19T05:59:59Z"), berlin)).toBe(at("2026-11-19T06:00:00Z"));
  expect(quietUntil(at("2026-11-19T06:00:00Z"), berlin)).toBeUndefined();
  const lunch = { ...berlin, from: "12:00", to: "13:30" };
  expect(quietUntil(at("2026-11-18T11:15:30Z"), lunch)).toBe(at("2026-11-18T12:30:00Z"));
  expect(quietUntil(at("2026-11-18T12:30:00Z"), lunch)).toBeUndefined();
});

test("[NOTIFY-11] a night in which clocks are changed ends at the same time of the day", () => {
  // Summer time begins on 2026-03-29 and ends on 2026-10-25.
  expect(quietUntil(at("2026-03-28T22:00:00Z"), berlin)).toBe(at("2026-03-29T05:00:00Z"));
  expect(quietUntil(at("2026-10-24T22:00:00Z"), berlin)).toBe(at("2026-10-25T06:00:00Z"));
});

test("[NOTIFY-11] a time that the clocks leave out has come when they are moved forward", () => {
  const night = { ...berlin, to: "02:30" };
  // On 2026-03-29 it is 03:00 after 01:59, at 01:00 in UTC.
  const moved = at("2026-03-29T01:00:00Z");
  expect(quietUntil(at("2026-03-28T22:00:00Z"), night)).toBe(moved);
  expect(quietUntil(at("2026-03-29T00:45:00Z"), night)).toBe(moved);
  expect(quietUntil(moved, night)).toBeUndefined();
  expect(nextTime(at("2026-03-29T00:45:30Z"), ["02:30"], "Europe/Berlin")).toBe(moved);
  expect(nextTime(moved, ["02:30"], "Europe/Berlin")).toBe(at("2026-03-30T00:30:00Z"));
  // There it is 01:00 after 23:59 of 2026-03-28, at 22:00 in UTC.
  expect(nextTime(at("2026-03-28T21:30:00Z"), ["00:30"], "Asia/Beirut")).toBe(at("2026-03-28T22:00:00Z"));
  // Lord Howe Island moves them by half an hour, at 15:30 in UTC.
  expect(nextTime(at("2026-10-03T15:10:00Z"), ["02:15"], "Australia/Lord_Howe")).toBe(at("2026-10-03T15:30:00Z"));
});

test("[NOTIFY-11] the next of several times is found, also tomorrow", () => {
  const times = ["09:00", "16:00"];
  expect(nextTime(at("2026-11-18T12:00:00Z"), times, "UTC")).toBe(at("2026-11-18T16:00:00Z"));
  expect(nextTime(at("2026-11-18T16:00:00Z"), times, "UTC")).toBe(at("2026-11-19T09:00:00Z"));
  expect(nextTime(at("2026-11-18T20:00:00Z"), times, "Asia/Kathmandu")).toBe(at("2026-11-19T03:15:00Z"));
  expect([isTimeZone("Europe/Berlin"), isTimeZone("Mars/Olympus")]).toEqual([true, false]);
});

test("[NOTIFY-22] who is on call is told at once, also in quiet hours, and else when the next such hours begin", () => {
  const days = ["mon", "tue", "wed", "thu", "fri"] as const;
  const office = { onCall: { days, from: "09:00", to: "17:00", timeZone: "Europe/Berlin" }, quietHours: berlin };
  // A Wednesday, and the Friday after it.
  expect(toldFrom(at("2026-11-18T15:59:59Z"), office)).toBe(at("2026-11-18T15:59:59Z"));
  expect(toldFrom(at("2026-11-18T16:00:00Z"), office)).toBe(at("2026-11-19T08:00:00Z"));
  expect(toldFrom(at("2026-11-18T23:30:00Z"), office)).toBe(at("2026-11-19T08:00:00Z"));
  expect(toldFrom(at("2026-11-20T16:00:00Z"), office)).toBe(at("2026-11-23T08:00:00Z"));
  const nights = { onCall: { days: ["sat"] as const, from: "20:00", to: "08:00", timeZone: "Europe/Berlin" } };
  const inSaturdayNight = at("2026-11-22T06:59:00Z");
  expect(toldFrom(inSaturdayNight, { ...nights, quietHours: berlin })).toBe(inSaturdayNight);
  expect(toldFrom(at("2026-11-22T07:00:00Z"), nights)).toBe(at("2026-11-28T19:00:00Z"));
  expect(toldFrom(at("2026-11-22T20:00:00Z"), nights)).toBe(at("2026-11-28T19:00:00Z"));
});

test("[NOTIFY-22] hours on call are those of the zone, over the change of clocks and the line of dates", () => {
  const sunday = { days: ["sun"] as const, from: "00:00", to: "00:00" };
  const auckland = { onCall: { ...sunday, timeZone: "Pacific/Auckland" } };
  // It is Sunday there since 11:00 of Saturday in UTC, for a whole day.
  expect(toldFrom(at("2026-11-21T10:00:00Z"), auckland)).toBe(at("2026-11-21T11:00:00Z"));
  expect(toldFrom(at("2026-11-22T10:59:00Z"), auckland)).toBe(at("2026-11-22T10:59:00Z"));
  expect(toldFrom(at("2026-11-22T11:00:00Z"), auckland)).toBe(at("2026-11-28T11:00:00Z"));
  const mondays = { onCall: { days: ["mon"] as const, from: "09:00", to: "17:00", timeZone: "Europe/Berlin" } };
  // Summer time begins on Sunday 2026-03-29.
  expect(toldFrom(at("2026-03-28T12:00:00Z"), mondays)).toBe(at("2026-03-30T07:00:00Z"));
});
