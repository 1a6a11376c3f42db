import type { InquiryRecord, Message } from "@askback/core";

/** What people and the agent said in a message, in the form in which it is searched; null for nothing. */
export function saidIn({ parts }: Message): string | null {
  const texts = parts.flatMap((part) => (part.type === "text" && !part.visibility ? [part.text] : []));
  return texts.length > 0 ? searchableText(texts.join("\n")) : null;
}

/** What was asked and answered in an inquiry, in the form in which it is searched. */
export function askedIn({ questions, resolution }: InquiryRecord): string {
  const asked = questions.flatMap(({ text, options }) => [text, ...options.map(({ label }) => label)]);
  const answers = resolution?.type === "answered" ? resolution.answers : [];
  const answered = answers.flatMap((answer) => ("skipped" in answer ? [] : [answer.text ?? "", answer.note ?? ""]));
  const comment = resolution && "comment" in resolution ? [resolution.comment ?? ""] : [];
  return searchableText([...asked, ...answered, ...comment].filter((text) => text !== "").join("\n"));
}

const isAscii = /^[\t\n\r\x20-\x7E]*$/;

/** A text in the form in which it is searched; upper case, since that has one form for each letter (σ and ς, ß and ss). */
export function searchableText(text: string): string {
  // Nearly every text is plain, and every message that is stored passes here.
  return isAscii.test(text) ? text.toUpperCase() : text.toWellFormed().normalize("NFKC").toUpperCase();
}
