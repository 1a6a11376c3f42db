import { expect, test } from "vitest";
import { sinceIn } from "./since.ts";

const now = Date.UTC(2026, 10, 15, 12);
const minute = 60_000;

test("[G-4] how long ago something was is said as the reader's language does, and by its date after a week", () => {
  expect(sinceIn("en", now - 5 * minute, now)).toBe("5m ago");
  expect(sinceIn("de", now - 3 * 60 * minute, now)).toBe("vor 3 Std.");
  expect(sinceIn("en", now - 24 * 60 * minute, now)).toBe("yesterday");
  expect(sinceIn("en", now - 8 * 24 * 60 * minute, now)).toBe("Nov 7");
});

test("[G-4] a clock that is behind the server's says now, not later", () => {
  expect(sinceIn("en", now + minute, now)).toBe("now");
});
