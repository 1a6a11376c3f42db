import { expect, test } from "vitest";
import { inquiryOf } from "../../testing/samples.ts";
import { isSendKey } from "../../ui/keyboard.ts";
import { unreadReason } from "./composer.tsx";

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

test("[EXTERNAL-22] a message to a program elsewhere is read only where it answers the only open question", () => {
  const kind = "external" as const;
  const inquiry = inquiryOf();
  expect(unreadReason({ kind, openInquiries: 1, inquiry })).toBeUndefined();
  expect(unreadReason({ kind, openInquiries: 2 })).toBe("several");
  expect(unreadReason({ kind })).toBe("none");
  expect(unreadReason({ kind, openInquiries: 1, inquiry: { ...inquiry, status: "held" } })).toBe("none");
  expect(unreadReason({})).toBeUndefined();
  expect(unreadReason(undefined)).toBeUndefined();
});
