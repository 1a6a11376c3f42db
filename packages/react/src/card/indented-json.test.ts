import { visibleJson } from "@askback/core";
import { expect, test } from "vitest";
import { indentedJson } from "./indented-json.ts";

test("[C-14] a call is shown on lines of its own, and reads as what it is", () => {
  const input = { to: ["a", "b"], text: 'x, "y": {z}\\', none: {}, empty: [], count: 2, isSure: null };
  const shown = indentedJson(visibleJson(input));
  expect(shown).toBe(JSON.stringify(input, undefined, 2));
  expect(JSON.parse(shown)).toEqual(input);
});

test("[C-14] what would be invisible or reordered is written out", () => {
  expect(indentedJson(visibleJson({ to: "a\u202eb\u200b" }))).toBe('{\n  "to": "a\\u202eb\\u200b"\n}');
});
