import { expect, test } from "vitest";
import { exceededLimits } from "../bench/streams/mixed.ts";

test("[SSE-17] mixed load exceeds its limits with answers ten times as slow as the usual one, or a heap that grew by a tenth", () => {
  expect(exceededLimits({ p99OverP50: 9.9, heapRatio: 1.1 })).toEqual([]);
  expect(exceededLimits({ p99OverP50: 10, heapRatio: 1.11 })).toEqual([
    "p99 of an answer is 10 x its p50, not below 10",
    "the heap at the end is 1.11 x that after a minute, above 1.1",
  ]);
  // No answer at all gives no figure.
  expect(exceededLimits({ p99OverP50: Number.NaN, heapRatio: Number.NaN })).toHaveLength(2);
});
