import type { Form } from "./form.ts";

/**
 * What somebody wrote and did not send, so that they can copy it; once it is sent, what they wrote for questions that are gone
 * or that they skipped.
 */
export function unsentText({ inquiry, answers, comment, field }: Form, isSent = false): string {
  const isGone = (id: string) => inquiry.questions.every((question) => question.id !== id);
  const written = Object.entries(answers).filter(([id, { isSkipped }]) => !isSent || isSkipped || isGone(id));
  const texts = [
    ...written.flatMap(([, { text, note }]) => [text, note]),
    ...(isSent ? [] : [comment, field?.text ?? ""]),
  ];
  const kept = [...new Set(texts.filter((text) => text.trim() !== ""))];
  return kept.map((text) => `Not sent: ${text}\n`).join("");
}
