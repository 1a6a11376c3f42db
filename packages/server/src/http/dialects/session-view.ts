import { createHash } from "node:crypto";
import type { Inquiry, Question } from "@askback/core";
import { shownQuestions } from "./shown-questions.ts";

/** What `question_pending` tells. */
export function pendingData(inquiry: Inquiry, sessionId: string) {
  return { question_id: questionUuid(inquiry.id), questions: sessionQuestions(inquiry), session_id: sessionId };
}

export function sessionQuestions(inquiry: Inquiry) {
  return shownQuestions(inquiry).map(sessionQuestion);
}

function sessionQuestion({ text, header, options, multiSelect }: Question) {
  return {
    question: text,
    ...(header !== undefined && { header }),
    options: options.map(({ label, description }) => ({ label, ...(description !== undefined && { description }) })),
    multiSelect,
  };
}

/** Always the same UUID for an inquiry, made from its id (version 8: by our own rule). */
export function questionUuid(inquiryId: string): string {
  const hex = createHash("sha256").update(inquiryId).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join("-");
}
