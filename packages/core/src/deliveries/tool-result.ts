import { type Answer, type AnswerSet, isSkipped } from "../answer.ts";
import type { Delivery } from "../contract.ts";
import type { Inquiry } from "../inquiry.ts";
import type { Json } from "../json.ts";
import type { Question } from "../question.ts";
import type { Resolution } from "../resolution.ts";
import type { ToolResult } from "../tool-call.ts";

/** The resolution is the result of the call that asked. */
export const toolResultDelivery: Delivery = {
  resultOf(call, inquiry, resolution) {
    return { callId: call.id, name: call.name, ...words(inquiry, resolution) };
  },
};

function words(inquiry: Inquiry, resolution: Resolution): Pick<ToolResult, "status" | "text"> {
  switch (resolution.type) {
    case "answered":
      return { status: "ok", text: JSON.stringify(answersToJson(inquiry, resolution)) };
    case "answered-in-chat":
      return {
        status: "ok",
        text: "The user replied in chat instead of picking an option. Their message follows; treat it as the answer.",
      };
    case "delegated":
      return {
        status: "ok",
        text: withComment(
          "The user leaves this decision to you: choose by your own judgment, and say what you chose and why.",
          resolution.comment,
        ),
      };
    case "declined":
      return {
        status: "ok",
        text: withComment(
          "The user declined to answer. Proceed without an answer: assume no preference and no consent, and do nothing that needs it.",
          resolution.comment,
        ),
      };
    case "dismissed":
      return {
        status: "error",
        text: withComment(
          "User cancelled the question. It was set aside unanswered: assume nothing from it and follow what the user writes next.",
          resolution.comment,
        ),
      };
    case "expired":
      return {
        status: "error",
        text: "Nobody answered before the deadline. This is neither consent nor refusal: go on without an answer, and do nothing that needs one.",
      };
    case "superseded":
      return { status: "error", text: "This question was replaced by a newer one and was never answered." };
    case "withdrawn":
      return { status: "error", text: "This question was withdrawn before anybody answered it." };
  }
}

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
    const parts = [...labelsOf(question, answer), ...(answer.text === undefined ? [] : [answer.text])];
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

function labelsOf(question: Question, answer: Exclude<Answer, { skipped: true }>): string[] {
  return question.options.filter((option) => answer.options?.includes(option.id)).map((option) => option.label);
}

/** The parts of an answer one by one, where the joined text is ambiguous or a note goes with it. */
function detailOf(
  question: Question,
  answer: Exclude<Answer, { skipped: true }>,
  parts: readonly string[],
): Json | undefined {
  const picks = labelsOf(question, answer);
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
