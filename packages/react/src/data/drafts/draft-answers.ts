import type { Answer, Draft, DraftAnswer, Inquiry, Question } from "@askback/core/wire";
import { answerIn, hasOwnWords } from "./draft.ts";

/** One answer for each question, and a comment on the whole. */
export interface AnswerSet {
  readonly answers: Answer[];
  readonly comment?: string;
}

/** The answers that a draft is sent as; questions without an answer are sent as skipped. */
export function draftToAnswers({ questions }: Pick<Inquiry, "questions">, draft: Draft): AnswerSet {
  const answers = questions.map((question): Answer => {
    const answer = answerIn(draft, question.id);
    if (!isAnswered(question, answer)) return { question: question.id, skipped: true };
    const options = question.options.map(({ id }) => id).filter((id) => answer.options.includes(id));
    return {
      question: question.id,
      ...(options.length > 0 && { options }),
      ...(isTextSent(question, answer) && { text: answer.text }),
      ...(areOwnWordsSent(question, answer) && answer.files && { files: answer.files }),
      ...(answer.note.trim() !== "" && { note: answer.note }),
    };
  });
  return { answers, ...(draft.comment.trim() !== "" && { comment: draft.comment }) };
}

/** Whether the own words of a draft, a text or files, would be sent. */
function areOwnWordsSent({ ownWords }: Question, answer: DraftAnswer): boolean {
  return ownWords && answer.isTextChosen && hasOwnWords(answer);
}

/** Whether the text of the own words would be sent. */
export function isTextSent({ ownWords }: Question, { text, isTextChosen }: DraftAnswer): boolean {
  return ownWords && isTextChosen && text.trim() !== "";
}

export function isAnswered(question: Question, answer: DraftAnswer): boolean {
  if (answer.isSkipped) return false;
  const isPicked = question.options.some(({ id }) => answer.options.includes(id));
  return isPicked || areOwnWordsSent(question, answer);
}

export type Progress = "empty" | "answered" | "skipped" | "gap";

/** Whether a question is answered; a gap is chosen own words with nothing written. */
export function progressOf(question: Question, answer: DraftAnswer): Progress {
  if (answer.isSkipped) return "skipped";
  if (isAnswered(question, answer)) return "answered";
  return answer.isTextChosen && !hasOwnWords(answer) ? "gap" : "empty";
}

/** The questions that have neither an answer nor were skipped. */
export function gapsOf({ questions }: Pick<Inquiry, "questions">, draft: Draft): readonly Question[] {
  return questions.filter(
    (question) => !["answered", "skipped"].includes(progressOf(question, answerIn(draft, question.id))),
  );
}
