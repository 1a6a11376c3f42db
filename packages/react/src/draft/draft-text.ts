import type { Draft, DraftAnswer, Question } from "@askback/core/wire";
import { answerIn } from "./draft.ts";

/** What somebody has written and picked, as text to copy or to send: each question with what they have to say to it. */
export function draftText(questions: readonly Question[], draft: Draft): string {
  const known = new Set(questions.map(({ id }) => id));
  const strays = Object.keys(draft.answers).filter((id) => !known.has(id));
  return [
    ...questions.map((question) => answerText(question, answerIn(draft, question.id))),
    ...strays.map((id) => answerText(undefined, answerIn(draft, id))),
    draft.comment,
  ]
    .filter((part) => part.trim() !== "")
    .join("\n\n");
}

/** Words that were written and then not chosen are there too: they were typed. */
function answerText(question: Question | undefined, { options, text, note }: DraftAnswer): string {
  const labels = question?.options.filter(({ id }) => options.includes(id)).map(({ label }) => label) ?? [];
  const said = [labels.join(", "), text, note].filter((part) => part.trim() !== "");
  if (said.length === 0) return "";
  return [...(question ? [question.text] : []), ...said].join("\n");
}
