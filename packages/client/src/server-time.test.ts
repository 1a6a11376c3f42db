import { expect, test } from "vitest";
import { createServerTime } from "./server-time.ts";

/** A clock here, and a server whose own is so many milliseconds ahead of it. */
function clocks(aheadMs: number) {
  let here = Date.UTC(2026, 10, 15, 9, 0, 0, 700);
  const time = createServerTime(() => here);
  return {
    difference: () => time.now() - here,
    /** Asks something, whose answer takes so long each way. */
    ask(thereMs: number, backMs: number) {
      const askedAt = here;
      here += thereMs;
      const date = new Date(here + aheadMs).toUTCString();
      here += backMs;
      time.learn(date, askedAt);
    },
  };
}

test("[S-4] clocks that agree are left alone, however long an answer takes", () => {
  const { ask, difference } = clocks(0);
  for (const [there, back] of [
    [0, 0],
    [20, 900],
    [60_000, 5],
  ] as const)
    ask(there, back);
  expect(difference()).toBe(0);
});

test.for([90_000, -90_000, 3_600_000])("[S-4] a clock that is %i ms ahead is known to a second", (aheadMs) => {
  const { ask, difference } = clocks(aheadMs);
  ask(30, 30);
  expect(Math.abs(difference() - aheadMs)).toBeLessThanOrEqual(1_060);
});

test("[S-4] an answer without a date tells nothing", () => {
  const time = createServerTime(() => 5);
  time.learn(null, 0);
  time.learn("soon", 0);
  expect(time.now()).toBe(5);
});
