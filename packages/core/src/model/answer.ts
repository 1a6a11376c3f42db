import { isBlank } from "../ask/plain-text.ts";
import { editMisfit } from "./edited-input.ts";
import { type FileReference, filesMisfit } from "./file.ts";
import type { Inquiry } from "./inquiry.ts";
import { isSameJson } from "./permission.ts";
import type { Question } from "./question.ts";
import type { Json } from "./tool-call.ts";

export const answerLimits = { text: 10_000, note: 2_000, comment: 10_000, input: 100_000 } as const;

/** A person's answer to one question: options, own words with files, and a note; or that they skip it. */
export type Answer =
  | { readonly question: string; readonly skipped: true }
  | {
      readonly question: string;
      readonly options?: readonly string[] | undefined;
      readonly text?: string | undefined;
      /** The handle of what was typed, where the question asks for a secret. */
      readonly secret?: string | undefined;
      /** Part of the own words. */
      readonly files?: readonly FileReference[] | undefined;
      readonly note?: string | undefined;
    };

/** A person's answers to all questions of an inquiry. */
export interface AnswerSet {
  readonly answers: readonly Answer[];
  readonly comment?: string | undefined;
  /** With what input an allowed call runs, where the person changed it. */
  readonly input?: Json | undefined;
}

export function isSkipped(answer: Answer): answer is Extract<Answer, { skipped: true }> {
  return "skipped" in answer;
}

/** Why the answers do not fit the inquiry, as `where: what`; undefined when they fit. */
export function answerMisfit(inquiry: Inquiry, set: AnswerSet): string | undefined {
  const questionById = new Map(inquiry.questions.map((question) => [question.id, question]));
  const seen = new Set<string>();
  for (const answer of set.answers) {
    const question = questionById.get(answer.question);
    if (!question) return `question "${answer.question}": this inquiry has only ${[...questionById.keys()].join(", ")}`;
    if (seen.has(question.id)) return `question "${question.id}": answered twice`;
    seen.add(question.id);
    const reason = isSkipped(answer) ? undefined : questionMisfit(question, answer);
    if (reason) return `question "${question.id}": ${reason}`;
  }
  const missing = inquiry.questions.find((question) => !seen.has(question.id));
  if (missing)
    return `question "${missing.id}": not answered; answer it or send {"question": "${missing.id}", "skipped": true}`;
  if (set.answers.every(isSkipped)) return "every question is skipped, which is no answer; decline or delegate instead";
  return set.input === undefined ? undefined : editMisfit(inquiry, set.input, set.answers);
}

function questionMisfit(question: Question, answer: Exclude<Answer, { skipped: true }>): string | undefined {
  const picks = answer.options ?? [];
  const unknown = picks.find((pick) => !question.options.some((option) => option.id === pick));
  if (unknown !== undefined)
    return `option "${unknown}" is not offered; the options are ${question.options.map(({ id }) => id).join(", ") || "none"}`;
  if (new Set(picks).size < picks.length) return "an option is picked twice";
  const files = answer.files ?? [];
  if (question.secret) {
    if (answer.text !== undefined && isBlank(answer.text)) return "own words are blank";
    const isSealed = answer.secret !== undefined && answer.text === undefined && files.length === 0;
    return isSealed ? undefined : "type the secret in Askback, which seals it: neither text nor files can be stored";
  }
  if (answer.secret !== undefined) return "this question does not ask for a secret";
  const hasOwnWords = answer.text !== undefined || files.length > 0;
  if (answer.text !== undefined && isBlank(answer.text)) return "own words are blank";
  if (hasOwnWords && !question.ownWords) return "own words are not allowed here; pick from the options";
  const tooMany = filesMisfit(files);
  if (tooMany !== undefined) return tooMany;
  const parts = picks.length + (hasOwnWords ? 1 : 0);
  if (parts === 0) return "nothing is picked and nothing is written; a note alone is no answer";
  if (!question.multiSelect && parts > 1) return "only one option, or own words instead, can be given";
  return undefined;
}

/** The answers in their canonical form: questions and options in displayed order, empty parts left out. */
export function canonicalAnswers(inquiry: Inquiry, set: AnswerSet): AnswerSet {
  const answers = inquiry.questions.flatMap((question) => {
    const answer = set.answers.find((candidate) => candidate.question === question.id);
    return answer ? [canonicalAnswer(question, answer)] : [];
  });
  return {
    answers,
    ...(set.comment !== undefined && !isBlank(set.comment) && { comment: set.comment.toWellFormed() }),
    ...(set.input !== undefined && !isSameJson(set.input, inquiry.approval?.input ?? null) && { input: set.input }),
  };
}

function canonicalAnswer(question: Question, answer: Answer): Answer {
  if (isSkipped(answer)) return { question: question.id, skipped: true };
  const options = question.options.map((option) => option.id).filter((optionId) => answer.options?.includes(optionId));
  return {
    question: question.id,
    ...(options.length > 0 && { options }),
    ...(answer.text !== undefined && { text: answer.text.toWellFormed() }),
    ...(answer.secret !== undefined && { secret: answer.secret }),
    ...(answer.files && answer.files.length > 0 && { files: answer.files }),
    ...(answer.note !== undefined && !isBlank(answer.note) && { note: answer.note.toWellFormed() }),
  };
}

/** Whether two sets of canonical answers are equal; the canonical form fixes the order of their fields. */
export function areSameAnswers(a: AnswerSet, b: AnswerSet): boolean {
  return (
    JSON.stringify([a.answers, a.comment]) === JSON.stringify([b.answers, b.comment]) &&
    isSameJson(a.input ?? null, b.input ?? null)
  );
}

/** The files of all answers, each once. */
export function answerFiles({ answers }: AnswerSet): readonly FileReference[] {
  const files = answers.flatMap((answer) => (isSkipped(answer) ? [] : (answer.files ?? [])));
  return [...new Map(files.map((file) => [file.id, file])).values()];
}
