import { expect, test } from "vitest";
import type { Stroke } from "../card/keymap.ts";
import { en } from "../i18n/en/index.ts";
import { inboxAction, inboxKeymap } from "./inbox-keymap.ts";

const stroke = (key: string, change: Partial<Stroke> = {}): Stroke => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...change,
});

test("[I-10] each key is in the table once and has its words", () => {
  const keys = inboxKeymap.flatMap((entry) => entry.keys);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { words } of inboxKeymap) expect(en[words]).toBeTruthy();
});

test("[I-10] letters act by themselves, and not with Ctrl, Alt or the command key", () => {
  expect(inboxAction(stroke("j"), undefined)).toBe("next");
  expect(inboxAction(stroke("z"), undefined)).toBe("undo");
  expect(inboxAction(stroke("?", { shiftKey: true }), undefined)).toBe("shortcuts");
  expect(inboxAction(stroke("s", { ctrlKey: true }), undefined)).toBeUndefined();
  expect(inboxAction(stroke("z", { metaKey: true }), undefined)).toBeUndefined();
});

test("[I-10] g and a letter go to a view, and that letter does nothing else then", () => {
  expect(inboxAction(stroke("g"), undefined)).toBeUndefined();
  expect(inboxAction(stroke("s"), "g")).toBe("snoozed");
  expect(inboxAction(stroke("d"), "g")).toBe("done");
  expect(inboxAction(stroke("j"), "g")).toBeUndefined();
  expect(inboxAction(stroke("s"), "x")).toBe("snooze");
});

test("[I-10] what the grid does by its own keys is not done twice", () => {
  expect(inboxAction(stroke("ArrowDown"), undefined)).toBeUndefined();
  expect(inboxAction(stroke("Enter"), undefined)).toBeUndefined();
});
