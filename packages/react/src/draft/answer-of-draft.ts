import type { Answer, Draft, DraftAnswer, Inquiry, Question } from "@askback/core/wire";
import { answerIn } from "./draft.ts";

/** What is sent of a draft: questions without an answer go as skipped. */
export interface DraftedAnswers {
  readonly answers: Answer[];
  readonly comment?: string;
}

export function answersOf({ questions }: Pick<Inquiry, "questions">, draft: Draft): DraftedAnswers {
  const answers = questions.map((question): Answer => {
    const answer = answerIn(draft, question.id);
    if (!isAnswered(question, answer)) return { question: question.id, skipped: true };
    const options = question.options.map(({ id }) => id).filter((id) => answer.options.includes(id));
    return {
      question: question.id,
      ...(options.length > 0 && { options }),
      ...(isTextSent(question, answer) && { text: answer.text }),
      ...(answer.note.trim() !== "" && { note: answer.note }),
    };
  });
  return { answers, ...(draft.comment.trim() !== "" && { comment: draft.comment }) };
}

/** Whether the own words of a draft would be sent. */
export function isTextSent({ ownWords }: Question, { text, isTextChosen }: DraftAnswer): boolean {
  return ownWords && isTextChosen && text.trim() !== "";
}

export function isAnswered(question: Question, answer: DraftAnswer): boolean {
  if (answer.isSkipped) return false;
  const isPicked = question.options.some(({ id }) => answer.options.includes(id));
  return isPicked || isTextSent(question, answer);
}

export type Progress = "empty" | "answered" | "skipped" | "gap";

/** How far a question is; a gap is a choice of own words without any. */
export function progressOf(question: Question, answer: DraftAnswer): Progress {
  if (answer.isSkipped) return "skipped";
  if (isAnswered(question, answer)) return "answered";
  return answer.isTextChosen && answer.text.trim() === "" ? "gap" : "empty";
}

/** The questions that have neither an answer nor were skipped. */
export function gapsOf({ questions }: Pick<Inquiry, "questions">, draft: Draft): readonly Question[] {
  return questions.filter(
    (question) => !["answered", "skipped"].includes(progressOf(question, answerIn(draft, question.id))),
  );
}
