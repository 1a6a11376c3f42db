import { expect, test } from "vitest";
import { parseRetryAfter } from "./retry-after.ts";

test("[WEBHOOK-6] Retry-After is read as seconds or as a date", () => {
  const now = Date.UTC(2026, 10, 18, 12);
  expect(parseRetryAfter("120", now)).toBe(120_000);
  expect(parseRetryAfter("0.5", now)).toBe(500);
  expect(parseRetryAfter("Wed, 18 Nov 2026 12:01:00 GMT", now)).toBe(60_000);
  expect(parseRetryAfter("Wed, 18 Nov 2026 11:00:00 GMT", now)).toBe(0);
  for (const none of [undefined, "soon", "-5", ""]) expect(parseRetryAfter(none, now)).toBeUndefined();
});
