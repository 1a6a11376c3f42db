import { expect, test } from "vitest";
import { highlight } from "./highlight.ts";

test("[TEXT-24] code is coloured, but for lines of more than 500 characters and texts of more than 20,000", async () => {
  const long = `"${"a".repeat(600)}"`;
  const [first = [], second = []] = (await highlight(`const a = 1;\n${long}`, "ts")) ?? [];
  expect(first.map(({ kind }) => kind)).toContain("keyword");
  expect(second.map(({ content }) => content)).toEqual([long]);
  expect(await highlight("a;\n".repeat(7_000), "ts")).toBeUndefined();
});
