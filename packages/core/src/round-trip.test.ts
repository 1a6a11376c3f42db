import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type AnswerSet, isSkipped } from "./answer.ts";
import type { Question } from "./question.ts";
import { answersFrom, askInput, choices } from "./testing/arbitraries.ts";
import { eventsOf, resultsOf } from "./testing/given.ts";
import { forAny } from "./testing/laws.ts";
import { asks, noon, reply, thinking } from "./testing/samples.ts";

interface Answered {
  readonly questions: readonly Question[];
  readonly set: AnswerSet;
  readonly told: string;
  readonly stored: unknown;
}

/** Any valid ask with any valid answer, through the whole of a conversation. */
const answered: fc.Arbitrary<Answered> = fc
  .tuple(askInput, choices, fc.option(fc.string({ unit: "grapheme", minLength: 1 }), { nil: undefined }))
  .map(([input, chosen, words]) => {
    const story = thinking().when(reply(asks("c1", input)));
    const [asked] = eventsOf(story.events, "inquiry.asked");
    if (!asked) throw new Error(`a valid ask did not park: ${JSON.stringify(story.events)}`);
    const { questions, id: inquiryId } = asked.inquiry;
    const set = { ...answersFrom(questions, chosen), ...(words?.trim() && { comment: words }) };
    const { events } = story.when({ type: "answer", inquiryId, set, by: "ana", at: noon });
    const [resolved] = eventsOf(JSON.parse(JSON.stringify(events)) as typeof events, "inquiry.resolved");
    return { questions, set, told: resultsOf(events)[0]?.text ?? "", stored: resolved?.resolution };
  });

test("[ANS-8] a valid answer is stored with every character of it", () => {
  forAny(answered, ({ set, questions, stored }) => {
    expect(stored).toEqual({ type: "answered", by: "ana", at: noon, ...inDisplayedOrder(questions, set) });
  });
});

test("[ANS-8] picked labels, own words, notes and comment can be recovered from what the model is told", () => {
  forAny(answered, ({ set, questions, told }) => {
    const result = JSON.parse(told) as Told;
    expect(result.comment).toBe(set.comment);
    expect(questions.map((question) => recovered(question, result))).toEqual(
      questions.map((question) => said(question, set)),
    );
  });
});

interface Told {
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

interface Said {
  readonly picked: readonly string[];
  readonly ownWords?: string | undefined;
  readonly note?: string | undefined;
}

/** What a careful reader of the result takes a person to have said; details win over the joined text. */
function recovered(question: Question, { answers, details, skipped }: Told): Said | "skipped" {
  if (skipped?.includes(question.text)) return "skipped";
  const detail = details?.find((some) => some.question === question.text);
  if (detail) return { picked: detail.picked ?? [], ownWords: detail.ownWords, note: detail.note };
  const joined = Object.hasOwn(answers, question.text) ? (answers[question.text] ?? "") : "";
  const labels = question.options.map((option) => option.label);
  const pieces = labels.includes(joined) ? [joined] : joined.split(", ");
  return pieces.every((piece) => labels.includes(piece)) ? { picked: pieces } : { picked: [], ownWords: joined };
}

function said(question: Question, set: AnswerSet): Said | "skipped" {
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
