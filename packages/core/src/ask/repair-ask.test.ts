import * as fc from "fast-check";
import { expect, test } from "vitest";
import { askUserQuestion } from "../contracts/ask-user-question.ts";
import type { Json } from "../model/tool-call.ts";
import { askInput, mutatedAsk } from "../testing/arbitraries.ts";
import { eventsOf } from "../testing/given.ts";
import { forAll } from "../testing/properties.ts";
import { asks, databaseAsk, reply, thinking } from "../testing/samples.ts";

const options = [{ label: "SQLite" }, { label: "Postgres" }];
const [repaired] = questionsOf(databaseAsk);

function questionsOf(input: Json) {
  const reading = askUserQuestion.read(input);
  if (!reading.ok) throw new Error(reading.error);
  return reading.value.questions;
}

test.for<[string, Json, string]>([
  ["the whole input", JSON.stringify(databaseAsk), "the input came as a JSON string and was parsed"],
  [
    "`questions`",
    { questions: JSON.stringify(databaseAsk.questions) },
    "`questions` came as a JSON string and was parsed",
  ],
  [
    "`options`",
    { questions: [{ question: "Which database?", header: "Database", options: ` ${JSON.stringify(options)}` }] },
    "`options` came as a JSON string and was parsed",
  ],
  [
    "`message` for `question`",
    { questions: [{ message: "Which database?", header: "Database", options }] },
    "`message` was read as `question`",
  ],
  [
    "`header` inside an option",
    {
      questions: [
        { question: "Which database?", options: [{ label: "SQLite", header: "Database" }, options[1] ?? null] },
      ],
    },
    "`header` was moved from an option to its question",
  ],
])("[ASK-6] [S4-28] %s is repaired with a warning", ([, input, warning]) => {
  expect(askUserQuestion.read(input)).toEqual({ ok: true, value: { questions: [repaired], warnings: [warning] } });
});

test("[ASK-6] a header in an option never replaces the header of the question", () => {
  const [question] = questionsOf({
    questions: [{ question: "Which?", header: "Own", options: [{ label: "A", header: "Stray" }, { label: "B" }] }],
  });
  expect(question).toMatchObject({ header: "Own", options: [{ id: "o1", label: "A" }, { label: "B" }] });
});

test("[ASK-6] all mistakes in one input are repaired, each with its warning", () => {
  const questions = [{ message: "Which?", options: JSON.stringify([{ label: "A", header: "Pick" }, { label: "B" }]) }];
  const input = JSON.stringify({ questions: JSON.stringify(questions) });
  expect(askUserQuestion.read(input)).toMatchObject({
    ok: true,
    value: { questions: [{ text: "Which?", header: "Pick" }], warnings: { length: 5 } },
  });
});

test("[ASK-6] `message` beside `question` is an unknown field, not a repair", () => {
  const reading = askUserQuestion.read({ questions: [{ question: "Which?", message: "What?", options }] });
  expect(reading).toMatchObject({ ok: false, error: expect.stringContaining('unknown field "message"') });
});

test("[ASK-6] text that only looks like JSON is unchanged", () => {
  expect(askUserQuestion.read({ questions: "[not json" })).toMatchObject({
    ok: false,
    error: expect.stringContaining("questions: must be an array"),
  });
  expect(questionsOf({ questions: [{ question: "[1]?", options: [{ label: "[]" }, { label: "{}" }] }] })).toMatchObject(
    [{ text: "[1]?", options: [{ label: "[]" }, { label: "{}" }] }],
  );
});

test("[ASK-6] the warnings are stored in the inquiry, and a correct ask has none", () => {
  const warned = thinking().when(reply(asks("c1", JSON.stringify(databaseAsk)))).events;
  expect(eventsOf(warned, "inquiry.asked")[0]?.inquiry.warnings).toEqual([
    "the input came as a JSON string and was parsed",
  ]);
  const clean = thinking().when(reply(asks("c1"))).events;
  expect(eventsOf(clean, "inquiry.asked")[0]?.inquiry).not.toHaveProperty("warnings");
});

test("[ASK-7] [S3-42] every field of the input is cleaned, with one warning", () => {
  const input = {
    questions: [
      {
        question: "Which\u202e one?\u0000",
        header: "\u200bPick",
        options: [{ label: "A\u2066", description: "fir\u00adst" }, { label: "B" }],
      },
    ],
  };
  expect(askUserQuestion.read(input)).toMatchObject({
    ok: true,
    value: {
      questions: [
        { text: "Which one?", header: "Pick", options: [{ label: "A", description: "first" }, { label: "B" }] },
      ],
      warnings: ["invisible or reordering characters were removed"],
    },
  });
});

const anyInput = fc.oneof(
  fc.jsonValue() as fc.Arbitrary<Json>,
  fc.json(),
  mutatedAsk,
  mutatedAsk.map((input): Json => JSON.stringify(input)),
  askInput.map(({ questions }): Json => ({ questions: JSON.stringify(questions) })),
);

test("[ASK-11] no input makes the reader throw or gives questions outside the limits", () => {
  forAll(anyInput, (input) => {
    const reading = askUserQuestion.read(input);
    const questions = reading.ok ? reading.value.questions : [];
    expect(reading.ok ? questions.length : 1).toBeGreaterThanOrEqual(1);
    expect(questions.length).toBeLessThanOrEqual(4);
    for (const { text, header = "", options: offered } of questions) {
      expect(text.trim().length).toBeGreaterThanOrEqual(1);
      expect([...text].length).toBeLessThanOrEqual(1_000);
      expect([...header].length).toBeLessThanOrEqual(12);
      expect(offered.length).toBeGreaterThanOrEqual(2);
      expect(offered.length).toBeLessThanOrEqual(4);
      expect(new Set(offered.map((option) => option.label.toLowerCase())).size).toBe(offered.length);
      for (const { label, description = "" } of offered) {
        expect(label.trim().length).toBeGreaterThanOrEqual(1);
        expect([...label].length).toBeLessThanOrEqual(60);
        expect([...description].length).toBeLessThanOrEqual(300);
      }
    }
  });
});

test("[ASK-11] input nested a hundred thousand levels deep is refused without recursion", () => {
  const nested = Array.from({ length: 100_000 }).reduce<Json>((inner) => [inner], "deep");
  const options = { questions: [{ question: "Which?", options: nested }] };
  for (const input of [nested, options, `${"[".repeat(100_000)}${"]".repeat(100_000)}`])
    expect(askUserQuestion.read(input)).toMatchObject({
      ok: false,
      error: expect.stringContaining("nothing was asked"),
    });
});

test("[ASK-13] null does not stand for a required field, and an unknown field is refused even if it is null", () => {
  const errors = (question: { readonly [key: string]: Json }, more: { readonly [key: string]: Json } = {}) => {
    const reading = askUserQuestion.read({ questions: [{ question: "Which?", options, ...question }], ...more });
    return reading.ok ? "accepted" : reading.error;
  };
  expect(errors({ question: null })).toContain("questions[0].question: must be a string");
  expect(errors({ options: null })).toContain("must be an array");
  expect(errors({ extra: null })).toContain('unknown field "extra"');
  expect(errors({}, { answers: null })).toContain("answers come from the user alone");
});
