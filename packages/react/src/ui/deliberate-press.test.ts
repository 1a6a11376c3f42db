import { expect, test } from "vitest";
import { isDeliberateTap, isWithinDoubleClick, type Tap } from "./deliberate-press.ts";

const tap: Tap = { pressedOn: "o1", releasedOn: "o1", at: 10_000, windowFocusedAt: 9_600, inViewSince: 9_400 };

test("[CARD-11] a deliberate tap is pressed and released on one row of a card that has been in view", () => {
  expect(isDeliberateTap(tap)).toBe(true);
  expect(isDeliberateTap({ ...tap, pressedOn: "o2" })).toBe(false);
  expect(isDeliberateTap({ ...tap, pressedOn: undefined })).toBe(false);
  expect(isDeliberateTap({ ...tap, inViewSince: 9_401 })).toBe(false);
  expect(isDeliberateTap({ ...tap, inViewSince: undefined })).toBe(false);
});

test("[CARD-11] the click that focuses the window answers nothing", () => {
  expect(isDeliberateTap({ ...tap, windowFocusedAt: 9_601 })).toBe(false);
});

test("[QUESTIONS-4] the second click of a double click does nothing to what the first one showed", () => {
  expect(isWithinDoubleClick({ at: 10_000, changedAt: 9_501 })).toBe(true);
  expect(isWithinDoubleClick({ at: 10_000, changedAt: 9_500 })).toBe(false);
  expect(isWithinDoubleClick({ at: 10_000, changedAt: Number.NEGATIVE_INFINITY })).toBe(false);
});
