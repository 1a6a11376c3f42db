import { type Answer, type AnswerSet, isSkipped } from "../answer.ts";
import { pickedLabels } from "../answer-text.ts";
import type { Delivery } from "../contract.ts";
import type { Inquiry } from "../inquiry.ts";
import type { Json } from "../json.ts";
import type { Question } from "../question.ts";
import { isHelpful, resolutionWords } from "../resolution-words.ts";

/** The resolution is the result of the call that asked. */
export const toolResultDelivery: Delivery = {
  resolved(inquiry, resolution) {
    if (resolution.type === "answered")
      return { as: "result", status: "ok", text: JSON.stringify(answersToJson(inquiry, resolution)) };
    const comment = "comment" in resolution ? resolution.comment : undefined;
    return {
      as: "result",
      status: isHelpful(resolution) ? "ok" : "error",
      text: withComment(resolutionWords(resolution), comment),
    };
  },
};

function withComment(text: string, comment: string | undefined): string {
  return comment === undefined ? text : `${text}\nThe user added: ${comment}`;
}

/** `{"answers": {question text: label}}`, with more fields only where that form would lose something. */
function answersToJson(inquiry: Inquiry, set: AnswerSet): Json {
  const answers: { [text: string]: Json } = {};
  const details: Json[] = [];
  const skipped: string[] = [];
  for (const question of inquiry.questions) {
    const answer = set.answers.find((candidate) => candidate.question === question.id);
    if (!answer || isSkipped(answer)) {
      skipped.push(question.text);
      continue;
    }
    const parts = [...pickedLabels(question, answer), ...(answer.text === undefined ? [] : [answer.text])];
    // defineProperty, because a question may be called "__proto__".
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
  };
}

/** The parts of an answer one by one, where the joined text is ambiguous or a note goes with it. */
function detailOf(
  question: Question,
  answer: Exclude<Answer, { skipped: true }>,
  parts: readonly string[],
): Json | undefined {
  const picks = pickedLabels(question, answer);
  if (!isAmbiguous(question, answer, parts) && answer.note === undefined) return undefined;
  return {
    question: question.text,
    ...(picks.length > 0 && { picked: picks }),
    ...(answer.text !== undefined && { ownWords: answer.text }),
    ...(answer.note !== undefined && { note: answer.note }),
  };
}

/** Whether the joined text could be read as other parts than these. */
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
