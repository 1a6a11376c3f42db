import type { DraftAnswer, Question } from "@askback/core/wire";
import { isAnswered, isTextSent } from "../draft/answer-of-draft.ts";

/** What would be sent to a question, in words: the labels of the picks, then the own words. */
export function draftedParts(question: Question, answer: DraftAnswer): readonly string[] {
  if (!isAnswered(question, answer)) return [];
  const labels = question.options.filter(({ id }) => answer.options.includes(id)).map(({ label }) => label);
  return isTextSent(question, answer) ? [...labels, answer.text] : labels;
}
