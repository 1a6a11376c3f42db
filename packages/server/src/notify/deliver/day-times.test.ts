import { expect, test } from "vitest";
import { nextTime, quietUntil } from "./day-times.ts";
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

test("[NOTIFY-11] the next of several times is found, also tomorrow", () => {
  const times = ["09:00", "16:00"];
  expect(nextTime(at("2026-11-18T12:00:00Z"), times, "UTC")).toBe(at("2026-11-18T16:00:00Z"));
  expect(nextTime(at("2026-11-18T16:00:00Z"), times, "UTC")).toBe(at("2026-11-19T09:00:00Z"));
  expect(nextTime(at("2026-11-18T20:00:00Z"), times, "Asia/Kathmandu")).toBe(at("2026-11-19T03:15:00Z"));
  expect([isTimeZone("Europe/Berlin"), isTimeZone("Mars/Olympus")]).toEqual([true, false]);
});
