import { expect, test } from "vitest";
import { type GuardedStroke, type GuardTimes, isComposed, isDead } from "./key-guards.ts";

const enter: GuardedStroke = { key: "Enter", repeat: false, isComposing: false, keyCode: 13 };
const times: GuardTimes = { now: 10_000, composedAt: 9_950, focusedAt: 9_600 };

test("[K-1] keys of a composition are known, also by a browser that ends it first", () => {
  expect(isComposed(enter, times)).toBe(false);
  expect(isComposed({ ...enter, isComposing: true }, times)).toBe(true);
  expect(isComposed({ ...enter, keyCode: 229 }, times)).toBe(true);
  expect(isComposed(enter, { ...times, composedAt: 9_951 })).toBe(true);
});

test("[K-2] a held key repeats neither Enter, Space nor Escape, and still moves", () => {
  const repeating = ["Enter", " ", "Escape", "ArrowDown", "a"].filter((key) =>
    isDead({ ...enter, key, repeat: true }, times),
  );
  expect(repeating).toEqual(["Enter", " ", "Escape"]);
});

test("[K-3] Enter, Space and digits are dead for 400 ms after the program gave the focus", () => {
  const keys = ["Enter", " ", "1", "9", "ArrowDown", "Escape"];
  expect(keys.filter((key) => isDead({ ...enter, key }, { ...times, focusedAt: 9_601 }))).toEqual([
    "Enter",
    " ",
    "1",
    "9",
  ]);
  expect(keys.filter((key) => isDead({ ...enter, key }, times))).toEqual([]);
});
