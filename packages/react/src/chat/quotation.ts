import type { Question } from "@askback/core/wire";

/** The questions of an inquiry as a message quotes them, with room for the words after it. */
export function quotationOf(questions: readonly Pick<Question, "text">[]): string {
  const lines = questions.flatMap(({ text }) => text.trim().split("\n"));
  return `${lines.map((line) => `> ${line}`.trimEnd()).join("\n")}\n\n`;
}

/** What somebody writes with a quotation behind it, where their next words belong. */
export function withQuotation(text: string, quotation: string): string {
  return text.trim() === "" ? quotation : `${text.trimEnd()}\n\n${quotation}`;
}
