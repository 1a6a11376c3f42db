import * as fc from "fast-check";
import { expect, test } from "vitest";
import { misfit } from "./answer.ts";
import { answerTextTo } from "./answer-text.ts";
import type { Question } from "./question.ts";
import { readAnswerText } from "./read-answer-text.ts";
import { answersFrom, choices, questions } from "./testing/arbitraries.ts";
import { forAny } from "./testing/laws.ts";
import { inquiry, question } from "./testing/samples.ts";

function labelled(...labels: readonly string[]): Question {
  return question({ multiSelect: true, options: labels.map((label, index) => ({ id: `o${index + 1}`, label })) });
}

function read(asked: Question, text: string, join = ", ") {
  const result = readAnswerText(asked, text, join);
  return result.ok ? result.value : result.error;
}

const picks = (...options: readonly string[]) => ({ question: "q1", options });
const says = (text: string) => ({ question: "q1", text });

test("[DIA-1] a whole label is that option, with a comma or without", () => {
  expect(read(question(), "Postgres")).toEqual(picks("o2"));
  expect(read(question(), "  SQLite\n")).toEqual(picks("o1"));
  expect(read(question(), "Redis, in memory")).toEqual(picks("o3"));
});

test("[DIA-1] a whole value is its option", () => {
  const valued = question({ options: [{ id: "o1", label: "Mercury (planet)", value: "planet" }] });
  expect(read(valued, "planet")).toEqual(picks("o1"));
  expect(read(valued, "Mercury (planet)")).toEqual(picks("o1"));
  expect(read(valued, "Mercury")).toEqual(says("Mercury"));
});

test("[DIA-1] a text that is one option's label and another's value is neither", () => {
  const crossed = question({
    options: [
      { id: "o1", label: "a", value: "b" },
      { id: "o2", label: "b", value: "c" },
    ],
  });
  expect(read(crossed, "b")).toEqual(says("b"));
  expect(read(crossed, "c")).toEqual(picks("o2"));
});

test("[DIA-1] nothing is guessed from a text that is nearly a label", () => {
  for (const text of ["sqlite", "SQLit", "SQLite.", "o1", "1", "SQLite Postgres", "__proto__", "constructor", "length"])
    expect(read(question(), text)).toEqual(says(text));
});

test("[DIA-1] several labels are read where the joined text is that of one set", () => {
  const asked = labelled("a", "b", "c", "d");
  expect(read(asked, "a, c")).toEqual(picks("o1", "o3"));
  expect(read(asked, "a, b, c, d")).toEqual(picks("o1", "o2", "o3", "o4"));
  expect(read(asked, "b\nd", "\n")).toEqual(picks("o2", "o4"));
});

test("[DIA-1] labels with commas and newlines are read whole", () => {
  expect(read(labelled("x, y", "z"), "x, y, z")).toEqual(picks("o1", "o2"));
  expect(read(labelled("x\ny", "z"), "x\ny\nz", "\n")).toEqual(picks("o1", "o2"));
  expect(read(labelled("x,", "y"), "x,, y")).toEqual(picks("o1", "o2"));
});

test("[DIA-1] a joined text that several sets have is own words", () => {
  expect(read(labelled("a", "b, c", "a, b", "c"), "a, b, c")).toEqual(says("a, b, c"));
  expect(read({ ...labelled("a", "b, c", "a, b", "c"), ownWords: false }, "a, b, c")).toMatch(
    /must be answered by one/,
  );
});

test("[DIA-1] another order, a repeat, a missing or a foreign part is no set", () => {
  const asked = labelled("a", "b", "c");
  for (const text of ["b, a", "a, a", "a, ", "a, x", ", a", "a,b", "a, b, "])
    expect(read(asked, text)).toEqual(says(text));
});

test("[DIA-1] a single-select reads one label only", () => {
  const single = { ...labelled("a", "b"), multiSelect: false };
  expect(read(single, "a, b")).toEqual(says("a, b"));
  expect(read({ ...single, ownWords: false }, "a, b")).toContain('"a", "b"');
});

test("[DIA-1] own words are kept as they came, and an open question takes any", () => {
  expect(read(question(), " A file \n")).toEqual(says(" A file \n"));
  expect(read(question({ options: [] }), "</resume-context>")).toEqual(says("</resume-context>"));
});

test("[DIA-1] where own words are not allowed, anything else is refused with what is", () => {
  expect(read(question({ ownWords: false }), "A file")).toBe(
    '"Which database?" must be answered by one of its options: "SQLite", "Postgres", "Redis, in memory"',
  );
});

test("[DIA-1] the text of any answer is read as that answer, or as own words, and never as another's options", () => {
  forAny(fc.tuple(questions, choices, fc.constantFrom(", ", "\n")), ([asked, chosen, join]) => {
    const set = answersFrom(asked, chosen);
    for (const one of asked) {
      const given = set.answers.find((some) => some.question === one.id);
      if (!given || "skipped" in given) continue;
      const text = answerTextTo(one, set, join);
      const result = readAnswerText(one, text, join);
      const words = result.ok && "text" in result.value ? result.value.text : undefined;
      if (words !== undefined) expect(words).toBe(text);
      else if (given.text === undefined && given.options?.length === 1)
        expect(result).toMatchObject({ ok: true, value: { options: given.options } });
      else expect(result.ok && answerTextTo(one, { answers: [result.value] }, join)).toBe(text.trim());
    }
  });
});

test("[DIA-1] what is read of any text fits its question, unless it is blank", () => {
  forAny(fc.tuple(questions, fc.string()), ([asked, text]) => {
    const [one] = asked;
    const result = one && readAnswerText(one, text, ", ");
    if (!one || !result?.ok || text.trim() === "") return;
    expect(misfit(inquiry(one), { answers: [result.value] })).toBeUndefined();
  });
});

test("[DIA-1] a long text of many labels is read at once", () => {
  const labels = Array.from({ length: 10 }, (_, index) => "a, ".repeat(index).concat("a"));
  expect(read(labelled(...labels), Array(55).fill("a").join(", "))).toEqual(
    picks(...labels.map((_, index) => `o${index + 1}`)),
  );
  expect(read(labelled(...labels), Array(9).fill("a").join(", "))).toEqual(picks("o9"));
});
