import { expect, test } from "vitest";
import { firstLines } from "./plain-text.ts";
import { diffLines } from "./preview.tsx";

test("[TEXT-3] the lines of a diff have their kinds", () => {
  const kinds = diffLines("--- a\n+++ b\n@@ -1 +1 @@\n same\n-old\n+new").map(({ kind }) => kind);
  expect(kinds).toEqual(["place", "place", "place", "same", "removed", "added"]);
});

test("[TEXT-3] at most 40 lines are shown at first, but a button never hides a single line", () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => String(index)).join("\n");
  expect(firstLines(lines(41)).hidden).toBe(0);
  expect(firstLines(lines(42))).toEqual({ text: lines(40), hidden: 2, count: 42 });
});
