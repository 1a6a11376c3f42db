import { expect, test } from "vitest";
import { createTestTime, hourMs, minuteMs } from "../../testing/test-time.ts";
import { createSteadyClock } from "./steady-clock.ts";

const noon = Date.UTC(2026, 0, 1, 12);

function startClock(start = 0) {
  const time = createTestTime(noon);
  const clock = createSteadyClock({ time: start, isCurrent: false }, time.sources);
  return { time, clock, behindNoon: () => clock.now() - noon };
}

test("[TIME-3] the clock shows the wall clock's time while that does not jump", () => {
  const { time, behindNoon } = startClock();
  for (const ms of [0, 1, 999, hourMs]) {
    time.pass(ms);
    expect(behindNoon()).toBe(time.sources.wall() - noon);
  }
});

test("[TIME-3] a wall clock that goes back makes the clock slower and never takes it back", () => {
  const { time, behindNoon } = startClock();
  time.pass(1_000);
  expect(behindNoon()).toBe(1_000);
  time.jump(-hourMs);
  expect(behindNoon()).toBe(1_000);
  time.pass(1_000);
  expect(behindNoon()).toBe(1_900);
  time.pass(hourMs);
  expect(behindNoon()).toBe(1_900 + 0.9 * hourMs);
});

test("[TIME-3] a clock that was ahead shows the wall clock's time again when that has caught up", () => {
  const { time, clock } = startClock();
  time.jump(-minuteMs);
  time.pass(9 * minuteMs);
  expect(clock.now() - time.sources.wall()).toBe(0.1 * minuteMs);
  time.pass(hourMs);
  expect(clock.now()).toBe(time.sources.wall());
});

test("[TIME-3] a clock starts no earlier than its last known time", () => {
  const { time, behindNoon } = startClock(noon + hourMs);
  expect(behindNoon()).toBe(hourMs);
  time.pass(10_000);
  expect(behindNoon()).toBe(hourMs + 9_000);
  expect(startClock(noon - hourMs).behindNoon()).toBe(0);
});

test("[TIME-3] a monotonic source that goes back does not take the clock back", () => {
  const { time, behindNoon } = startClock();
  time.pass(5_000);
  expect(behindNoon()).toBe(5_000);
  time.jump(-hourMs);
  time.pass(-2_000);
  expect(behindNoon()).toBe(5_000);
});

test("[TIME-4] a wall clock that goes ahead by up to a minute is followed at once", () => {
  const { time, behindNoon } = startClock();
  time.jump(minuteMs);
  expect(behindNoon()).toBe(minuteMs);
});

test("[TIME-4] time for which the machine was suspended counts at once, also where the clock was set ahead as well", () => {
  const { time, behindNoon } = startClock();
  time.suspend(8 * hourMs);
  expect(behindNoon()).toBe(8 * hourMs);
  time.jump(hourMs);
  time.suspend(2 * hourMs);
  expect(behindNoon()).toBe(10 * hourMs);
  time.jump(-4 * hourMs);
  time.suspend(4 * hourMs);
  expect(behindNoon()).toBe(11 * hourMs);
});

test("[TIME-4] a suspension counts once: one that was followed lets no later jump of the clock count", () => {
  const { time, behindNoon } = startClock();
  for (let count = 0; count < 100; count += 1) {
    time.suspend(50_000);
    behindNoon();
  }
  expect(behindNoon()).toBe(100 * 50_000);
  time.jump(hourMs);
  expect(behindNoon()).toBe(100 * 50_000);
});

test("[TIME-4] a suspension that a clock which was behind has made up for lets no later jump count", () => {
  const { time, clock, behindNoon } = startClock();
  time.jump(-2 * hourMs);
  behindNoon();
  time.suspend(2 * hourMs);
  expect(clock.now()).toBe(time.sources.wall());
  time.jump(hourMs);
  expect(clock.now()).toBe(noon);
});

test("[TIME-4] a suspension after five minutes of doubt counts, and those before it do not count again", () => {
  const { time, behindNoon } = startClock();
  time.jump(hourMs);
  behindNoon();
  time.suspend(30_000);
  time.pass(5 * minuteMs);
  expect(behindNoon()).toBe(hourMs + 30_000 + 5 * minuteMs);
  time.suspend(2 * minuteMs);
  time.jump(hourMs);
  expect(behindNoon()).toBe(hourMs + 30_000 + 7 * minuteMs);
});

test("[TIME-4] a wall clock that is suddenly far ahead is followed when it has stayed so for five minutes", () => {
  const { time, behindNoon } = startClock();
  time.jump(hourMs);
  expect(behindNoon()).toBe(0);
  time.pass(5 * minuteMs - 1);
  expect(behindNoon()).toBe(5 * minuteMs - 1);
  time.pass(1);
  expect(behindNoon()).toBe(5 * minuteMs + hourMs);
});

test("[TIME-4] a lead that ends or changes within five minutes is not followed", () => {
  const { time, behindNoon } = startClock();
  time.jump(hourMs);
  behindNoon();
  time.pass(4 * minuteMs);
  time.jump(hourMs);
  expect(behindNoon()).toBe(4 * minuteMs);
  time.pass(4 * minuteMs);
  expect(behindNoon()).toBe(8 * minuteMs);
  time.jump(-2 * hourMs);
  expect(behindNoon()).toBe(8 * minuteMs);
  time.jump(2 * hourMs);
  expect(behindNoon()).toBe(8 * minuteMs);
  time.pass(4 * minuteMs);
  expect(behindNoon()).toBe(12 * minuteMs);
});
