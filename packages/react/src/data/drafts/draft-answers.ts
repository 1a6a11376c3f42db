import type { Json, JsonObject } from "@askback/core";
import type { Answer, Draft, DraftAnswer, Inquiry, Question } from "@askback/core/wire";
import { answerIn, hasOwnWords } from "./draft.ts";

/** One answer for each question, a comment on the whole, and the changed input of an allowed call. */
export interface AnswerSet {
  readonly answers: Answer[];
  readonly comment?: string;
  readonly input?: JsonObject;
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
  const input = draft.input === undefined || !allowsOnce(answers) ? undefined : readInput(draft.input);
  return { answers, ...(draft.comment.trim() !== "" && { comment: draft.comment }), ...(input && { input }) };
}

/** Whether the answer is the first option of an approval, the only one that a changed input goes with. */
function allowsOnce([answer]: readonly Answer[]): boolean {
  return answer !== undefined && !("skipped" in answer) && answer.options?.[0] === "o1";
}

/** The input of a call that somebody wrote as JSON; undefined unless it is an object. */
export function readInput(text: string): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
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
