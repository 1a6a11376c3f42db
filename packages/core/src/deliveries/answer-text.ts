import { type Answer, type AnswerSet, isSkipped } from "../model/answer.ts";
import { fileText } from "../model/file.ts";
import type { Inquiry } from "../model/inquiry.ts";
import type { Question } from "../model/question.ts";

type GivenAnswer = Exclude<Answer, { skipped: true }>;

const skippedText = "(left unanswered)";

/** The answers to an inquiry as text: one line per question, or more where the contract joins by newlines. */
export function answerText(inquiry: Pick<Inquiry, "questions">, set: AnswerSet, join: string): string {
  return inquiry.questions.map((question) => questionAnswerText(question, set, join)).join("\n");
}

/** The answer to one question: labels in displayed order, own words and their files last. */
export function questionAnswerText(question: Question, { answers }: AnswerSet, join: string): string {
  const answer = answers.find((candidate) => candidate.question === question.id);
  if (!answer || isSkipped(answer)) return skippedText;
  return [...pickedLabels(question, answer), ...ownWords(answer)].join(join);
}

/** The own words of an answer, or the handle of its secret, and the names of its files. */
export function ownWords({ text, secret, files = [] }: GivenAnswer): string[] {
  return [...[text, secret].filter((words) => words !== undefined), ...files.map(fileText)];
}

export function questionNote(question: Question, { answers }: AnswerSet): string | undefined {
  const answer = answers.find((candidate) => candidate.question === question.id);
  return answer && !isSkipped(answer) ? answer.note : undefined;
}

export function pickedLabels(question: Question, answer: GivenAnswer): string[] {
  return pickedOptions(question, answer).map(({ label }) => label);
}

export function pickedOptions(question: Question, answer: GivenAnswer) {
  return question.options.filter(({ id }) => answer.options?.includes(id));
}
