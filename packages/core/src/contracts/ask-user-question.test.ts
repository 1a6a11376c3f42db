import { expect, test } from "vitest";
import type { Json } from "../model/tool-call.ts";
import { askInput } from "../testing/arbitraries.ts";
import { eventsOf, resultsOf } from "../testing/given.ts";
import { forAll } from "../testing/properties.ts";
import { asking, calls, colourAsk, databaseAsk, finishTool, reply, startTool, thinking } from "../testing/samples.ts";
import { askUserQuestion, askUserQuestionInSession } from "./ask-user-question.ts";

const a = { label: "A" };
const b = { label: "B" };

function ask(...questions: readonly Json[]): Json {
  return { questions };
}

function one(some: { readonly [key: string]: Json } = {}): Json {
  return { question: "Which?", options: [a, b], ...some };
}

/** The error for an input; throws when the input is accepted. */
function refusalOf(input: Json): string {
  const reading = askUserQuestion.read(input);
  if (reading.ok) throw new Error(`accepted as ${JSON.stringify(reading.value.questions)}`);
  return reading.error;
}

function questionsOf(input: Json) {
  const reading = askUserQuestion.read(input);
  if (!reading.ok) throw new Error(reading.error);
  return reading.value.questions;
}

test("[ASK-1] [S0-02, S0-03, S0-04, S0-06, S0-07, S0-08, S0-09, S1-06] the schema has questions with question, header, options and multiSelect, and a context", () => {
  expect(askUserQuestion.name).toBe("ask_user_question");
  expect(askUserQuestion.inputSchema).toMatchObject({
    type: "object",
    additionalProperties: false,
    required: ["questions"],
    properties: {
      context: { type: "string", maxLength: 4_000 },
      questions: {
        type: "array",
        minItems: 1,
        maxItems: 4,
        items: {
          type: "object",
          additionalProperties: false,
          required: ["question", "options"],
          properties: {
            question: { type: "string", maxLength: 1_000 },
            header: { type: "string", maxLength: 12 },
            multiSelect: { type: "boolean" },
            options: {
              minItems: 2,
              maxItems: 4,
              items: {
                additionalProperties: false,
                required: ["label"],
                properties: {
                  label: { type: "string", maxLength: 60 },
                  description: { type: "string", maxLength: 300 },
                  recommended: { anyOf: [{ type: "boolean" }, { type: "string", maxLength: 200 }] },
                  preview: { required: ["kind", "text"], additionalProperties: false },
                },
              },
            },
          },
        },
      },
    },
  });
});

test("[ASK-1] [S0-10] the model is told when to ask, how much, and that people can type and sub-agents cannot ask", () => {
  const said = askUserQuestion.description.replaceAll("\n", " ");
  for (const sentence of [
    "Ask the user clarifying questions when you need input to proceed.",
    "Use when there are multiple valid approaches and user preference matters.",
    "Provide 1-4 questions with 2-4 options each. Keep questions focused and options clear.",
    "Users can also type custom answers.",
    "NOT available to sub-agents.",
  ])
    expect(said).toContain(sentence);
});

test("[ASK-1] [S0-05, S0-08, S0-09] questions and options are read in order, with ids by position", () => {
  const input = ask(
    one({ header: "Pick", multiSelect: true, options: [{ label: "A", description: "first" }, b] }),
    one({ question: "When?" }),
  );
  expect(questionsOf(input)).toEqual([
    {
      id: "q1",
      text: "Which?",
      header: "Pick",
      options: [
        { id: "o1", label: "A", description: "first" },
        { id: "o2", label: "B" },
      ],
      multiSelect: true,
      ownWords: true,
    },
    {
      id: "q2",
      text: "When?",
      options: [
        { id: "o1", label: "A" },
        { id: "o2", label: "B" },
      ],
      multiSelect: false,
      ownWords: true,
    },
  ]);
});

test("[ASK-1] any ask within the limits is read", () => {
  forAll(askInput, (input) => {
    expect(questionsOf(input)).toHaveLength(input.questions.length);
  });
});

