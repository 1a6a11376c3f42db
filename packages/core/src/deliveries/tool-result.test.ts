import { expect, test } from "vitest";
import type { Answer } from "../model/answer.ts";
import type { Question } from "../model/question.ts";
import type { Resolution } from "../model/resolution.ts";
import { inquiry, noon, question } from "../testing/samples.ts";
import { toolResultDelivery } from "./tool-result.ts";

const several = question({ multiSelect: true });
const when: Question = question({ id: "q2", text: "When?" });
const person = { by: "ana", at: noon };

function resultOf(resolution: Resolution, ...questions: readonly Question[]) {
  const notice = toolResultDelivery.resolved(inquiry(...questions), resolution, []);
  if (notice?.as !== "result") throw new Error("the resolution is not the result of the call");
  return notice;
}

/** The result that the model gets for these answers, parsed. */
function told(questions: readonly Question[], answers: readonly Answer[], comment?: string): unknown {
  const said = { answers: [...answers], ...(comment !== undefined && { comment }) };
  const result = resultOf({ type: "answered", ...person, ...said }, ...questions);
  expect(result).toMatchObject({ as: "result", status: "ok" });
  return JSON.parse(result.text);
}

test("[RESOLVE-3] [S0-34, S1-04] an answer is the label by the text of its question, and nothing more", () => {
  const answers = [
    { question: "q1", options: ["o2"] },
    { question: "q2", options: ["o1"] },
  ];
  expect(resultOf({ type: "answered", ...person, answers }, question(), when).text).toBe(
    '{"answers":{"Which database?":"Postgres","When?":"SQLite"}}',
  );
});

test("[RESOLVE-3] [S1-03] own words replace the label, unchanged", () => {
  expect(told([question()], [{ question: "q1", text: "Whatever\nis, fast" }])).toEqual({
    answers: { "Which database?": "Whatever\nis, fast" },
  });
});

test("[RESOLVE-3] [S1-03] labels of a multi-select are joined in displayed order", () => {
  expect(told([several], [{ question: "q1", options: ["o2", "o1"] }])).toEqual({
    answers: { "Which database?": "SQLite, Postgres" },
  });
});

test("[RESOLVE-3] own words come last in a multi-select", () => {
  expect(told([several], [{ question: "q1", options: ["o1"], text: "A file" }])).toMatchObject({
    answers: { "Which database?": "SQLite, A file" },
  });
});

test.for(["__proto__", "constructor", "toString", "1"])(
  "[RESOLVE-3] a question with the text %s keeps its answer",
  (text) => {
    const result = told([question({ text })], [{ question: "q1", options: ["o1"] }]);
    expect(JSON.stringify(result)).toBe(`{"answers":{"${text}":"SQLite"}}`);
  },
);

test("[RESOLVE-4] a note is in the details of its question", () => {
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

test("[RESOLVE-4] the comment has a field of its own", () => {
  expect(told([question()], [{ question: "q1", options: ["o1"] }], "Thanks")).toEqual({
    answers: { "Which database?": "SQLite" },
    comment: "Thanks",
  });
});

test("[RESOLVE-4] skipped questions are listed with a hint and are absent from the answers", () => {
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

test("[RESOLVE-4] labels with a comma, and own words with options, are listed one by one", () => {
  expect(told([several], [{ question: "q1", options: ["o1", "o3"] }])).toEqual({
    answers: { "Which database?": "SQLite, Redis, in memory" },
    details: [{ question: "Which database?", picked: ["SQLite", "Redis, in memory"] }],
  });
  expect(told([several], [{ question: "q1", options: ["o1"], text: "A file" }])).toMatchObject({
    details: [{ question: "Which database?", picked: ["SQLite"], ownWords: "A file" }],
  });
});

test("[RESOLVE-4] one label that equals two joined labels differs from those two", () => {
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

test("[RESOLVE-4] a single label with a comma needs no details", () => {
  expect(told([several], [{ question: "q1", options: ["o3"] }])).toEqual({
    answers: { "Which database?": "Redis, in memory" },
  });
});

/** The text that the model gets when there is no answer; it never names an option. */
function textOf(resolution: Resolution): string {
  const { status, text } = resultOf(resolution, question());
  expect(text).not.toMatch(/SQLite|Postgres|Redis/);
  return `${status}: ${text}`;
}

test("[RESOLVE-5] delegated: the model is told to choose by its own judgment", () => {
  expect(textOf({ type: "delegated", ...person })).toMatch(/^ok: .*leaves this decision to you: choose by your own/);
  expect(textOf({ type: "delegated", ...person, comment: "But\ncheap" })).toMatch(/\nThe user added: But\ncheap$/);
});

test("[RESOLVE-6] declined: the model is told to continue and to assume nothing", () => {
  expect(textOf({ type: "declined", ...person })).toMatch(
    /^ok: The user declined to answer. Proceed without an answer: assume no preference and no consent/,
  );
  expect(textOf({ type: "declined", ...person, comment: "Private" })).toMatch(/\nThe user added: Private$/);
});

test("[RESOLVE-7] dismissed: the model is told that the question was cancelled", () => {
  expect(textOf({ type: "dismissed", ...person })).toMatch(/^error: User cancelled the question/);
  expect(textOf({ type: "dismissed", ...person, comment: "Later" })).toMatch(/\nThe user added: Later$/);
});

test("[RESOLVE-8] answered in chat: the model is told that a message follows", () => {
  expect(textOf({ type: "answered-in-chat", ...person, messageId: "msg_t_2" })).toMatch(
    /^ok: The user replied in chat .* message follows/,
  );
});

test("[RESOLVE-9] expired: the model is told that nobody answered, which is neither consent nor refusal", () => {
  expect(textOf({ type: "expired", at: noon })).toMatch(/^error: Nobody answered .* neither consent nor refusal/);
});

test("[RESOLVE-10] withdrawn: the model is told that nobody answered before the withdrawal", () => {
  expect(textOf({ type: "withdrawn", ...person })).toMatch(/^error: .*withdrawn before anybody answered/);
});
