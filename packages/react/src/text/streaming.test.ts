import fc from "fast-check";
import { expect, test } from "vitest";
import { streamedParts } from "./streaming.ts";

test("[STREAM-2] a text that is being written is split after each finished block", () => {
  expect(streamedParts("One.\n\nTwo.\n\n\n# Three\nand")).toEqual(["One.\n\n", "Two.\n\n\n", "# Three\nand"]);
});

test.each([
  ["a fence", "```js\na;\n\nb;\n"],
  ["a fence of another kind", "~~~~\n```\n\n~~~\n\nb\n"],
  ["a list", "- one\n\n- two\n\n  more of two\n\n-"],
  ["a numbered list", "1. one\n\n2"],
  ["what may be indented code", "One.\n\n    code"],
])("[STREAM-2] nothing is split inside of %s", (_, text) => {
  expect(streamedParts(text)).toEqual([text]);
});

test("[STREAM-2] what follows a closed fence or a list is split from it", () => {
  expect(streamedParts("```\na\n\nb\n```\n\nThen")).toEqual(["```\na\n\nb\n```\n\n", "Then"]);
  expect(streamedParts("- one\n\n**Then**")).toEqual(["- one\n\n", "**Then**"]);
});

const blocks = [
  "One paragraph\nof two lines.",
  "- a\n\n- b",
  "1. a\n2. b",
  "```js\nx;\n\ny;\n```",
  "# Title",
  "| a |\n| - |",
  "**b**",
];
const texts = fc.array(fc.constantFrom(...blocks), { maxLength: 6 }).map((some) => some.join("\n\n"));

test("[STREAM-2] while a text grows by letters its finished parts do not change, and nothing of it is lost", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const read = new Set<string>();
      let finished: readonly string[] = [];
      for (let length = 0; length <= text.length; length += 1) {
        const parts = streamedParts(text.slice(0, length));
        expect(parts.join("")).toBe(text.slice(0, length));
        expect(parts.slice(0, finished.length)).toEqual(finished);
        finished = parts.slice(0, -1);
        for (const part of finished) read.add(part);
      }
      expect(read.size).toBe(new Set(finished).size);
    }),
  );
});
