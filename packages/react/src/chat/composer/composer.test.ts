import { expect, test } from "vitest";
import { isSendKey } from "../../ui/keyboard.ts";

const enter = {
  key: "Enter",
  shiftKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
  keyCode: 13,
  timeStamp: 1_000,
};
const never = Number.NEGATIVE_INFINITY;

test("[SEND-7] Enter sends, Shift+Enter and other keys do not", () => {
  expect(isSendKey(enter, never)).toBe(true);
  expect(isSendKey({ ...enter, shiftKey: true }, never)).toBe(false);
  expect(isSendKey({ ...enter, key: "a" }, never)).toBe(false);
});

test("[KEYS-1] an Enter that belongs to a composition sends nothing, also just after its end", () => {
  expect(isSendKey({ ...enter, isComposing: true }, never)).toBe(false);
  expect(isSendKey({ ...enter, keyCode: 229 }, never)).toBe(false);
  expect(isSendKey(enter, 990)).toBe(false);
  expect(isSendKey(enter, 900)).toBe(true);
});

test("[KEYS-2] a held Enter sends once", () => {
  expect(isSendKey({ ...enter, repeat: true }, never)).toBe(false);
});
