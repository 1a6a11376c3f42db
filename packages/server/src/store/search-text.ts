import type { InquiryRecord, Message } from "@askback/core";

/** The searchable text of what people and the agent said in a message; null where it has none. */
export function messageToSearchText({ parts }: Message): string | null {
  const texts = parts.flatMap((part) => (part.type === "text" && !part.visibility ? [part.text] : []));
  return texts.length > 0 ? toSearchText(texts.join("\n")) : null;
}

/** The searchable text of the questions and answers of an inquiry. */
export function inquiryToSearchText({ questions, resolution }: InquiryRecord): string {
  const asked = questions.flatMap(({ text, options }) => [text, ...options.map(({ label }) => label)]);
  const answers = resolution?.type === "answered" ? resolution.answers : [];
  const answered = answers.flatMap((answer) => ("skipped" in answer ? [] : [answer.text ?? "", answer.note ?? ""]));
  const said = resolution?.type === "answered-in-chat" ? [resolution.text ?? ""] : [];
  const comment = resolution && "comment" in resolution ? [resolution.comment ?? ""] : [];
  return toSearchText([...asked, ...answered, ...said, ...comment].filter((text) => text !== "").join("\n"));
}

const isAscii = /^[\t\n\r\x20-\x7E]*$/;

/** Normalises a text for search: upper case has one form where lower case has several (σ and ς, ß and ss). */
export function toSearchText(text: string): string {
  // Nearly all texts are ASCII, and every stored message passes here.
  return isAscii.test(text) ? text.toUpperCase() : text.toWellFormed().normalize("NFKC").toUpperCase();
}
