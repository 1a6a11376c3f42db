import * as fc from "fast-check";
import { expect, test } from "vitest";
import { answerMisfit } from "../model/answer.ts";
import type { Question } from "../model/question.ts";
import { questions } from "../testing/arbitraries.ts";
import { forAll } from "../testing/properties.ts";
import { inquiry, question } from "../testing/samples.ts";
import { readReply } from "./read-reply.ts";
import { keywordsIn, replyLanguageOf, replyLanguages } from "./reply-keywords.ts";

function labelled(...labels: readonly string[]): Question {
  return question({ options: labels.map((label, index) => ({ id: `o${index + 1}`, label })) });
}

function several(...labels: readonly string[]): Question {
  return { ...labelled(...labels), multiSelect: true };
}

const picks = (...options: readonly string[]) => ({ type: "answer", answer: { question: "q1", options } });
const says = (text: string) => ({ type: "answer", answer: { question: "q1", text } });
const unclear = (reason: string) => ({ type: "unclear", reason });
const read = (asked: Question, text: string) => readReply(asked, text, "en");

test("[REPLY-1] a label is read in any case, width and spacing, before anything else", () => {
  const asked = labelled("Yes, now", "Skip", "2", "Ｃａｆé");
  for (const text of ["yes, now", " YES,  NOW ", "Ｙｅｓ, now"]) expect(read(asked, text)).toEqual(picks("o1"));
  expect(read(asked, "skip")).toEqual(picks("o2"));
  expect(read(asked, "2")).toEqual(picks("o3"));
  expect(read(asked, "cafe\u0301")).toEqual(picks("o4"));
});

test("[REPLY-1] several labels are read in any order where only one set of options is meant", () => {
  const asked = several("SQLite", "Postgres", "Redis, in memory");
  for (const text of [
    "postgres, sqlite",
    "SQLite,Postgres",
    "SQLite; Postgres",
    "sqlite\nPostgres",
    "SQLite + postgres",
  ])
    expect(read(asked, text), text).toEqual(picks("o1", "o2"));
  expect(read(asked, "SQLite, Redis, in memory")).toEqual(picks("o1", "o3"));
  expect(read(asked, "SQLite, and a cache")).toEqual(says("SQLite, and a cache"));
});

test("[REPLY-2] numbers pick options, in digits of any kind", () => {
  const asked = several("a", "b", "c");
  for (const text of ["1 3", "1, 3", "3;1", "1. 3.", "#1 #3", "１　３", "١، ٣", "1) 3)", "1 & 3", "1 1 3"])
    expect(read(asked, text), text).toEqual(picks("o1", "o3"));
  expect(read(labelled("a", "b"), "2")).toEqual(picks("o2"));
});

test("[REPLY-2] a number is own words where there are no options, or where it is part of a sentence", () => {
  expect(read(question({ options: [] }), "42")).toEqual(says("42"));
  expect(read(labelled("a", "b"), "2 but not on Friday")).toEqual(says("2 but not on Friday"));
});

test("[REPLY-3] skip, decline and you decide are read in the person's language and in English", () => {
  for (const language of replyLanguages)
    for (const [keyword, word] of Object.entries(keywordsIn(language)))
      for (const text of [word, `${word.toUpperCase()}.`, keywordsIn("en")[keyword as "skip"]])
        expect(readReply(labelled("a", "b"), text, language), text).toEqual({ type: keyword });
  expect(readReply(labelled("a", "b"), "Uberspringen!", "de")).toEqual({ type: "skip" });
  expect(readReply(labelled("a", "b"), "passer", "de")).toEqual(says("passer"));
  expect(readReply(labelled("a", "b"), "you decide which one", "en")).toEqual(says("you decide which one"));
});

test("[REPLY-3] a slash before a keyword says that it is no label", () => {
  const asked = labelled("Skip", "Überspringen");
  expect(read(asked, "skip")).toEqual(picks("o1"));
  for (const text of ["/skip", " ／Skip. "]) expect(read(asked, text)).toEqual({ type: "skip" });
  expect(readReply(asked, "/überspringen", "de")).toEqual({ type: "skip" });
  expect(read(labelled("/skip", "b"), "/skip")).toEqual(picks("o1"));
  expect(read(asked, "/etc/hosts")).toEqual(says("/etc/hosts"));
});

test("[REPLY-3] the language comes from a tag or a locale of a system", () => {
  expect(["de", "de_AT.UTF-8", "zh_CN", "zh-TW", "pt_BR", "C", "", undefined].map(replyLanguageOf)).toEqual([
    "de",
    "de",
    "zh-CN",
    "zh-CN",
    "en",
    "en",
    "en",
    "en",
  ]);
});

test("[REPLY-4] anything else is own words, without the white space around it", () => {
  expect(read(labelled("a", "b"), " After lunch \n")).toEqual(says("After lunch"));
});

test("[REPLY-5] what is blank, names no option or means more than one thing is unclear", () => {
  for (const text of ["", " \n", "\u200B"]) expect(read(labelled("a"), text)).toEqual(unclear("blank"));
  for (const text of ["0", "3", "1 3"]) expect(read(labelled("a", "b"), text)).toEqual(unclear("no-such-number"));
  expect(read(labelled("a", "b"), "1 2")).toEqual(unclear("one-only"));
  expect(read({ ...labelled("a", "b"), ownWords: false }, "c")).toEqual(unclear("no-such-option"));
  expect(read(labelled("A", "Ａ"), "a")).toEqual(unclear("several-match"));
  expect(read(several("a", "b, c", "a, b", "c"), "a, b, c")).toEqual(unclear("several-match"));
});

test("[REPLY-5] the answer read from any text fits its question", () => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^[0-9 ,]{1,6}$/));
  forAll(fc.tuple(questions, texts), ([asked, text]) => {
    const [one] = asked;
    const reply = one && readReply(one, text, "en");
    if (!one || reply?.type !== "answer") return;
    expect(answerMisfit(inquiry(one), { answers: [reply.answer] })).toBeUndefined();
  });
});
