import { expect, test } from "vitest";
import { en } from "../i18n/en/index.ts";
import { keyName } from "./key-names.ts";
import { keymap, matches, type Place, pageKey, pressed, type Stroke, writesLetter } from "./keymap.ts";

const stroke = (key: string, changes: Partial<Stroke> = {}): Stroke => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...changes,
});
const action = (key: string, place: Place, changes?: Partial<Stroke>) =>
  pressed(stroke(key, changes), place, "ltr")?.action;
const fields: readonly Place[] = ["own-words", "blank-own-words", "text", "filter"];

test("[K-4] Escape leaves a field, and folds elsewhere", () => {
  expect(fields.map((place) => action("Escape", place))).toEqual(fields.map(() => "leave-field"));
  expect(["option", "button", "card"].map((place) => action("Escape", place as Place))).toEqual([
    "fold",
    "fold",
    "fold",
  ]);
});

test("[K-6] digits pick by their number outside of fields, and are typed inside", () => {
  expect(pressed(stroke("3"), "option", "ltr")).toEqual({ action: "pick-nth", nth: 2 });
  expect(pressed(stroke("é", { code: "Digit2" }), "card", "ltr")).toEqual({ action: "pick-nth", nth: 1 });
  expect(pressed(stroke("0"), "option", "ltr")).toBeUndefined();
  expect(fields.map((place) => action("3", place))).toEqual(fields.map(() => undefined));
});

test("[K-6] Enter goes on from an option and from own words, and is a new line in notes and with Shift", () => {
  expect(action("Enter", "option")).toBe("advance");
  expect(action("Enter", "own-words")).toBe("advance");
  expect(action("Enter", "blank-own-words")).toBeUndefined();
  expect(action("Enter", "text")).toBeUndefined();
  expect(action("Enter", "own-words", { shiftKey: true })).toBeUndefined();
  expect(action("Enter", "button")).toBeUndefined();
});

test("[K-6] Ctrl+Enter or the command key with it sends from anywhere in the card", () => {
  const places: readonly Place[] = ["option", "button", "card", ...fields];
  expect(places.map((place) => action("Enter", place, { ctrlKey: true }))).toEqual(places.map(() => "send"));
  expect(action("Enter", "text", { metaKey: true })).toBe("send");
});

test("[K-5] letters are keys outside of fields alone, on keyboards of other scripts too", () => {
  expect(action("o", "option")).toBe("own-words");
  expect(action("O", "option", { shiftKey: true })).toBe("own-words");
  expect(action("щ", "card", { code: "KeyO" })).toBe("own-words");
  expect(action("n", "text")).toBeUndefined();
  expect(action("o", "option", { ctrlKey: true })).toBeUndefined();
});

test("[G-3] Alt with an arrow follows what is seen", () => {
  const left = stroke("ArrowLeft", { altKey: true });
  expect(pressed(left, "card", "ltr")?.action).toBe("previous-question");
  expect(pressed(left, "card", "rtl")?.action).toBe("next-question");
  expect(pressed(stroke("PageUp", { ctrlKey: true }), "card", "rtl")?.action).toBe("previous-question");
});

test("[F-3] Alt+Q is known by its place where Alt makes another letter of it", () => {
  const [key] = pageKey.keys;
  expect(matches(key, stroke("q", { altKey: true }))).toBe(true);
  expect(matches(key, stroke("œ", { altKey: true, code: "KeyQ" }))).toBe(true);
  expect(matches(key, stroke("q"))).toBe(false);
});

test("[F-3] Alt+Q that writes a letter of its own is told from one that writes none", () => {
  expect(["œ", "«"].map((key) => writesLetter(stroke(key, { altKey: true, code: "KeyQ" })))).toEqual([true, true]);
  expect(["q", "Q", "Dead"].map((key) => writesLetter(stroke(key, { altKey: true })))).toEqual([false, false, false]);
});

test("[K-5] every key of the table has words of its own, and a name as on a keyboard", () => {
  const ids = [...keymap, pageKey].map(({ words }) => words);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !(id in en))).toEqual([]);
  expect([keyName("Mod+Enter", true), keyName("Mod+Enter", false)]).toEqual(["⌘ ↵", "Ctrl+↵"]);
});

test("[K-5] no key means two things in one place", () => {
  const bound = keymap.flatMap(({ keys, places }) => keys.flatMap((key) => places.map((place) => `${key} ${place}`)));
  expect(bound.filter((entry, index) => bound.indexOf(entry) !== index)).toEqual([]);
});
