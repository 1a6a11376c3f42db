import { expect, test } from "vitest";
import { formatAge } from "./age.tsx";

const now = Date.UTC(2026, 10, 15, 12);
const minute = 60_000;

test("[LANGUAGE-4] an age is formatted in the reader's language, and as a date after a week", () => {
  expect(formatAge("en", now - 5 * minute, now)).toBe("5m");
  expect(formatAge("de", now - 3 * 60 * minute, now)).toBe("3h");
  expect(formatAge("ja", now - 5 * minute, now)).toBe("5m");
  expect(formatAge("en", now - 24 * 60 * minute, now)).toBe("1d");
  expect(formatAge("en", now - 8 * 24 * 60 * minute, now)).toBe("Nov 7");
});

test("[LANGUAGE-4] with a clock behind the server's a time in the future reads as now", () => {
  expect(formatAge("en", now + minute, now)).toBe("now");
});
