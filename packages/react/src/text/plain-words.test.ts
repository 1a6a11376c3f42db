import { expect, test } from "vitest";
import { plainWords } from "./plain-words.ts";

test.each([
  ["Which **database** should `api` use?", "Which database should api use?"],
  ["# Storage\n\n- one\n- *two*\n1. three", "Storage one two three"],
  ["See [the docs](https://example.com/a) first", "See the docs first"],
  ["```sql\nselect 1\n```\nRun it?", "select 1 Run it?"],
  ["keep snake_case_names and 2 * 3 * 4", "keep snake_case_names and 2 * 3 * 4"],
  ["~~old~~ __new__", "old new"],
])("[I-3] a row shows %j without its markup", (markdown, words) => {
  expect(plainWords(markdown)).toBe(words);
});

test("[I-3] characters that would reorder a row are made visible or gone", () => {
  expect(plainWords("pay \u202E001\u202C euros")).not.toMatch(/[\u202A-\u202E]/);
});
