import type { Question } from "@askback/core/wire";
import { useEffect } from "react";
import type { StoredText } from "../../data/drafts/stored-text.ts";
import { useServices } from "../../services-context.ts";
import { useAtom } from "../../use-atom.ts";

/** The text of a composer, which survives a reload. */
export function useComposerText(name: string): Omit<StoredText, "text"> & { readonly text: string } {
  const stored = useServices().text(name);
  useEffect(() => stored.refresh(), [stored]);
  return { ...stored, text: useAtom(stored.text) };
}

/** The questions of an inquiry as a markdown quotation, with an empty line after it. */
export function quotationOf(questions: readonly Pick<Question, "text">[]): string {
  const lines = questions.flatMap(({ text }) => text.trim().split("\n"));
  return `${lines.map((line) => `> ${line}`.trimEnd()).join("\n")}\n\n`;
}

/** A text with a quotation appended. */
export function appendQuotation(text: string, quotation: string): string {
  return text.trim() === "" ? quotation : `${text.trimEnd()}\n\n${quotation}`;
}
