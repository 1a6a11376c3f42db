import { type Answer, type AnswerSet, isSkipped } from "./answer.ts";
import type { Inquiry } from "./inquiry.ts";
import type { Question } from "./question.ts";

type Given = Exclude<Answer, { skipped: true }>;

const nothing = "(left unanswered)";

/** An answer to a whole inquiry as text: one line per question, or more where the contract joins by lines. */
export function answerText(inquiry: Pick<Inquiry, "questions">, set: AnswerSet, join: string): string {
  return inquiry.questions.map((question) => answerTextTo(question, set, join)).join("\n");
}

/** The answer to one question: labels in displayed order, own words last. */
export function answerTextTo(question: Question, { answers }: AnswerSet, join: string): string {
  const answer = answers.find((candidate) => candidate.question === question.id);
  if (!answer || isSkipped(answer)) return nothing;
  return [...pickedLabels(question, answer), ...(answer.text === undefined ? [] : [answer.text])].join(join);
}

export function noteTo(question: Question, { answers }: AnswerSet): string | undefined {
  const answer = answers.find((candidate) => candidate.question === question.id);
  return answer && !isSkipped(answer) ? answer.note : undefined;
}

export function pickedLabels(question: Question, answer: Given): string[] {
  return pickedOptions(question, answer).map(({ label }) => label);
}

export function pickedOptions(question: Question, answer: Given) {
  return question.options.filter(({ id }) => answer.options?.includes(id));
}
