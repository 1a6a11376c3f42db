import { expect, test } from "vitest";
import { idleAfterMs, isListBusy, nextRows } from "./new-rows.ts";

const whole = { isLoading: false };

test("[INBOX-5] while the list is in use new rows wait and nothing moves", () => {
  const busy = nextRows(["a", "b"], { ...whole, all: ["new", "b", "a"], isBusy: true });
  expect(busy).toEqual({ shown: ["a", "b"], waiting: 1 });
  expect(nextRows(busy.shown, { ...whole, all: ["new", "b", "a"], isBusy: false })).toEqual({
    shown: ["new", "b", "a"],
    waiting: 0,
  });
});

test("[INBOX-5] a row is removed also while the list is in use", () => {
  expect(nextRows(["a", "b", "c"], { ...whole, all: ["a", "c"], isBusy: true })).toEqual({
    shown: ["a", "c"],
    waiting: 0,
  });
});

test("[INBOX-5] rows are added to an empty list at once", () => {
  expect(nextRows([], { ...whole, all: ["a"], isBusy: true })).toEqual({ shown: ["a"], waiting: 0 });
});

test("[INBOX-5] rows of later pages are not new, and are appended", () => {
  const state = { all: ["urgent", "a", "b"], isBusy: true, isLoading: true };
  expect(nextRows(["a"], state)).toEqual({ shown: ["a", "urgent", "b"], waiting: 0 });
});

test("[INBOX-5] a focus idle at the top for ten seconds holds nothing back, further down it does", () => {
  const focused = { isPointed: false, isFocused: true, isAtTop: true, idleFor: idleAfterMs };
  expect(isListBusy(focused)).toBe(false);
  expect(isListBusy({ ...focused, idleFor: idleAfterMs - 1 })).toBe(true);
  expect(isListBusy({ ...focused, isAtTop: false })).toBe(true);
  expect(isListBusy({ ...focused, isFocused: false, isAtTop: false, idleFor: 0 })).toBe(false);
});

test("[INBOX-5] no row is inserted while the pointer is in the list, however long it is idle", () => {
  expect(isListBusy({ isPointed: true, isFocused: false, isAtTop: true, idleFor: 10 * idleAfterMs })).toBe(true);
});
