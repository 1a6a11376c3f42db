import type { Inquiry, Question } from "@askback/core/wire";
import { expect, test } from "vitest";
import { isBare, isOneTap } from "./one-tap.ts";

const options = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `o${index}`, label: `${index}` }));
const question: Question = { id: "q1", text: "?", multiSelect: false, ownWords: true, options: options(6) };
const asked = (...questions: Question[]): Pick<Inquiry, "questions" | "approval"> => ({ questions });

test("[CARD-11] one tap is for one question with one pick of at most six options", () => {
  expect(isOneTap(asked(question))).toBe(true);
  expect(isOneTap(asked(question, { ...question, id: "q2" }))).toBe(false);
  expect(isOneTap(asked({ ...question, multiSelect: true }))).toBe(false);
  expect(isOneTap(asked({ ...question, options: options(7) }))).toBe(false);
  expect(isOneTap(asked({ ...question, options: [] }))).toBe(false);
});

test("[CARD-14] an approval is never answered by one tap", () => {
  expect(isOneTap({ ...asked(question), approval: { tool: "rm", input: {} } })).toBe(false);
});

test("[CARD-11] a tap sends nothing while there is text, a file or an open preview", () => {
  const bare = { note: "", comment: "", text: " ", isPreviewOpen: false, isUploading: false };
  expect(isBare(bare)).toBe(true);
  expect(isBare({ ...bare, note: "x" })).toBe(false);
  expect(isBare({ ...bare, comment: "x" })).toBe(false);
  expect(isBare({ ...bare, text: "x" })).toBe(false);
  expect(isBare({ ...bare, isPreviewOpen: true })).toBe(false);
  expect(isBare({ ...bare, isUploading: true })).toBe(false);
  const file = { id: "file_1", name: "a.png", type: "image/png", size: 1 } as const;
  expect(isBare({ ...bare, files: [file] })).toBe(false);
});