test("[ASK-2] [S0-03, S0-07, S0-24, S0-25, S0-34, S1-02] no question, five questions, one option and five options are refused", () => {
  const five = ["1", "2", "3", "4", "5"];
  expect(refusalOf(ask())).toContain("questions: needs at least 1 items, got 0");
  expect(refusalOf(ask(...five.map((question) => one({ question }))))).toContain(
    "questions: allows at most 4 items, got 5",
  );
  expect(refusalOf(ask(one({ options: [a] })))).toContain("questions[0].options: needs at least 2 items, got 1");
  expect(refusalOf(ask(one({ options: five.map((label) => ({ label })) })))).toContain(
    "questions[0].options: allows at most 4 items, got 5",
  );
});

test.for([
  ["header", 12, (text: string) => one({ header: text })],
  ["question", 1_000, (text: string) => one({ question: text })],
  ["label", 60, (text: string) => one({ options: [{ label: text }, b] })],
  ["description", 300, (text: string) => one({ options: [{ label: "A", description: text }, b] })],
] as const)("[ASK-2] [S0-06] a %s of %i characters is read and one more is refused", ([name, limit, questionWith]) => {
  expect(questionsOf(ask(questionWith("x".repeat(limit))))).toHaveLength(1);
  const error = refusalOf(ask(questionWith("x".repeat(limit + 1))));
  expect(error).toMatch(new RegExp(`${name}: allows at most ${limit} characters, got ${limit + 1}`));
});

test("[ASK-2] characters are code points, so an emoji counts as one", () => {
  expect(questionsOf(ask(one({ header: "\u{1F600}".repeat(12) })))).toHaveLength(1);
  expect(refusalOf(ask(one({ header: "\u{1F600}".repeat(13) })))).toContain("allows at most 12 characters, got 13");
});

test("[ASK-2] [S0-02, S0-04, S0-08] fields of another type and missing fields are refused", () => {
  expect(refusalOf(ask(one({ multiSelect: "yes" })))).toContain("questions[0].multiSelect: must be a boolean");
  expect(refusalOf(ask({ question: "Which?" }))).toContain("questions[0].options: must be an array");
  expect(refusalOf(ask({ options: [a, b] }))).toContain("questions[0].question: must be a string");
  expect(refusalOf(ask(one({ options: [{ description: "A" }, b] })))).toContain("options[0].label: must be a string");
  expect(refusalOf({})).toContain("questions: must be an array");
  expect(refusalOf(7)).toContain("input: must be an object");
});

test.for<[string, string, string]>([
  ["alike", "Which?", "Which?"],
  ["apart in case", "Which?", "WHICH?"],
  ["apart in outer and doubled blanks", "Which one?", "  Which  one? "],
  ["apart in how an accent is written", "Caf\u00e9?", "Cafe\u0301?"],
  ["apart in an invisible character", "Which?", "Wh\u200bich?"],
])("[ASK-3] two questions or two labels that are %s are refused", ([, first, second]) => {
  expect(refusalOf(ask(one({ question: first }), one({ question: second })))).toContain(
    "questions: two questions have the same text",
  );
  expect(refusalOf(ask(one({ options: [{ label: first }, { label: second }] })))).toContain(
    "questions[0].options: two labels are the same",
  );
});

test("[ASK-3] two questions may have the same label", () => {
  expect(questionsOf(ask(one({ question: "First?" }), one({ question: "Second?" })))).toHaveLength(2);
});

test.for(["extra", "__proto__", "constructor"])("[ASK-4] the unknown field %s is refused at every level", (name) => {
  const extra = Object.fromEntries([[name, { multiSelect: true }]]);
  expect(refusalOf(Object.fromEntries([...Object.entries(extra), ["questions", [one()]]]))).toContain(
    `input: unknown field "${name}"`,
  );
  expect(refusalOf(ask(one(extra)))).toContain(`questions[0]: unknown field "${name}"`);
  expect(refusalOf(ask(one({ options: [{ ...a, ...extra }, b] })))).toContain(
    `questions[0].options[0]: unknown field "${name}"`,
  );
});

