import { expect, test } from "vitest";
import { en } from "../../i18n/en/index.ts";
import { type Keystroke, keyName } from "../../ui/keyboard.ts";
import { cardActionFor, type KeyScope, keymap, pageKey } from "./keymap.ts";

const stroke = (key: string, changes: Partial<Keystroke> = {}): Keystroke => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...changes,
});
const action = (key: string, scope: KeyScope, changes?: Partial<Keystroke>) =>
  cardActionFor(stroke(key, changes), scope, "ltr")?.action;
const fields: readonly KeyScope[] = ["own-words", "blank-own-words", "text", "filter"];

test("[KEYS-4] Escape leaves a field, and folds elsewhere", () => {
  expect(fields.map((scope) => action("Escape", scope))).toEqual(fields.map(() => "leave-field"));
  expect(["option", "button", "card"].map((scope) => action("Escape", scope as KeyScope))).toEqual([
    "fold",
    "fold",
    "fold",
  ]);
});

test("[KEYS-6] [S3-17] digits pick by their number outside of fields, and are typed inside", () => {
  expect(cardActionFor(stroke("3"), "option", "ltr")).toEqual({ action: "pick-nth", nth: 2 });
  expect(cardActionFor(stroke("é", { code: "Digit2" }), "card", "ltr")).toEqual({ action: "pick-nth", nth: 1 });
  expect(cardActionFor(stroke("0"), "option", "ltr")).toBeUndefined();
  expect(fields.map((scope) => action("3", scope))).toEqual(fields.map(() => undefined));
});

test("[KEYS-6] [S3-19] Enter goes on from an option and from own words, and is a new line in notes and with Shift", () => {
  expect(action("Enter", "option")).toBe("advance");
  expect(action("Enter", "own-words")).toBe("advance");
  expect(action("Enter", "blank-own-words")).toBeUndefined();
  expect(action("Enter", "text")).toBeUndefined();
  expect(action("Enter", "own-words", { shiftKey: true })).toBeUndefined();
  expect(action("Enter", "button")).toBeUndefined();
});

test("[KEYS-6] [S3-20] Ctrl+Enter or the command key with it sends from anywhere in the card", () => {
  const scopes: readonly KeyScope[] = ["option", "button", "card", ...fields];
  expect(scopes.map((scope) => action("Enter", scope, { ctrlKey: true }))).toEqual(scopes.map(() => "send"));
  expect(action("Enter", "text", { metaKey: true })).toBe("send");
});

test("[KEYS-5] letters are keys outside of fields alone, on keyboards of other scripts too", () => {
  expect(action("o", "option")).toBe("own-words");
  expect(action("O", "option", { shiftKey: true })).toBe("own-words");
  expect(action("щ", "card", { code: "KeyO" })).toBe("own-words");
  expect(action("n", "text")).toBeUndefined();
  expect(action("o", "option", { ctrlKey: true })).toBeUndefined();
});

test("[LANGUAGE-3] Alt with an arrow follows what is seen", () => {
  const left = stroke("ArrowLeft", { altKey: true });
  expect(cardActionFor(left, "card", "ltr")?.action).toBe("previous-question");
  expect(cardActionFor(left, "card", "rtl")?.action).toBe("next-question");
  expect(cardActionFor(stroke("PageUp", { ctrlKey: true }), "card", "rtl")?.action).toBe("previous-question");
});

test("[KEYS-5] every key of the table has a label of its own, and a name as on a keyboard", () => {
  const ids = [...keymap, pageKey].map(({ label }) => label);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !(id in en))).toEqual([]);
  expect([keyName("Mod+Enter", true), keyName("Mod+Enter", false)]).toEqual(["⌘ ↵", "Ctrl+↵"]);
});

test("[KEYS-5] no key has two actions in one scope", () => {
  const bound = keymap.flatMap(({ keys, scopes }) => keys.flatMap((key) => scopes.map((scope) => `${key} ${scope}`)));
  expect(bound.filter((entry, index) => bound.indexOf(entry) !== index)).toEqual([]);
});
