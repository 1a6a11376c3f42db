import type { Inquiry } from "@askback/core/wire";
import { expect, test } from "vitest";
import { readForm, toForm } from "./form.ts";

const inquiry = {
  revision: 2,
  context: "Read \u202ethis first.",
  questions: [
    {
      id: "q1",
      text: "Which colour?",
      header: "Colour",
      options: [
        { id: "o1", label: "Red", description: "Warm", recommended: {} },
        { id: "o2", label: "Blue" },
      ],
      multiSelect: false,
      ownWords: true,
    },
    {
      id: "q2",
      text: "Which rooms?",
      options: [
        { id: "o1", label: "Hall" },
        { id: "o2", label: "Loft" },
      ],
      multiSelect: true,
      ownWords: false,
    },
  ],
} as unknown as Inquiry;

test("[MCP-5] a form has a field for each question, nothing is preselected or required, and hidden characters are shown", () => {
  const { message, requestedSchema } = toForm(inquiry, { hasTitledChoices: true });
  expect(message).toContain("Which colour?\n- Red (recommended): Warm\n- Blue");
  expect(message).not.toContain("\u202e");
  expect(requestedSchema.properties).toMatchObject({
    q1: {
      type: "string",
      title: "Colour",
      oneOf: [
        { const: "o1", title: "Red" },
        { const: "o2", title: "Blue" },
      ],
    },
    q1_text: { type: "string" },
    q2: {
      type: "array",
      items: {
        anyOf: [
          { const: "o1", title: "Hall" },
          { const: "o2", title: "Loft" },
        ],
      },
    },
    comment: { type: "string" },
  });
  expect(JSON.stringify(requestedSchema)).not.toMatch(/"(default|required)":/);
  expect(requestedSchema.properties).not.toHaveProperty("q2_text");
});

test("[MCP-6] for clients of 2025-06-18 choices are names, and a yes or no where several may be picked", () => {
  expect(toForm(inquiry, { hasTitledChoices: false }).requestedSchema.properties).toMatchObject({
    q1: { type: "string", enum: ["o1", "o2"], enumNames: ["Red", "Blue"] },
    q2_o1: { type: "boolean", title: "Hall" },
    q2_o2: { type: "boolean", title: "Loft" },
  });
});

test.each([
  [
    { q1: "o1", q2: ["o1", "o2"] },
    { question: "q1", options: ["o1"] },
    { question: "q2", options: ["o1", "o2"] },
  ],
  [
    { q1_text: "Green", q2_o2: true },
    { question: "q1", text: "Green" },
    { question: "q2", options: ["o2"] },
  ],
  [
    { q1: "o2", q1_text: "if cheap" },
    { question: "q1", options: ["o2"], note: "if cheap" },
    { question: "q2", skipped: true },
  ],
  [
    { q1: 7, q1_text: "  ", q2: [{}] },
    { question: "q1", skipped: true },
    { question: "q2", skipped: true },
  ],
])("[MCP-5] what was filled in, %j, is an answer to each question", (content, first, second) => {
  expect(readForm(inquiry, content)).toEqual({ answers: [first, second], revision: 2 });
});

test("[MCP-5] a comment is kept", () => {
  expect(readForm(inquiry, { q1: "o1", comment: "Soon" })).toMatchObject({ comment: "Soon" });
});
