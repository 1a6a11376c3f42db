import type { Draft, DraftAnswer, Inquiry, Question } from "@askback/core/wire";
import * as fc from "fast-check";
import type { DraftAction } from "../data/drafts/draft.ts";
import { inquiryOf } from "./samples.ts";

const words = fc.constantFrom("", " ", "yes", "no, because", "two\nlines", "__proto__", "a", "b");
const optionId = fc.constantFrom("o1", "o2", "o3");
const questionId = fc.constantFrom("q1", "q2", "q3");

const draftAnswer: fc.Arbitrary<DraftAnswer> = fc.record({
  options: fc.uniqueArray(optionId),
  text: words,
  isTextChosen: fc.boolean(),
  note: words,
  isSkipped: fc.boolean(),
});

export const anyDraft: fc.Arbitrary<Draft> = fc.record({
  revision: fc.constant(1),
  answers: fc.dictionary(questionId, draftAnswer, { noNullPrototype: true }),
  comment: words,
  step: fc.nat(3),
});

const question = (id: string): fc.Arbitrary<Question> =>
  fc.record({
    id: fc.constant(id),
    text: fc.constantFrom("Which?", "Why?", "When?"),
    options: fc
      .uniqueArray(optionId)
      .chain((ids) => fc.tuple(...ids.map((some) => fc.record({ id: fc.constant(some), label: words })))),
    multiSelect: fc.boolean(),
    ownWords: fc.boolean(),
  });

export const anyInquiry: fc.Arbitrary<Inquiry> = fc
  .uniqueArray(questionId, { minLength: 1 })
  .chain((ids) => fc.tuple(...ids.map(question)))
  .map((questions) => inquiryOf({ questions }));

export const anyAction: fc.Arbitrary<DraftAction> = fc.oneof(
  fc.record({ type: fc.constant("pick" as const), question: questionId, option: optionId }),
  fc.record({ type: fc.constant("choose-text" as const), question: questionId }),
  fc.record({ type: fc.constant("write" as const), question: questionId, text: words }),
  fc.record({ type: fc.constant("write-note" as const), question: questionId, note: words }),
  fc.record({ type: fc.constant("write-comment" as const), comment: words }),
  fc.record({ type: fc.constant("skip" as const), question: questionId }),
  fc.record({ type: fc.constant("go" as const), step: fc.integer({ min: -2, max: 9 }) }),
);

/** Everything that somebody typed. */
export function wordsIn({ answers, comment }: Draft): readonly string[] {
  return [comment, ...Object.values(answers).flatMap(({ text, note }) => [text, note])].filter(
    (some) => some.trim() !== "",
  );
}
