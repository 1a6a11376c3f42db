import { expect, test } from "vitest";
import { en } from "../i18n/en/index.ts";
import type { Keystroke } from "../ui/keyboard.ts";
import { inboxActionFor, inboxKeymap } from "./inbox-keys.ts";

const stroke = (key: string, change: Partial<Keystroke> = {}): Keystroke => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...change,
});

test("[INBOX-10] each key is in the table once and has a label", () => {
  const keys = inboxKeymap.flatMap((entry) => entry.keys);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { label } of inboxKeymap) expect(en[label]).toBeTruthy();
});

test("[INBOX-10] letters act alone, and not with Ctrl, Alt or the command key", () => {
  expect(inboxActionFor(stroke("j"), undefined)).toBe("next");
  expect(inboxActionFor(stroke("z"), undefined)).toBe("undo");
  expect(inboxActionFor(stroke("?", { shiftKey: true }), undefined)).toBe("shortcuts");
  expect(inboxActionFor(stroke("s", { ctrlKey: true }), undefined)).toBeUndefined();
  expect(inboxActionFor(stroke("z", { metaKey: true }), undefined)).toBeUndefined();
});

test("[INBOX-10] g and a letter go to a view, and that letter does nothing else then", () => {
  expect(inboxActionFor(stroke("g"), undefined)).toBeUndefined();
  expect(inboxActionFor(stroke("s"), "g")).toBe("snoozed");
  expect(inboxActionFor(stroke("d"), "g")).toBe("done");
  expect(inboxActionFor(stroke("j"), "g")).toBeUndefined();
  expect(inboxActionFor(stroke("s"), "x")).toBe("snooze");
});

test("[INBOX-10] keys that the grid handles are not bound twice", () => {
  expect(inboxActionFor(stroke("ArrowDown"), undefined)).toBeUndefined();
  expect(inboxActionFor(stroke("Enter"), undefined)).toBeUndefined();
});
