import type { Delivery } from "../contracts/contract.ts";
import { type Answer, type AnswerSet, isSkipped } from "../model/answer.ts";
import type { Inquiry } from "../model/inquiry.ts";
import type { Question } from "../model/question.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Json } from "../model/tool-call.ts";
import { ownWords, pickedLabels } from "./answer-text.ts";
import { resolutionText, standingText } from "./resolution-text.ts";

/** The resolution becomes the result of the call that asked. */
export const toolResultDelivery: Delivery = {
  resolved(inquiry, resolution) {
    if (resolution.type === "answered")
      return { as: "result", status: "ok", text: JSON.stringify(answersToJson(inquiry, resolution)) };
    const comment = "comment" in resolution ? resolution.comment : undefined;
    return {
      as: "result",
      status: isSuccess(resolution) ? "ok" : "error",
      text: withComment(resolutionText(resolution), comment),
    };
  },
};

/** Whether the agent can continue as it planned; any other resolution is an error result. */
function isSuccess({ type }: Resolution): boolean {
  return type === "answered" || type === "answered-in-chat" || type === "delegated" || type === "declined";
}

function withComment(text: string, comment: string | undefined): string {
  return comment === undefined ? text : `${text}\nThe user added: ${comment}`;
}

/** `{"answers": {question text: label}}`, with more fields only where this form would lose information. */
function answersToJson(inquiry: Inquiry, set: AnswerSet & { readonly standing?: string }): Json {
  const answers: { [text: string]: Json } = {};
  const details: Json[] = [];
  const skipped: string[] = [];
  for (const question of inquiry.questions) {
    const answer = set.answers.find((candidate) => candidate.question === question.id);
    if (!answer || isSkipped(answer)) {
      skipped.push(question.text);
      continue;
    }
    const parts = [...pickedLabels(question, answer), ...ownWords(answer)];
    // A plain assignment would lose a question with the text "__proto__".
    Object.defineProperty(answers, question.text, { value: parts.join(", "), enumerable: true });
    const detail = detailOf(question, answer, parts);
    if (detail) details.push(detail);
  }
  return {
    answers,
    ...(details.length > 0 && { details }),
    ...(skipped.length > 0 && {
      skipped,
      hint: "The user left the skipped questions unanswered on purpose: do not assume a choice.",
    }),
    ...(set.comment !== undefined && { comment: set.comment }),
    ...(set.standing !== undefined && { note: standingText }),
  };
}

/** The parts of an answer one by one, where the joined text is ambiguous or the answer has a note or files. */
function detailOf(
  question: Question,
  answer: Exclude<Answer, { skipped: true }>,
  parts: readonly string[],
): Json | undefined {
  const picks = pickedLabels(question, answer);
  const files = answer.files ?? [];
  if (!isAmbiguous(question, answer, parts) && answer.note === undefined && files.length === 0) return undefined;
  return {
    question: question.text,
    ...(picks.length > 0 && { picked: picks }),
    ...(answer.text !== undefined && { ownWords: answer.text }),
    ...(files.length > 0 && { files: files.map(({ name }) => name) }),
    ...(answer.note !== undefined && { note: answer.note }),
  };
}

/** Whether the joined text could also be read as other parts. */
function isAmbiguous(
  question: Question,
  { text }: Exclude<Answer, { skipped: true }>,
  parts: readonly string[],
): boolean {
  const labels = new Set(question.options.map((option) => option.label));
  const joined = parts.join(", ");
  if (parts.length > 1) return text !== undefined || labels.has(joined) || parts.some((part) => part.includes(","));
  const pieces = joined.split(", ");
  return (text !== undefined && labels.has(text)) || (pieces.length > 1 && pieces.every((piece) => labels.has(piece)));
}
