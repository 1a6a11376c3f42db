import { expect, test } from "vitest";
import { retryDelay } from "./retry-schedule.ts";

const hourMs = 3_600_000;
const middle = () => 0.5;

test("[WEBHOOK-6] waits grow, for three days in all", () => {
  const waits: number[] = [];
  let now = 0;
  for (let tries = 1; ; tries += 1) {
    const wait = retryDelay({ tries, triedFrom: 0, now }, middle);
    if (wait === undefined) break;
    waits.push(wait);
    now += wait;
  }
  expect(waits.slice(0, 4)).toEqual([5_000, 30_000, 120_000, 600_000]);
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect(now).toBeLessThanOrEqual(72 * hourMs);
  expect(now).toBeGreaterThan(60 * hourMs);
  expect(waits.length).toBeLessThan(20);
});

test("[WEBHOOK-6] waits differ by up to a fifth", () => {
  const failed = { tries: 2, triedFrom: 0, now: 0 };
  expect(retryDelay(failed, () => 0)).toBe(24_000);
  expect(retryDelay(failed, () => 1)).toBe(36_000);
});

test("[WEBHOOK-6] a receiver may ask for a longer wait, up to twelve hours, and never for a shorter one", () => {
  const failed = { tries: 1, triedFrom: 0, now: 0 };
  expect(retryDelay({ ...failed, retryAfterMs: 60_000 }, middle)).toBe(60_000);
  expect(retryDelay({ ...failed, retryAfterMs: 1 }, middle)).toBe(5_000);
  expect(retryDelay({ ...failed, retryAfterMs: 1_000 * hourMs }, middle)).toBe(12 * hourMs);
});