test("[ASK-4] answers supplied by the model are refused with an error of their own", () => {
  expect(refusalOf({ questions: [one()], answers: { "Which?": "A" } })).toContain(
    "answers come from the user alone and cannot be supplied",
  );
  expect(JSON.stringify(askUserQuestion.inputSchema)).not.toContain("answers");
});

test.for(["", "   ", "\n\t", "\u200b", "\u2066\u2069", "\u00ad"])("[ASK-5] the blank text %j is refused", (blank) => {
  expect(refusalOf(ask(one({ question: blank })))).toContain("questions[0].question: must not be blank");
  expect(refusalOf(ask(one({ options: [{ label: blank }, b] })))).toContain(
    "questions[0].options[0].label: must not be blank",
  );
});

test.for(["Other", "other", " OTHER ", "Other...", "Other:", "O\u200bther"])(
  "[ASK-5] the label %j is refused, since own words are always allowed",
  (label) => {
    expect(refusalOf(ask(one({ options: [a, { label }] })))).toContain('no label may be "Other"');
  },
);

test('[ASK-5] a label that only starts with "other" is accepted', () => {
  expect(questionsOf(ask(one({ options: [a, { label: "Other people decide" }] })))).toHaveLength(1);
});

const asks = (id: string, input = colourAsk.AskUserQuestion) => calls(id, "AskUserQuestion", input);
const started = thinking(asking("AskUserQuestion"));

test("[CONTRACT-4] [S4-03] the session contract accepts the questions of the default contract, under its own name", () => {
  expect(askUserQuestionInSession.name).toBe("AskUserQuestion");
  expect(askUserQuestionInSession.read(databaseAsk)).toEqual(askUserQuestion.read(databaseAsk));
  const five = { questions: Array.from({ length: 5 }, (_, n) => ({ ...databaseAsk.questions[0], question: `${n}?` })) };
  expect(askUserQuestionInSession.read(five)).toMatchObject({
    ok: false,
    error: expect.stringMatching(/allows at most 4 items.*call AskUserQuestion again/s),
  });
});

test("[CONTRACT-4] the schema of the session contract has only questions, labels and descriptions", () => {
  const { properties } = askUserQuestionInSession.inputSchema as { properties: { questions: object } };
  expect(Object.keys(properties)).toEqual(["questions"]);
  expect(properties.questions).toMatchObject({
    minItems: 1,
    maxItems: 4,
    items: {
      required: ["question", "options"],
      properties: { options: { minItems: 2, maxItems: 4, items: { additionalProperties: false } } },
    },
  });
  expect(JSON.stringify(properties)).not.toMatch(/preview|recommended/);
  expect(askUserQuestionInSession.read({ ...databaseAsk, context: "Read this" })).toMatchObject({
    ok: false,
    error: expect.stringContaining('unknown field "context"'),
  });
});

test("[CONTRACT-7] calls before a session ask run first, calls after it are not run", () => {
  const asked = started
    .when(reply(calls("c1"), asks("c2"), calls("c3"), asks("c4")))
    .when(startTool)
    .when(finishTool);
  expect(resultsOf(asked.events)).toMatchObject([
    { callId: "c1", status: "ok" },
    { callId: "c2", status: "ok", text: expect.stringContaining("The session stops here") },
    { callId: "c3", status: "not-run", text: "Not run: the question before it ended the turn." },
    { callId: "c4", status: "not-run", text: "Not run: the question before it ended the turn." },
  ]);
  expect(asked.conversation).toMatchObject({ status: "parked", inquiry: { callId: "c2" }, queue: [] });
  expect(eventsOf(asked.log, "inquiry.asked")).toHaveLength(1);
});

test("[CONTRACT-7] a refused ask does not end the step", () => {
  const { events, conversation } = started.when(reply(asks("c1", {}), asks("c2")));
  expect(resultsOf(events).map(({ status }) => status)).toEqual(["error", "ok"]);
  expect(conversation).toMatchObject({ status: "parked", inquiry: { callId: "c2" } });
});
