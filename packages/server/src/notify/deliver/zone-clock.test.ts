import { afterEach, expect, test, vi } from "vitest";
import { nextTime, quietUntil } from "./day-times.ts";
import { isTimeZone, keptZones, minuteOfDay } from "./zone-clock.ts";

const noon = Date.parse("2026-11-18T12:00:00Z");

afterEach(() => vi.restoreAllMocks());

/** Counts the formats that are made from now on. */
function countFormats() {
  const { DateTimeFormat } = Intl;
  let made = 0;
  vi.spyOn(Intl, "DateTimeFormat").mockImplementation(function make(
    ...given: ConstructorParameters<typeof DateTimeFormat>
  ) {
    made += 1;
    return new DateTimeFormat(...given);
  } as typeof DateTimeFormat);
  return () => made;
}

test("[NOTIFY-20] however many people are told, one clock is made for each of their time zones", () => {
  const made = countFormats();
  const zones = ["America/Lima", "Asia/Tokyo", "Europe/Oslo"];
  for (let person = 0; person < 1_000; person += 1) {
    const timeZone = zones[person % zones.length] ?? "";
    quietUntil(noon, { from: "00:00", to: "23:59", timeZone });
    nextTime(noon, ["09:00", "16:00"], timeZone);
  }
  expect(made()).toBe(zones.length);
});

test("[NOTIFY-20] of more time zones than are kept, the oldest is made again and shows the same", () => {
  const made = countFormats();
  expect(minuteOfDay(noon, "+01:01")).toBe(13 * 60 + 1);
  for (let minute = 0; minute < keptZones; minute += 1) isTimeZone(`-${clockTime(minute)}`);
  expect(made()).toBe(keptZones + 1);
  expect([minuteOfDay(noon, "+01:01"), made()]).toEqual([13 * 60 + 1, keptZones + 2]);
});

test("[NOTIFY-20] a name that is no time zone takes no place", () => {
  const made = countFormats();
  expect([isTimeZone("Asia/Kathmandu"), isTimeZone("Mars/Olympus"), isTimeZone("Mars/Olympus")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(made()).toBe(3);
});

function clockTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}
