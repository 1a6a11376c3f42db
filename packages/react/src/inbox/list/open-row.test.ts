import type { Question } from "@askback/core/wire";
import { expect, test } from "vitest";
import { drink, inquiryOf } from "../../testing/samples.ts";
import { quickAnswers } from "./open-row.tsx";

const asking = (question: Partial<Question>) => inquiryOf({ questions: [{ ...drink, ...question }] });
const options = (...labels: readonly string[]) => labels.map((label, index) => ({ id: `o${index}`, label }));

test("[INBOX-4] a short question with one pick has its options as quick answers", () => {
  expect(quickAnswers(asking({}))).toEqual(drink.options);
  expect(quickAnswers(asking({ options: options("a", "b", "c") }))).toHaveLength(3);
  expect(quickAnswers(asking({ options: options("x".repeat(24), "b") }))).toHaveLength(2);
  expect(quickAnswers(asking({ options: options("🦜".repeat(24), "b") }))).toHaveLength(2);
});

test.each([
  ["several questions", inquiryOf()],
  ["an approval", { ...asking({}), approval: { tool: "deploy", input: {} } }],
  ["several picks", asking({ multiSelect: true })],
  ["four options", asking({ options: options("a", "b", "c", "d") })],
  ["a long label", asking({ options: options("x".repeat(25), "b") })],
  ["no options", asking({ options: [] })],
  ["a draft", { ...asking({}), mine: { draftedAt: "2026-11-15T09:00:00.000Z" } }],
  ["an answer that is held", { ...asking({}), status: "held" as const }],
])("[INBOX-4] there are no quick answers with %s", (_, inquiry) => {
  expect(quickAnswers(inquiry)).toEqual([]);
});
