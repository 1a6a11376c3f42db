import { expect, test } from "vitest";
import { formatDuration, formatMoment } from "./time.tsx";

const minute = 60_000;

test("[INBOX-3] a duration is in its largest unit, in the reader's language", () => {
  expect(formatDuration(59_999, "en")).toBeUndefined();
  expect(formatDuration(3 * minute, "en")).toBe("3m");
  expect(formatDuration(119 * minute, "en")).toBe("1h");
  expect(formatDuration(49 * 60 * minute, "en")).toBe("2d");
  expect(formatDuration(3 * minute, "de", "long")).toBe("3 Minuten");
});

test("[INBOX-3] a time of today has no date, and one of another day has", () => {
  const now = new Date(2026, 10, 15, 12).getTime();
  expect(formatMoment(new Date(2026, 10, 15, 18, 30).getTime(), now, "de")).toBe("18:30");
  expect(formatMoment(new Date(2026, 10, 16, 9).getTime(), now, "de")).toBe("16.11.2026, 09:00");
});
