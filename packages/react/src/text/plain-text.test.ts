import { visibleJson } from "@askback/core";
import { expect, test } from "vitest";
import { hostileTexts } from "../testing/hostile-texts.ts";
import { indentJson, markdownToPlainText } from "./plain-text.ts";

test.each([
  ["Which **database** should `api` use?", "Which database should api use?"],
  ["# Storage\n\n- one\n- *two*\n1. three", "Storage one two three"],
  ["See [the docs](https://example.com/a) first", "See the docs first"],
  ["```sql\nselect 1\n```\nRun it?", "select 1 Run it?"],
  ["keep snake_case_names and 2 * 3 * 4", "keep snake_case_names and 2 * 3 * 4"],
  ["~~old~~ __new__", "old new"],
])("[INBOX-3] a row shows %j without its markup", (markdown, text) => {
  expect(markdownToPlainText(markdown)).toBe(text);
});

test("[INBOX-3] characters that would reorder a row are escaped or removed", () => {
  expect(markdownToPlainText("pay \u202E001\u202C euros")).not.toMatch(/[\u202A-\u202E]/);
});

test("[CARD-14] a call is indented, and parses to the same value", () => {
  const input = { to: ["a", "b"], text: 'x, "y": {z}\\', none: {}, empty: [], count: 2, isSure: null };
  const shown = indentJson(visibleJson(input));
  expect(shown).toBe(JSON.stringify(input, undefined, 2));
  expect(JSON.parse(shown)).toEqual(input);
});

test("[CARD-14] invisible and reordering characters are escaped", () => {
  expect(indentJson(visibleJson({ to: "a\u202eb\u200b" }))).toBe('{\n  "to": "a\\u202eb\\u200b"\n}');
});

test("[TEXT-24] what is nested deeply is indented no further than 40 levels, so that JSON does not become mostly space", () => {
  const nested = "[".repeat(5_000) + "]".repeat(5_000);
  const shown = indentJson(nested);
  expect(shown.replaceAll(/\s/g, "")).toBe(nested);
  expect(shown.length).toBeLessThan(100 * nested.length);
});

test("[TEXT-24] marks that are more than 300 characters apart stay in a row, since looking further would make it slow", () => {
  expect(markdownToPlainText(`**${"a ".repeat(149)}b**`)).not.toContain("*");
  expect(markdownToPlainText(`**${"a ".repeat(200)}b**`)).toContain("**a a");
  for (const make of Object.values(hostileTexts)) expect(typeof markdownToPlainText(make(20_000))).toBe("string");
});
