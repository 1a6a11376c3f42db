import { expect, test } from "vitest";
import { createClock } from "./clock.ts";

const never = new AbortController().signal;

test("[TESTING-2] waits end in the order of their times when the clock is turned, and not before", async () => {
  const clock = createClock(0);
  const ended: string[] = [];
  void clock.wait(2_000, never).then(() => ended.push("later"));
  void clock.wait(1_000, never).then(async () => {
    ended.push("first");
    await clock.wait(500, never);
    ended.push(`again at ${clock.now()}`);
  });
  await clock.turn(999);
  expect(ended).toEqual([]);
  await clock.turn(2_000);
  expect(ended).toEqual(["first", "again at 1500", "later"]);
  expect(clock.now()).toBe(2_999);
});

test("[TESTING-2] an aborted wait ends at once", async () => {
  const clock = createClock();
  const abort = new AbortController();
  const waiting = clock.wait(1_000, abort.signal);
  abort.abort();
  await waiting;
  await clock.wait(1_000, abort.signal);
});
