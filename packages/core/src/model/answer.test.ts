import * as fc from "fast-check";
import { expect, test } from "vitest";
import { answersFrom, choices, questions } from "../testing/arbitraries.ts";
import { forAll } from "../testing/properties.ts";
import { inquiry, question, setOf } from "../testing/samples.ts";
import { Answer, AnswerSet } from "../wire/answer.ts";
import { answerLimits, answerMisfit, areSameAnswers, canonicalAnswers } from "./answer.ts";

const single = inquiry(question());
const several = inquiry(question({ multiSelect: true }));
const two = inquiry(question(), question({ id: "q2", text: "When?" }));

test("[ANSWER-1] an answer picks options by id or gives own words, with a note per question and one comment", () => {
  const set = {
    answers: [
      { question: "q1", options: ["o2"], note: "for now" },
      { question: "q2", text: "Next week" },
    ],
    comment: "Thanks",
  };
  expect(AnswerSet.parse(set)).toEqual(set);
  expect(answerMisfit(two, set)).toBeUndefined();
});

test.for<[string, unknown]>([
  ["no answers", { answers: [] }],
  ["an option that is no id", { answers: [{ question: "q1", options: [1] }] }],
  ["a field that is not known", { answers: [{ question: "q1", options: ["o1"], label: "SQLite" }] }],
  ["a skipped question with an answer", { answers: [{ question: "q1", skipped: true, text: "Yes" }] }],
  ["`skipped: false`", { answers: [{ question: "q1", skipped: false }] }],
  ["an answer keyed by text", { answers: { "Which database?": "SQLite" } }],
])("[ANSWER-1] %s is not a valid answer", ([, set]) => {
  expect(AnswerSet.safeParse(set).success).toBe(false);
});

test("[ANSWER-2] an unknown question or option is refused, naming it", () => {
  expect(answerMisfit(single, setOf({ question: "q9", options: ["o1"] }))).toBe(
    'question "q9": this inquiry has only q1',
  );
  expect(answerMisfit(single, setOf({ question: "q1", options: ["o9"] }))).toBe(
    'question "q1": option "o9" is not offered; the options are o1, o2, o3',
  );
  expect(answerMisfit(single, setOf({ question: "__proto__", options: ["o1"] }))).toContain("this inquiry has only q1");
});

test("[ANSWER-2] a question answered twice, and an option picked twice, are refused", () => {
  const once = { question: "q1", options: ["o1"] };
  expect(answerMisfit(single, setOf(once, once))).toBe('question "q1": answered twice');
  expect(answerMisfit(single, setOf(once, { question: "q1", skipped: true }))).toBe('question "q1": answered twice');
  expect(answerMisfit(several, setOf({ question: "q1", options: ["o1", "o1"] }))).toBe(
    'question "q1": an option is picked twice',
  );
});

test("[ANSWER-3] [S3-39] a single-select takes one option or own words, not both", () => {
  const refused = 'question "q1": only one option, or own words instead, can be given';
  expect(answerMisfit(single, setOf({ question: "q1", options: ["o1"] }))).toBeUndefined();
  expect(answerMisfit(single, setOf({ question: "q1", text: "Neither" }))).toBeUndefined();
  expect(answerMisfit(single, setOf({ question: "q1", options: ["o1", "o2"] }))).toBe(refused);
  expect(answerMisfit(single, setOf({ question: "q1", options: ["o1"], text: "Mostly" }))).toBe(refused);
});

test("[ANSWER-3] [S3-39] a multi-select takes several options and own words in addition", () => {
  expect(answerMisfit(several, setOf({ question: "q1", options: ["o1", "o2"] }))).toBeUndefined();
  expect(answerMisfit(several, setOf({ question: "q1", options: ["o1", "o2"], text: "And a cache" }))).toBeUndefined();
  expect(answerMisfit(several, setOf({ question: "q1", text: "None of them" }))).toBeUndefined();
});

test("[ANSWER-3] own words are refused where a question does not allow them", () => {
  const closed = inquiry(question({ ownWords: false }));
  expect(answerMisfit(closed, setOf({ question: "q1", text: "Mine" }))).toBe(
    'question "q1": own words are not allowed here; pick from the options',
  );
});

test("[ANSWER-3] any answers made by these rules fit their questions", () => {
  forAll(fc.tuple(questions, choices), ([asked, chosen]) => {
    const set = answersFrom(asked, chosen);
    expect(AnswerSet.parse(set)).toEqual(set);
    expect(answerMisfit(inquiry(...asked), set)).toBeUndefined();
  });
});

