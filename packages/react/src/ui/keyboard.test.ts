import { expect, test } from "vitest";
import {
  type GuardedKey,
  type GuardTimes,
  isCompositionKey,
  isIgnoredKey,
  type Keystroke,
  matchesKeys,
  typesCharacter,
} from "./keyboard.ts";

const stroke = (key: string, changes: Partial<Keystroke> = {}): Keystroke => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...changes,
});

test("[FOCUS-3] Alt+Q is recognised by its physical key if Alt types another letter", () => {
  expect(matchesKeys("Alt+q", stroke("q", { altKey: true }))).toBe(true);
  expect(matchesKeys("Alt+q", stroke("œ", { altKey: true, code: "KeyQ" }))).toBe(true);
  expect(matchesKeys("Alt+q", stroke("q"))).toBe(false);
});

test("[FOCUS-3] Alt+Q that types a character is told from one that types none", () => {
  expect(["œ", "«"].map((key) => typesCharacter(stroke(key, { altKey: true, code: "KeyQ" })))).toEqual([true, true]);
  expect(["q", "Q", "Dead"].map((key) => typesCharacter(stroke(key, { altKey: true })))).toEqual([false, false, false]);
});

test("[KEYS-5] Shift counts beside other modifiers, and is otherwise part of the letter or sign", () => {
  const withShift = { ctrlKey: true, shiftKey: true };
  expect(matchesKeys("Mod+Shift+f", stroke("F", withShift))).toBe(true);
  expect(matchesKeys("Mod+Shift+f", stroke("f", { ctrlKey: true }))).toBe(false);
  expect(matchesKeys("Mod+z", stroke("Z", withShift))).toBe(false);
  expect(matchesKeys("Mod+z", stroke("Z", { metaKey: true }))).toBe(true);
  expect(matchesKeys("?", stroke("?", { shiftKey: true }))).toBe(true);
});

const enter: GuardedKey = { key: "Enter", repeat: false, isComposing: false, keyCode: 13 };
const times: GuardTimes = { now: 10_000, composedAt: 9_950, focusedAt: 9_600 };

test("[KEYS-1] keys of a composition are recognised, also in a browser that ends it first", () => {
  expect(isCompositionKey(enter, times)).toBe(false);
  expect(isCompositionKey({ ...enter, isComposing: true }, times)).toBe(true);
  expect(isCompositionKey({ ...enter, keyCode: 229 }, times)).toBe(true);
  expect(isCompositionKey(enter, { ...times, composedAt: 9_951 })).toBe(true);
});

test("[KEYS-2] a held key repeats neither Enter, Space nor Escape, and still moves", () => {
  const repeating = ["Enter", " ", "Escape", "ArrowDown", "a"].filter((key) =>
    isIgnoredKey({ ...enter, key, repeat: true }, times),
  );
  expect(repeating).toEqual(["Enter", " ", "Escape"]);
});

test("[KEYS-3] Enter, Space and digits are ignored for 400 ms after the program moved the focus", () => {
  const keys = ["Enter", " ", "1", "9", "ArrowDown", "Escape"];
  expect(keys.filter((key) => isIgnoredKey({ ...enter, key }, { ...times, focusedAt: 9_601 }))).toEqual([
    "Enter",
    " ",
    "1",
    "9",
  ]);
  expect(keys.filter((key) => isIgnoredKey({ ...enter, key }, times))).toEqual([]);
});
