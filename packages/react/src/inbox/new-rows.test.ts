import { expect, test } from "vitest";
import { idleAfter, isBusy, nextRows } from "./new-rows.ts";

const whole = { isLoading: false };

test("[I-5] while somebody is in the list new rows wait and nothing moves", () => {
  const busy = nextRows(["a", "b"], { ...whole, all: ["new", "b", "a"], isBusy: true });
  expect(busy).toEqual({ shown: ["a", "b"], waiting: 1 });
  expect(nextRows(busy.shown, { ...whole, all: ["new", "b", "a"], isBusy: false })).toEqual({
    shown: ["new", "b", "a"],
    waiting: 0,
  });
});

test("[I-5] a row that is gone leaves also while somebody is in the list", () => {
  expect(nextRows(["a", "b", "c"], { ...whole, all: ["a", "c"], isBusy: true })).toEqual({
    shown: ["a", "c"],
    waiting: 0,
  });
});

test("[I-5] into an empty list rows come at once", () => {
  expect(nextRows([], { ...whole, all: ["a"], isBusy: true })).toEqual({ shown: ["a"], waiting: 0 });
});

test("[I-5] later pages are not new, and come after what is shown", () => {
  const state = { all: ["urgent", "a", "b"], isBusy: true, isLoading: true };
  expect(nextRows(["a"], state)).toEqual({ shown: ["a", "urgent", "b"], waiting: 0 });
});

test("[I-5] the focus that rests at the top for ten seconds holds nothing back, further down it does", () => {
  const focused = { isPointed: false, isFocused: true, isAtTop: true, idleFor: idleAfter };
  expect(isBusy(focused)).toBe(false);
  expect(isBusy({ ...focused, idleFor: idleAfter - 1 })).toBe(true);
  expect(isBusy({ ...focused, isAtTop: false })).toBe(true);
  expect(isBusy({ ...focused, isFocused: false, isAtTop: false, idleFor: 0 })).toBe(false);
});

test("[I-5] under a pointer that rests in the list no row is inserted, however long it rests", () => {
  expect(isBusy({ isPointed: true, isFocused: false, isAtTop: true, idleFor: 10 * idleAfter })).toBe(true);
});
