import { expect, test } from "vitest";
import { extendDeadline, nextChange, timeLeft, warningAt } from "./deadline.tsx";

const end = Date.parse("2026-05-04T18:00:00.000Z");
const timed = { askedAt: "2026-05-04T17:00:00.000Z", deadline: "2026-05-04T18:00:00.000Z" };

test("[ANNOUNCE-4] two minutes and 30 seconds before the end there is a warning", () => {
  expect(warningAt(timed, end - 120_001)).toBeUndefined();
  expect(warningAt(timed, end - 120_000)).toBe("soon");
  expect(warningAt(timed, end - 30_001)).toBe("soon");
  expect(warningAt(timed, end - 30_000)).toBe("now");
  expect(warningAt(timed, end)).toBeUndefined();
});

test("[ANNOUNCE-4] a timer fires for each warning and for the end", () => {
  expect(nextChange(timed, end - 300_000)).toBe(180_000);
  expect(nextChange(timed, end - 120_000)).toBe(90_000);
  expect(nextChange(timed, end - 30_000)).toBe(30_000);
  expect(nextChange(timed, end)).toBeUndefined();
});

test("[ANNOUNCE-4] an extension adds the same time again, from the deadline or from now", () => {
  expect(extendDeadline(timed, end - 60_000)).toBe("2026-05-04T19:00:00.000Z");
  expect(extendDeadline(timed, end + 60_000)).toBe("2026-05-04T19:01:00.000Z");
  expect(extendDeadline({ ...timed, askedAt: "2026-05-04T17:59:00.000Z" }, end)).toBe("2026-05-04T18:10:00.000Z");
});

test("[ANNOUNCE-4] without a deadline there is nothing to warn of", () => {
  const open = { askedAt: timed.askedAt };
  expect([timeLeft(open, end), warningAt(open, end), nextChange(open, end)]).toEqual([undefined, undefined, undefined]);
});