test("[ANSWER-4] blank own words are refused, even beside an option", () => {
  for (const text of ["", "  ", "\n", "\u200b", "\u00a0"]) {
    expect(answerMisfit(single, setOf({ question: "q1", text }))).toBe('question "q1": own words are blank');
    expect(answerMisfit(several, setOf({ question: "q1", options: ["o1"], text }))).toBe(
      'question "q1": own words are blank',
    );
  }
});

test("[ANSWER-4] a note alone and an empty answer are refused", () => {
  const refused = 'question "q1": nothing is picked and nothing is written; a note alone is no answer';
  expect(answerMisfit(single, setOf({ question: "q1", note: "Hm" }))).toBe(refused);
  expect(answerMisfit(several, setOf({ question: "q1", options: [] }))).toBe(refused);
  expect(answerMisfit(single, { ...setOf({ question: "q1" }), comment: "Later" })).toBe(refused);
});

test("[ANSWER-5] a missing question is refused, and an explicit skip is accepted", () => {
  const first = { question: "q1", options: ["o1"] };
  expect(answerMisfit(two, setOf(first))).toBe(
    'question "q2": not answered; answer it or send {"question": "q2", "skipped": true}',
  );
  expect(answerMisfit(two, setOf(first, { question: "q2", skipped: true }))).toBeUndefined();
});

test("[ANSWER-5] skipping every question is refused", () => {
  const skipped = setOf({ question: "q1", skipped: true }, { question: "q2", skipped: true });
  const refused = "every question is skipped, which is no answer; decline or delegate instead";
  expect(answerMisfit(two, skipped)).toBe(refused);
  expect(answerMisfit(two, { ...skipped, comment: "Not now" })).toBe(refused);
});

test.for<[string, number, (text: string) => unknown]>([
  ["own words", answerLimits.text, (text) => ({ answers: [{ question: "q1", text }] })],
  ["a note", answerLimits.note, (note) => ({ answers: [{ question: "q1", options: ["o1"], note }] })],
  ["a comment", answerLimits.comment, (comment) => ({ answers: [{ question: "q1", options: ["o1"] }], comment })],
])("[ANSWER-6] %s of %i characters is accepted and one more is refused", ([, limit, setWith]) => {
  expect(AnswerSet.safeParse(setWith("x".repeat(limit))).success).toBe(true);
  expect(AnswerSet.safeParse(setWith("x".repeat(limit + 1))).success).toBe(false);
});

test("[ANSWER-6] the limits are 10,000 characters of own words, 2,000 of a note and 10,000 of a comment", () => {
  expect(answerLimits).toEqual({ text: 10_000, note: 2_000, comment: 10_000, input: 100_000 });
});

test("[ANSWER-8] the canonical form keeps every text unchanged, including outer blanks and control characters", () => {
  const typed = " a\u0000b\r\n\u202e<b>c\u200d \u{1F469} ";
  const set = { answers: [{ question: "q1", text: typed, note: typed }], comment: typed };
  expect(Answer.parse(set.answers[0])).toEqual(set.answers[0]);
  expect(AnswerSet.parse(set)).toEqual(set);
  expect(canonicalAnswers(single, set)).toEqual(set);
});

test("[RESOLVE-2] equal answers have one canonical form: displayed order, without empty parts", () => {
  const tidy = setOf({ question: "q1", options: ["o1"] }, { question: "q2", text: "Soon" });
  const untidy = {
    answers: [
      { question: "q2", text: "Soon", options: [], note: " " },
      { question: "q1", options: ["o1"] },
    ],
    comment: "",
  };
  expect(canonicalAnswers(two, untidy)).toEqual(tidy);
  expect(areSameAnswers(canonicalAnswers(two, untidy), canonicalAnswers(two, tidy))).toBe(true);
  const picks = canonicalAnswers(several, setOf({ question: "q1", options: ["o3", "o1"] }));
  expect(picks).toEqual(setOf({ question: "q1", options: ["o1", "o3"] }));
});

test("[RESOLVE-2] answers that differ in an option, a letter, a note or the comment are not equal", () => {
  const base = setOf({ question: "q1", text: "Soon" });
  const others = [
    setOf({ question: "q1", text: "soon" }),
    setOf({ question: "q1", options: ["o1"] }),
    setOf({ question: "q1", text: "Soon", note: "ish" }),
    { ...base, comment: "Thanks" },
  ];
  for (const other of others) expect(areSameAnswers(base, canonicalAnswers(single, other))).toBe(false);
});
