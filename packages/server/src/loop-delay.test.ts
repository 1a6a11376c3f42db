import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { monitorLoopDelay } from "./loop-delay.ts";

function createLoop() {
  let now = 0;
  let tick = () => {};
  const { delayMs } = monitorLoopDelay({
    now: () => now,
    every(_, callback) {
      tick = callback;
      return () => {};
    },
  });
  /** The loop ticks this long after the tick before. */
  const tickAfter = (ms: number) => {
    now += ms;
    tick();
  };
  return {
    delayMs,
    tickAfter,
    /** Seconds in which the loop is in time. */
    runInTime(seconds: number) {
      for (let count = 0; count < seconds * 10; count += 1) tickAfter(100);
    },
  };
}

test("[OPS-30] the loop counts as late while it is late in every second, and no longer after a second in time", () => {
  const { delayMs, tickAfter, runInTime } = createLoop();
  runInTime(5);
  expect(delayMs()).toBe(0);
  for (let second = 0; second < 3; second += 1) {
    expect(delayMs()).toBe(0);
    tickAfter(700);
    for (let count = 0; count < 3; count += 1) tickAfter(100);
  }
  expect(delayMs()).toBe(600);
  // A delay that is longer than a second counts as well.
  for (let count = 0; count < 3; count += 1) tickAfter(5_100);
  expect(delayMs()).toBe(5_000);
  runInTime(1);
  expect(delayMs()).toBe(0);
});

test("[OPS-30] one pause does not count", () => {
  const { delayMs, tickAfter, runInTime } = createLoop();
  runInTime(5);
  tickAfter(30_000);
  expect(delayMs()).toBe(0);
  runInTime(5);
  expect(delayMs()).toBe(0);
});

test("[OPS-30] a loop that is blocked is found to be late", async () => {
  const loop = monitorLoopDelay();
  onTestFinished(loop.stop);
  while (loop.delayMs() < 300) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_050);
    await wait(1);
  }
  expect(loop.delayMs()).toBeGreaterThanOrEqual(300);
});
