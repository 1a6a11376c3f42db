import { expect, test } from "vitest";
import { askUserQuestion } from "../contracts/ask-user-question.ts";
import type { Json } from "../model/tool-call.ts";
import { resultsOf, typesOf } from "../testing/given.ts";
import { asks, calls, reply, thinking } from "../testing/samples.ts";

const badInput: Json = { questions: [{ question: " ", options: [{ label: "A" }], extra: 1 }] };

test("[ASK-8] one error says what is wrong, what is allowed, and to call the tool again", () => {
  expect(askUserQuestion.read(badInput)).toEqual({
    ok: false,
    error: [
      "Invalid input: nothing was asked.",
      "- questions[0].question: must not be blank",
      "- questions[0].options: needs at least 2 items, got 1",
      '- questions[0]: unknown field "extra"',
      'Allowed: {"questions": [{"question": "...", "header": "at most 12 characters", "options": [{"label": "...", "description": "..."}], "multiSelect": false}]} with 1-4 questions and 2-4 options each; question up to 1000, label up to 60, description up to 300 characters; texts and labels distinct.',
      'Optional: "context" beside "questions" (markdown, up to 4000); in an option "recommended": true or a reason (up to 200), and "preview": {"kind": "markdown" | "code" | "diff" | "json", "text": "...", "language": "..."} (up to 20000).',
      "Correct this and call ask_user_question again.",
    ].join("\n"),
  });
});

test("[ASK-14] [S0-25] an error names the question by its place and its text", () => {
  const [fine, few] = ["Which database?", 'Which "extras"?'].map((question, index) => ({
    question,
    options: [{ label: "A" }, { label: "B" }].slice(index),
  }));
  expect(askUserQuestion.read({ questions: [fine ?? null, few ?? null] })).toMatchObject({
    error: expect.stringContaining(
      '- questions[1].options: needs at least 2 items, got 1 (question 2: "Which \\"extras\\"?")\n',
    ),
  });
  const long = { question: "x".repeat(900), options: [] };
  expect(askUserQuestion.read({ questions: [long] })).toMatchObject({
    error: expect.stringContaining(
      `- questions[0].options: needs at least 2 items, got 0 (question 1: "${"x".repeat(79)}…")\n`,
    ),
  });
  expect(askUserQuestion.read({ questions: [{ question: 7, options: [] }] })).toMatchObject({
    error: expect.stringContaining("- questions[0].options: needs at least 2 items, got 0\n"),
  });
});

test("[ASK-8] however much is wrong, the error stays short", () => {
  const fields = Array.from({ length: 500 }, (_, index) => [`${index}${"x".repeat(1_000)}`, "y".repeat(1_000)]);
  const reading = askUserQuestion.read({ questions: Array(4).fill(Object.fromEntries(fields)) });
  expect(reading).toMatchObject({ ok: false, error: expect.stringMatching(/- and \d+ more/) });
  expect(JSON.stringify(reading).length).toBeLessThan(2_000);
});

test("[ASK-8] [S0-23] bad input gets one error result and the model is called again", () => {
  const { events, conversation } = thinking().when(reply(asks("c1", badInput)));
  expect(typesOf(events)).toEqual(["model.replied", "tool.finished"]);
  expect(resultsOf(events)).toEqual([
    { callId: "c1", name: "ask_user_question", status: "error", text: expect.stringContaining("nothing was asked") },
  ]);
  expect(conversation).toMatchObject({ status: "thinking", run: { asks: 0, steps: 1 } });
});

test("[ASK-8] [S0-23] input that is not JSON gets an error result that says so", () => {
  const cutOff = {
    type: "call",
    call: { id: "c1", name: "ask_user_question", input: {}, unreadable: "it ends too early" },
  } as const;
  const { events, conversation } = thinking().when(reply(cutOff));
  expect(resultsOf(events)).toEqual([
    {
      callId: "c1",
      name: "ask_user_question",
      status: "error",
      text: "Invalid input: it is not valid JSON (it ends too early). Call ask_user_question again.",
    },
  ]);
  expect(conversation.status).toBe("thinking");
});

test("[ASK-8] an invalid ask does not stop the valid ask and the tool call after it", () => {
  const { events, conversation } = thinking().when(reply(asks("c1", badInput), asks("c2"), calls("c3")));
  expect(typesOf(events)).toEqual(["model.replied", "tool.finished", "inquiry.asked"]);
  expect(conversation).toMatchObject({ status: "parked", inquiry: { callId: "c2" }, queue: [{ id: "c3" }] });
});
