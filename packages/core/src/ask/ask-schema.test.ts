import * as fc from "fast-check";
import { expect, test } from "vitest";
import { askUserQuestion } from "../contracts/ask-user-question.ts";
import { decide } from "../decide/decide.ts";
import { askFingerprint } from "../model/inquiry.ts";
import type { Json } from "../model/tool-call.ts";
import { answersFrom, askInput, choices } from "../testing/arbitraries.ts";
import { resultsOf } from "../testing/given.ts";
import { forAll } from "../testing/properties.ts";
import { answer, asks, reply, sqlite, thinking } from "../testing/samples.ts";
import { questionBlock } from "../views/question-block.ts";

const diff = { kind: "diff", text: "@@ -1 +1 @@\n same\n-old\n+new" };

function ask(option: { readonly [key: string]: Json }, more: { readonly [key: string]: Json } = {}): Json {
  const questions = [{ question: "Which database?", options: [{ label: "SQLite", ...option }, { label: "Postgres" }] }];
  return { questions, ...more };
}

function readingOf(input: Json) {
  const reading = askUserQuestion.read(input);
  if (!reading.ok) throw new Error(reading.error);
  return reading.value;
}

function optionOf(input: Json) {
  return readingOf(input).questions[0]?.options[0];
}

test("[ASK-12] a context, a recommendation with its reason and a preview are read", () => {
  const input = ask({ recommended: "One file", preview: diff }, { context: "It holds **ten** rows." });
  expect(readingOf(input)).toMatchObject({
    context: "It holds **ten** rows.",
    questions: [{ options: [{ recommended: { reason: "One file" }, preview: diff }, { label: "Postgres" }] }],
    warnings: [],
  });
});

test.for<[string, Json, object | undefined]>([
  ["true", true, {}],
  ["a reason", "Fast", { reason: "Fast" }],
  ["the word true", "true", {}],
  ["false", false, undefined],
  ["the word false", "false", undefined],
  ["nothing", "", undefined],
])("[ASK-12] recommended as %s", ([, recommended, read]) => {
  expect(optionOf(ask({ recommended }))?.recommended).toEqual(read);
});

test.for<[string, Json, string]>([
  ["a context too long", ask({}, { context: "x".repeat(4_001) }), "context: allows at most 4000 characters, got 4001"],
  ["a reason too long", ask({ recommended: "x".repeat(201) }), "recommended: allows at most 200 characters, got 201"],
  [
    "a number for a reason",
    ask({ recommended: 7 }),
    "recommended: must be true, or a reason of at most 200 characters",
  ],
  [
    "a preview too long",
    ask({ preview: { kind: "code", text: "x".repeat(20_001) } }),
    "preview.text: allows at most 20000 characters, got 20001",
  ],
  ["a blank preview", ask({ preview: { kind: "code", text: " \n" } }), "preview.text: must not be blank"],
  ["another kind of preview", ask({ preview: { kind: "image", text: "x" } }), 'expected one of "markdown"'],
  ["another field", ask({ preview: { ...diff, url: "x" } }), 'unknown field "url"'],
])("[ASK-12] %s is refused with a clear error", ([, input, message]) => {
  const reading = askUserQuestion.read(input);
  expect(reading).toMatchObject({ ok: false, error: expect.stringContaining(message) });
  expect(reading).toMatchObject({ error: expect.stringContaining('Optional: "context" beside "questions"') });
});

test("[ASK-12] the total length of all previews is limited", () => {
  const options = ["A", "B", "C", "D"].map((label) => ({ label, preview: { kind: "code", text: "x".repeat(16_000) } }));
  const question = { question: "Which?", options };
  expect(askUserQuestion.read({ questions: [question] })).toMatchObject({
    error: expect.stringContaining("questions: all previews together allow at most 60000 characters"),
  });
});

test("[ASK-7] a preview keeps its lines, tabs and indentation, and loses hidden characters", () => {
  const text = "\r\n \n  if (a) {\r\n\tb();\u202E\n  }\n\n";
  const { questions, warnings } = readingOf(ask({ preview: { kind: "code", text, language: " typescript\u200B" } }));
  expect(questions[0]?.options[0]?.preview).toEqual({
    kind: "code",
    text: "  if (a) {\n\tb();\n  }",
    language: "typescript",
  });
  expect(warnings).toEqual(["invisible or reordering characters were removed"]);
  const { context } = readingOf(ask({}, { context: "One\n\n\u2066- two\n" }));
  expect(context).toBe("One\n\n- two");
});

test("[ASK-12] context, recommendations and previews change neither the possible answers nor the fingerprint of an ask", () => {
  forAll(fc.tuple(askInput, choices), ([input, chosen]) => {
    const rich = readingOf(input as Json).questions;
    const plain = rich.map((question) => ({
      ...question,
      options: question.options.map(({ recommended: _r, preview: _p, ...option }) => option),
    }));
    expect(askFingerprint(rich)).toBe(askFingerprint(plain));
    expect(answersFrom(rich, chosen)).toEqual(answersFrom(plain, chosen));
  });
});

const rich = thinking().when(
  reply(asks("c1", ask({ recommended: "One file", preview: diff }, { context: "Ten rows." }))),
);
const plain = thinking().when(reply(asks("c1", ask({}))));

test("[ASK-12] context, recommendations and previews are part of the inquiry, and the result does not mention them", () => {
  expect(rich.projection.inquiries).toMatchObject([
    { context: "Ten rows.", questions: [{ options: [{ recommended: { reason: "One file" }, preview: diff }, {}] }] },
  ]);
  expect(resultsOf(rich.when(answer(sqlite)).events)).toEqual(resultsOf(plain.when(answer(sqlite)).events));
});

test("[ASK-12] a recommendation does not answer a question", () => {
  const { conversation } = rich;
  const empty = decide(conversation, answer([{ question: "q1", options: [] }]));
  expect(empty).toMatchObject({ ok: false, error: { code: "answer-misfit" } });
});

test("[BLOCK-1] the content of a block starts with the context and shows the recommendation", () => {
  const [inquiry] = rich.projection.inquiries;
  if (!inquiry) throw new Error("nothing was asked");
  expect(questionBlock(inquiry, {}).content).toBe(
    "Ten rows.\nWhich database?\n- SQLite (recommended: One file)\n- Postgres\n(waiting for an answer)",
  );
});
