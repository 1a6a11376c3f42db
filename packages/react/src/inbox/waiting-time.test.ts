import { expect, test } from "vitest";
import { momentOf, spanOf } from "./waiting-time.ts";

const minute = 60_000;

test("[I-3] how long something waits is said in the largest unit that fits, as the reader's language writes it", () => {
  expect(spanOf(59_999, "en")).toBeUndefined();
  expect(spanOf(3 * minute, "en")).toBe("3m");
  expect(spanOf(119 * minute, "en")).toBe("1h");
  expect(spanOf(49 * 60 * minute, "en")).toBe("2d");
  expect(spanOf(3 * minute, "de", "long")).toBe("3 Minuten");
});

test("[I-3] a moment of today is its time alone, of another day it has the date", () => {
  const now = new Date(2026, 10, 15, 12).getTime();
  expect(momentOf(new Date(2026, 10, 15, 18, 30).getTime(), now, "de")).toBe("18:30");
  expect(momentOf(new Date(2026, 10, 16, 9).getTime(), now, "de")).toBe("16.11.2026, 09:00");
});
