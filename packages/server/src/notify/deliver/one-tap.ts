import type { InquiryRecord } from "@askback/core";

/** The answers that one tap gives, by the ids that an answer has. */
export interface OneTapAnswer {
  readonly inquiry: string;
  readonly revision: number;
  readonly question: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
}

/**
 * One tap answers a single question of which one option is picked, and never an approval, whose call has to be read.
 * With more answers than a channel has buttons none would be right.
 */
export function oneTapAnswer(
  { id, revision, questions, approval }: InquiryRecord,
  maxButtons: number,
): OneTapAnswer | undefined {
  const [question] = questions;
  if (!question || questions.length > 1 || approval || question.multiSelect || question.secret) return undefined;
  if (question.options.length === 0 || question.options.length > maxButtons) return undefined;
  const options = question.options.map((option) => ({ id: option.id, label: option.label }));
  return { inquiry: id, revision, question: question.id, options };
}
