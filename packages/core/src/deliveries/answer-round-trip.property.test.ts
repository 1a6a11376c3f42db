import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type AnswerSet, isSkipped } from "../model/answer.ts";
import type { Question } from "../model/question.ts";
import { answersFrom, askInput, choices } from "../testing/arbitraries.ts";
import { eventsOf, resultsOf } from "../testing/given.ts";
import { forAll } from "../testing/properties.ts";
import { asks, noon, reply, thinking } from "../testing/samples.ts";

interface Answered {
  readonly questions: readonly Question[];
  readonly set: AnswerSet;
  readonly resultText: string;
  readonly stored: unknown;
}

/** Any valid ask with any valid answer, after the whole flow of a conversation. */
const answered: fc.Arbitrary<Answered> = fc
  .tuple(askInput, choices, fc.option(fc.string({ unit: "grapheme", minLength: 1 }), { nil: undefined }))
  .map(([input, chosen, typed]) => {
    const history = thinking().when(reply(asks("c1", input)));
    const [asked] = eventsOf(history.events, "inquiry.asked");
    if (!asked) throw new Error(`a valid ask did not park: ${JSON.stringify(history.events)}`);
    const { questions, id: inquiryId } = asked.inquiry;
    const set = { ...answersFrom(questions, chosen), ...(typed?.trim() && { comment: typed }) };
    const { events } = history.when({ type: "answer", inquiryId, set, by: "ana", at: noon });
    const [resolved] = eventsOf(JSON.parse(JSON.stringify(events)) as typeof events, "inquiry.resolved");
    return { questions, set, resultText: resultsOf(events)[0]?.text ?? "", stored: resolved?.resolution };
  });

test("[ANSWER-8] every character of a valid answer is stored", () => {
  forAll(answered, ({ set, questions, stored }) => {
    expect(stored).toEqual({ type: "answered", by: "ana", at: noon, ...inDisplayedOrder(questions, set) });
  });
});

test("[ANSWER-8] [S0-36] picked labels, own words, notes and comment can be recovered from the tool result", () => {
  forAll(answered, ({ set, questions, resultText }) => {
    const result = JSON.parse(resultText) as AnswerResult;
    expect(result.comment).toBe(set.comment);
    expect(questions.map((question) => recoverParts(question, result))).toEqual(
      questions.map((question) => partsOfAnswer(question, set)),
    );
  });
});

interface AnswerResult {
  readonly answers: { readonly [text: string]: string };
  readonly details?: readonly {
    readonly question: string;
    readonly picked?: readonly string[];
    readonly ownWords?: string;
    readonly note?: string;
  }[];
  readonly skipped?: readonly string[];
  readonly comment?: string;
}

interface AnswerParts {
  readonly picked: readonly string[];
  readonly ownWords?: string | undefined;
  readonly note?: string | undefined;
}

/** The parts of an answer as they can be read from the result; details win over the joined text. */
function recoverParts(question: Question, { answers, details, skipped }: AnswerResult): AnswerParts | "skipped" {
  if (skipped?.includes(question.text)) return "skipped";
  const detail = details?.find((some) => some.question === question.text);
  if (detail) return { picked: detail.picked ?? [], ownWords: detail.ownWords, note: detail.note };
  const joined = Object.hasOwn(answers, question.text) ? (answers[question.text] ?? "") : "";
  const labels = question.options.map((option) => option.label);
  const pieces = labels.includes(joined) ? [joined] : joined.split(", ");
  return pieces.every((piece) => labels.includes(piece)) ? { picked: pieces } : { picked: [], ownWords: joined };
}

function partsOfAnswer(question: Question, set: AnswerSet): AnswerParts | "skipped" {
  const answer = set.answers.find((some) => some.question === question.id);
  if (!answer || isSkipped(answer)) return "skipped";
  const picked = question.options.filter((option) => answer.options?.includes(option.id)).map((option) => option.label);
  return { picked, ownWords: answer.text, note: answer.note };
}

function inDisplayedOrder(questions: readonly Question[], set: AnswerSet): AnswerSet {
  const answers = set.answers.map((answer) => {
    if (isSkipped(answer) || !answer.options) return answer;
    const question = questions.find((some) => some.id === answer.question);
    const ids = question?.options.map((option) => option.id) ?? [];
    return { ...answer, options: ids.filter((id) => answer.options?.includes(id)) };
  });
  return { ...set, answers };
}
