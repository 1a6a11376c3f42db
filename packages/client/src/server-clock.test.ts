import { expect, test } from "vitest";
import { createServerClock } from "./server-clock.ts";

/** A local clock, and a server whose clock is so many milliseconds ahead. */
function clocks(aheadMs: number) {
  let here = Date.UTC(2026, 10, 15, 9, 0, 0, 700);
  const clock = createServerClock(() => here);
  return {
    difference: () => clock.now() - here,
    /** Makes a request that takes so long each way. */
    request(thereMs: number, backMs: number) {
      const sentAt = here;
      here += thereMs;
      const date = new Date(here + aheadMs).toUTCString();
      here += backMs;
      clock.adjust(date, sentAt);
    },
  };
}

test("[ANNOUNCE-4] clocks that agree are not adjusted, however long a response takes", () => {
  const { request, difference } = clocks(0);
  for (const [there, back] of [
    [0, 0],
    [20, 900],
    [60_000, 5],
  ] as const)
    request(there, back);
  expect(difference()).toBe(0);
});

test.for([90_000, -90_000, 3_600_000])(
  "[ANNOUNCE-4] a server clock that is %i ms ahead is known to a second",
  (aheadMs) => {
    const { request, difference } = clocks(aheadMs);
    request(30, 30);
    expect(Math.abs(difference() - aheadMs)).toBeLessThanOrEqual(1_060);
  },
);

test("[ANNOUNCE-4] a response without a date changes nothing", () => {
  const clock = createServerClock(() => 5);
  clock.adjust(null, 0);
  clock.adjust("soon", 0);
  expect(clock.now()).toBe(5);
});
