import { expect, test } from "vitest";
import { type Attention, focusTarget, mayTakeFocus } from "./focus-rules.ts";

const idle: Attention = {
  isPageFocused: true,
  hasWritten: false,
  isComposing: false,
  hasSelection: false,
  isDialogOpen: false,
  sinceKeydown: 1_500,
};

test("[FOCUS-1] a card takes the focus of somebody who is doing nothing", () => {
  expect(mayTakeFocus("polite", idle)).toBe(true);
});

test.each<[string, Partial<Attention>]>([
  ["is on another page", { isPageFocused: false }],
  ["has written something", { hasWritten: true }],
  ["composes a word", { isComposing: true }],
  ["has selected text", { hasSelection: true }],
  ["is in a dialog", { isDialogOpen: true }],
  ["has just typed", { sinceKeydown: 1_499 }],
])("[FOCUS-1] it takes no focus from somebody who %s", (_, attention) => {
  expect(mayTakeFocus("polite", { ...idle, ...attention })).toBe(false);
});

test("[FOCUS-1] set to never a card takes no focus, and set to always it waits only for a composition", () => {
  expect(mayTakeFocus("never", idle)).toBe(false);
  expect(mayTakeFocus("always", { ...idle, hasWritten: true, sinceKeydown: 0 })).toBe(true);
  expect(mayTakeFocus("always", { ...idle, isComposing: true })).toBe(false);
});

test("[FOCUS-2] the focus goes to the own words, else to the group, and on touch to the heading", () => {
  expect(focusTarget({ ownWords: true }, false)).toBe("own-words");
  expect(focusTarget({ ownWords: false }, false)).toBe("group");
  expect(focusTarget({ ownWords: true }, true)).toBe("title");
});
