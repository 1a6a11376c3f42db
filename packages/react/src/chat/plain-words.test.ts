import { expect, test } from "vitest";
import { plainWordsOf } from "./plain-words.ts";

test("[C-13] a block of an unknown kind is shown by its own plain words", () => {
  expect(plainWordsOf({ type: "chart", content: "Sales rose by 4 %.", points: [1, 2] })).toEqual({
    type: "chart",
    text: "Sales rose by 4 %.",
  });
});

test("[C-13] an unknown action is named by its action", () => {
  expect(plainWordsOf({ type: "action", action_type: "poll", content: "Who comes?" }).type).toBe("poll");
});

test("[C-13] a block without words is shown whole", () => {
  expect(JSON.parse(plainWordsOf({ type: "chart", points: [1, 2] }).text)).toEqual({ type: "chart", points: [1, 2] });
});

test("[C-13] what is no block at all is readable too", () => {
  expect(plainWordsOf("hello")).toEqual({ type: "?", text: '"hello"' });
  expect(plainWordsOf(undefined).text).toBe("undefined");
});
