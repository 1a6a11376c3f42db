import type { Inquiry, Question } from "@askback/core/wire";
import { expect, test } from "vitest";
import { isBare, isDeliberate, isHasty, isOneTap, type Tap } from "./one-tap.ts";

const options = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `o${index}`, label: `${index}` }));
const question: Question = { id: "q1", text: "?", multiSelect: false, ownWords: true, options: options(6) };
const asked = (...questions: Question[]): Pick<Inquiry, "questions" | "approval"> => ({ questions });

test("[C-11] one tap is for one question with one pick of at most six options", () => {
  expect(isOneTap(asked(question))).toBe(true);
  expect(isOneTap(asked(question, { ...question, id: "q2" }))).toBe(false);
  expect(isOneTap(asked({ ...question, multiSelect: true }))).toBe(false);
  expect(isOneTap(asked({ ...question, options: options(7) }))).toBe(false);
  expect(isOneTap(asked({ ...question, options: [] }))).toBe(false);
});

test("[C-14] an approval is never answered by one tap", () => {
  expect(isOneTap({ ...asked(question), approval: { tool: "rm", input: {} } })).toBe(false);
});

test("[C-11] whoever has written, or looks at a preview, has more to say than a tap", () => {
  const bare = { note: "", text: " ", isPreviewOpen: false };
  expect(isBare(bare)).toBe(true);
  expect(isBare({ ...bare, note: "x" })).toBe(false);
  expect(isBare({ ...bare, text: "x" })).toBe(false);
  expect(isBare({ ...bare, isPreviewOpen: true })).toBe(false);
});

const tap: Tap = { pressedOn: "o1", releasedOn: "o1", at: 10_000, windowFocusedAt: 9_600, inViewSince: 9_400 };

test("[C-11] a deliberate tap goes down and up on one row of a card that has been in view", () => {
  expect(isDeliberate(tap)).toBe(true);
  expect(isDeliberate({ ...tap, pressedOn: "o2" })).toBe(false);
  expect(isDeliberate({ ...tap, pressedOn: undefined })).toBe(false);
  expect(isDeliberate({ ...tap, inViewSince: 9_401 })).toBe(false);
  expect(isDeliberate({ ...tap, inViewSince: undefined })).toBe(false);
});

test("[C-11] the click that wakes the window answers nothing", () => {
  expect(isDeliberate({ ...tap, windowFocusedAt: 9_601 })).toBe(false);
});

test("[N-4] the second click of a double click is not meant for what the first has brought", () => {
  expect(isHasty({ at: 10_000, movedAt: 9_501 })).toBe(true);
  expect(isHasty({ at: 10_000, movedAt: 9_500 })).toBe(false);
  expect(isHasty({ at: 10_000, movedAt: Number.NEGATIVE_INFINITY })).toBe(false);
});
