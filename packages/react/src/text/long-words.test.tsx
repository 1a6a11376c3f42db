import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { withBreaks } from "./long-words.tsx";

const shown = (text: string) => renderToStaticMarkup(withBreaks(text));

test("[TEXT-25] a word of more than 200 characters can be broken at some places, and others stay whole", () => {
  expect(withBreaks(`${"word ".repeat(500)}${"a".repeat(200)}`)).toBe(`${"word ".repeat(500)}${"a".repeat(200)}`);
  expect(shown(`Two ${"*_".repeat(250)} words`)).toBe(
    `Two ${["*_".repeat(100), "*_".repeat(100), "*_".repeat(50)].join("<wbr/>")} words`.replace("Two ", "Two <wbr/>"),
  );
  const family = "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}".repeat(100);
  for (const part of shown(`e\u0301${family}`).split("<wbr/>")) expect(part).not.toMatch(/^[\u0301\u200D]|\u200D$/);
});

test("[TEXT-25] breaks add and remove no character", () => {
  const unit = fc.constantFrom("a", "*", "_", " ", "\n", "\u0301", "\u{1F600}", "\u200D");
  fc.assert(
    fc.property(fc.array(fc.tuple(unit, fc.integer({ min: 1, max: 300 })), { maxLength: 8 }), (runs) => {
      const text = runs.map(([one, count]) => one.repeat(count)).join("");
      expect(shown(text).replaceAll("<wbr/>", "")).toBe(text);
    }),
  );
});
