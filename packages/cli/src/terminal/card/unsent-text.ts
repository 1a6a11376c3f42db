import { type Form, writesSecret } from "./form.ts";

/**
 * What somebody wrote and did not send, so that they can copy it; once it is sent, what they wrote for questions that are gone
 * or that they skipped. A secret is typed again.
 */
export function unsentText(form: Form, isSent = false): string {
  const { inquiry, answers, comment, field } = form;
  const isGone = (id: string) => inquiry.questions.every((question) => question.id !== id);
  const isSecret = (id: string) => inquiry.questions.some((question) => question.id === id && question.secret);
  const written = Object.entries(answers).filter(([id, { isSkipped }]) => !isSent || isSkipped || isGone(id));
  const texts = [
    ...written.flatMap(([id, { text, note }]) => (isSecret(id) ? [note] : [text, note])),
    ...(isSent ? [] : [comment, writesSecret(form) ? "" : (field?.text ?? "")]),
  ];
  const kept = [...new Set(texts.filter((text) => text.trim() !== ""))];
  return kept.map((text) => `Not sent: ${text}\n`).join("");
}
