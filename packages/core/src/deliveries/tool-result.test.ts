import { expect, test } from "vitest";
import type { Answer } from "../answer.ts";
import type { Question } from "../question.ts";
import type { Resolution } from "../resolution.ts";
import { inquiry, noon, question } from "../testing/samples.ts";
import { toolResultDelivery } from "./tool-result.ts";

const several = question({ multiSelect: true });
const when: Question = question({ id: "q2", text: "When?" });
const person = { by: "ana", at: noon };

function resultOf(resolution: Resolution, ...questions: readonly Question[]) {
  const told = toolResultDelivery.resolved(inquiry(...questions), resolution, []);
  if (told?.as !== "result") throw new Error("the resolution is not the result of the call");
  return told;
}

/** What the model is told of answers to these questions, parsed. */
function told(questions: readonly Question[], answers: readonly Answer[], comment?: string): unknown {
  const said = { answers: [...answers], ...(comment !== undefined && { comment }) };
  const result = resultOf({ type: "answered", ...person, ...said }, ...questions);
  expect(result).toMatchObject({ as: "result", status: "ok" });
  return JSON.parse(result.text);
}

test("[RES-3] an answer is the label by the text of its question, and nothing more", () => {
  const answers = [
    { question: "q1", options: ["o2"] },
    { question: "q2", options: ["o1"] },
  ];
  expect(resultOf({ type: "answered", ...person, answers }, question(), when).text).toBe(
    '{"answers":{"Which database?":"Postgres","When?":"SQLite"}}',
  );
});

test("[RES-3] own words stand for the label as they are", () => {
  expect(told([question()], [{ question: "q1", text: "Whatever\nis, fast" }])).toEqual({
    answers: { "Which database?": "Whatever\nis, fast" },
  });
});

test("[RES-3] labels of a multi-select are joined in displayed order", () => {
  expect(told([several], [{ question: "q1", options: ["o2", "o1"] }])).toEqual({
    answers: { "Which database?": "SQLite, Postgres" },
  });
});

test("[RES-3] own words come last in a multi-select", () => {
  expect(told([several], [{ question: "q1", options: ["o1"], text: "A file" }])).toMatchObject({
    answers: { "Which database?": "SQLite, A file" },
  });
});

test.for(["__proto__", "constructor", "toString", "1"])("[RES-3] a question called %s keeps its answer", (text) => {
  const result = told([question({ text })], [{ question: "q1", options: ["o1"] }]);
  expect(JSON.stringify(result)).toBe(`{"answers":{"${text}":"SQLite"}}`);
});

test("[RES-4] a note comes in the details of its question", () => {
  expect(
    told(
      [question(), when],
      [
        { question: "q1", options: ["o1"], note: "for now" },
        { question: "q2", text: "Soon" },
      ],
    ),
  ).toEqual({
    answers: { "Which database?": "SQLite", "When?": "Soon" },
    details: [{ question: "Which database?", picked: ["SQLite"], note: "for now" }],
  });
});

test("[RES-4] a comment on the whole comes in a field of its own", () => {
  expect(told([question()], [{ question: "q1", options: ["o1"] }], "Thanks")).toEqual({
    answers: { "Which database?": "SQLite" },
    comment: "Thanks",
  });
});

test("[RES-4] skipped questions are listed with a hint and are absent from the answers", () => {
  expect(
    told(
      [question(), when],
      [
        { question: "q1", options: ["o1"] },
        { question: "q2", skipped: true },
      ],
    ),
  ).toEqual({
    answers: { "Which database?": "SQLite" },
    skipped: ["When?"],
    hint: "The user left the skipped questions unanswered on purpose: do not assume a choice.",
  });
});

test("[RES-4] labels with a comma, and own words beside options, are listed one by one", () => {
  expect(told([several], [{ question: "q1", options: ["o1", "o3"] }])).toEqual({
    answers: { "Which database?": "SQLite, Redis, in memory" },
    details: [{ question: "Which database?", picked: ["SQLite", "Redis, in memory"] }],
  });
  expect(told([several], [{ question: "q1", options: ["o1"], text: "A file" }])).toMatchObject({
    details: [{ question: "Which database?", picked: ["SQLite"], ownWords: "A file" }],
  });
});

test("[RES-4] one label that reads like two others is told apart from those two", () => {
  const options = ["A", "B", "A, B"].map((label, index) => ({ id: `o${index + 1}`, label }));
  const letters = question({ multiSelect: true, options });
  const joined = { "Which database?": "A, B" };
  expect(told([letters], [{ question: "q1", options: ["o3"] }])).toEqual({
    answers: joined,
    details: [{ question: "Which database?", picked: ["A, B"] }],
  });
  expect(told([letters], [{ question: "q1", options: ["o1", "o2"] }])).toEqual({
    answers: joined,
    details: [{ question: "Which database?", picked: ["A", "B"] }],
  });
  expect(told([letters], [{ question: "q1", text: "A, B" }])).toEqual({
    answers: joined,
    details: [{ question: "Which database?", ownWords: "A, B" }],
  });
});

test("[RES-4] a single label with a comma needs no details", () => {
  expect(told([several], [{ question: "q1", options: ["o3"] }])).toEqual({
    answers: { "Which database?": "Redis, in memory" },
  });
});

/** What the model is told when there is no answer; an option is never among it. */
function wordsOf(resolution: Resolution): string {
  const { status, text } = resultOf(resolution, question());
  expect(text).not.toMatch(/SQLite|Postgres|Redis/);
  return `${status}: ${text}`;
}

test("[RES-5] delegated: the model is told to choose by its own judgment", () => {
  expect(wordsOf({ type: "delegated", ...person })).toMatch(/^ok: .*leaves this decision to you: choose by your own/);
  expect(wordsOf({ type: "delegated", ...person, comment: "But\ncheap" })).toMatch(/\nThe user added: But\ncheap$/);
});

test("[RES-6] declined: the model is told to go on and to assume nothing", () => {
  expect(wordsOf({ type: "declined", ...person })).toMatch(
    /^ok: The user declined to answer. Proceed without an answer: assume no preference and no consent/,
  );
  expect(wordsOf({ type: "declined", ...person, comment: "Private" })).toMatch(/\nThe user added: Private$/);
});

test("[RES-7] dismissed: the model is told that the question was cancelled", () => {
  expect(wordsOf({ type: "dismissed", ...person })).toMatch(/^error: User cancelled the question/);
  expect(wordsOf({ type: "dismissed", ...person, comment: "Later" })).toMatch(/\nThe user added: Later$/);
});

test("[RES-8] answered in chat: the model is told that a message follows", () => {
  expect(wordsOf({ type: "answered-in-chat", ...person, messageId: "msg_t_2" })).toMatch(
    /^ok: The user replied in chat .* message follows/,
  );
});

test("[RES-9] expired: the model is told that nobody answered, which is neither consent nor refusal", () => {
  expect(wordsOf({ type: "expired", at: noon })).toMatch(/^error: Nobody answered .* neither consent nor refusal/);
});

test("[RES-10] withdrawn: the model is told that nobody answered before it was taken back", () => {
  expect(wordsOf({ type: "withdrawn", ...person })).toMatch(/^error: .*withdrawn before anybody answered/);
});
