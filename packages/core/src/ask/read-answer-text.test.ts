import * as fc from "fast-check";
import { expect, test } from "vitest";
import { questionAnswerText } from "../deliveries/answer-text.ts";
import { answerMisfit } from "../model/answer.ts";
import type { Question } from "../model/question.ts";
import { answersFrom, choices, questions } from "../testing/arbitraries.ts";
import { forAll } from "../testing/properties.ts";
import { inquiry, question } from "../testing/samples.ts";
import { readAnswerText } from "./read-answer-text.ts";

function labelled(...labels: readonly string[]): Question {
  return question({ multiSelect: true, options: labels.map((label, index) => ({ id: `o${index + 1}`, label })) });
}

function read(asked: Question, text: string, join = ", ") {
  const result = readAnswerText(asked, text, join);
  return result.ok ? result.value : result.error;
}

const picks = (...options: readonly string[]) => ({ question: "q1", options });
const says = (text: string) => ({ question: "q1", text });

test("[COMPAT-1] a text that equals a label is that option, with or without a comma", () => {
  expect(read(question(), "Postgres")).toEqual(picks("o2"));
  expect(read(question(), "  SQLite\n")).toEqual(picks("o1"));
  expect(read(question(), "Redis, in memory")).toEqual(picks("o3"));
});

test("[COMPAT-1] a text that equals a value is its option", () => {
  const valued = question({ options: [{ id: "o1", label: "Mercury (planet)", value: "planet" }] });
  expect(read(valued, "planet")).toEqual(picks("o1"));
  expect(read(valued, "Mercury (planet)")).toEqual(picks("o1"));
  expect(read(valued, "Mercury")).toEqual(says("Mercury"));
});

test("[COMPAT-1] a text that is one option's label and another's value is neither", () => {
  const crossed = question({
    options: [
      { id: "o1", label: "a", value: "b" },
      { id: "o2", label: "b", value: "c" },
    ],
  });
  expect(read(crossed, "b")).toEqual(says("b"));
  expect(read(crossed, "c")).toEqual(picks("o2"));
});

test("[COMPAT-1] a text that is almost a label is not taken for it", () => {
  for (const text of ["sqlite", "SQLit", "SQLite.", "o1", "1", "SQLite Postgres", "__proto__", "constructor", "length"])
    expect(read(question(), text)).toEqual(says(text));
});

test("[COMPAT-1] joined labels are read where exactly one set of options gives that text", () => {
  const asked = labelled("a", "b", "c", "d");
  expect(read(asked, "a, c")).toEqual(picks("o1", "o3"));
  expect(read(asked, "a, b, c, d")).toEqual(picks("o1", "o2", "o3", "o4"));
  expect(read(asked, "b\nd", "\n")).toEqual(picks("o2", "o4"));
});

test("[COMPAT-1] labels with commas and newlines are read", () => {
  expect(read(labelled("x, y", "z"), "x, y, z")).toEqual(picks("o1", "o2"));
  expect(read(labelled("x\ny", "z"), "x\ny\nz", "\n")).toEqual(picks("o1", "o2"));
  expect(read(labelled("x,", "y"), "x,, y")).toEqual(picks("o1", "o2"));
});

test("[COMPAT-1] a text that several sets of options give counts as own words", () => {
  expect(read(labelled("a", "b, c", "a, b", "c"), "a, b, c")).toEqual(says("a, b, c"));
  expect(read({ ...labelled("a", "b, c", "a, b", "c"), ownWords: false }, "a, b, c")).toMatch(
    /must be answered by one/,
  );
});

test("[COMPAT-1] labels in another order, repeated, missing or unknown are not read as options", () => {
  const asked = labelled("a", "b", "c");
  for (const text of ["b, a", "a, a", "a, ", "a, x", ", a", "a,b", "a, b, "])
    expect(read(asked, text)).toEqual(says(text));
});

test("[COMPAT-1] a single-select reads only one label", () => {
  const single = { ...labelled("a", "b"), multiSelect: false };
  expect(read(single, "a, b")).toEqual(says("a, b"));
  expect(read({ ...single, ownWords: false }, "a, b")).toContain('"a", "b"');
});

test("[COMPAT-1] own words are kept unchanged, and an open question accepts any", () => {
  expect(read(question(), " A file \n")).toEqual(says(" A file \n"));
  expect(read(question({ options: [] }), "</resume-context>")).toEqual(says("</resume-context>"));
});

test("[COMPAT-1] where own words are not allowed, any other text is refused with the list of options", () => {
  expect(read(question({ ownWords: false }), "A file")).toBe(
    '"Which database?" must be answered by one of its options: "SQLite", "Postgres", "Redis, in memory"',
  );
});

test("[COMPAT-1] the text of any answer is read as that answer or as own words, never as other options", () => {
  forAll(fc.tuple(questions, choices, fc.constantFrom(", ", "\n")), ([asked, chosen, join]) => {
    const set = answersFrom(asked, chosen);
    for (const one of asked) {
      const given = set.answers.find((some) => some.question === one.id);
      if (!given || "skipped" in given) continue;
      const text = questionAnswerText(one, set, join);
      const result = readAnswerText(one, text, join);
      const ownWords = result.ok && "text" in result.value ? result.value.text : undefined;
      if (ownWords !== undefined) expect(ownWords).toBe(text);
      else if (given.text === undefined && given.options?.length === 1)
        expect(result).toMatchObject({ ok: true, value: { options: given.options } });
      else expect(result.ok && questionAnswerText(one, { answers: [result.value] }, join)).toBe(text.trim());
    }
  });
});

test("[COMPAT-1] the answer read from any text that is not blank fits its question", () => {
  forAll(fc.tuple(questions, fc.string()), ([asked, text]) => {
    const [one] = asked;
    const result = one && readAnswerText(one, text, ", ");
    if (!one || !result?.ok || text.trim() === "") return;
    expect(answerMisfit(inquiry(one), { answers: [result.value] })).toBeUndefined();
  });
});

test("[COMPAT-1] a long text of many labels is read quickly", () => {
  const labels = Array.from({ length: 10 }, (_, index) => "a, ".repeat(index).concat("a"));
  expect(read(labelled(...labels), Array(55).fill("a").join(", "))).toEqual(
    picks(...labels.map((_, index) => `o${index + 1}`)),
  );
  expect(read(labelled(...labels), Array(9).fill("a").join(", "))).toEqual(picks("o9"));
});
