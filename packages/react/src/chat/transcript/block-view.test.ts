import { expect, test } from "vitest";
import { unknownBlockText } from "./block-view.tsx";

test("[CARD-13] [S3-45] a block of an unknown type is shown by its text", () => {
  expect(unknownBlockText({ type: "chart", content: "Sales rose by 4 %.", points: [1, 2] })).toEqual({
    type: "chart",
    text: "Sales rose by 4 %.",
  });
});

test("[CARD-13] an unknown action is named by its action", () => {
  expect(unknownBlockText({ type: "action", action_type: "poll", content: "Who comes?" }).type).toBe("poll");
});

test("[CARD-13] a block without text is shown as JSON", () => {
  expect(JSON.parse(unknownBlockText({ type: "chart", points: [1, 2] }).text)).toEqual({
    type: "chart",
    points: [1, 2],
  });
});

test("[CARD-13] what is no block at all is readable too", () => {
  expect(unknownBlockText("hello")).toEqual({ type: "?", text: '"hello"' });
  expect(unknownBlockText(undefined).text).toBe("undefined");
});
