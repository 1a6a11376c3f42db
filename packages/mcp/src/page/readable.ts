import { neutralise } from "@askback/core";
import { markdownToPlainText } from "../../../react/src/text/plain-text.ts";

const fence = /^ {0,3}(?:```|~~~)/;
const bullet = /^(\s*)[-*+]\s+/;

/** Markdown of an agent as lines of plain text: marks are left out, lists keep theirs, and code stays as it is. */
export function readable(markdown: string): string {
  let isCode = false;
  const lines = neutralise(markdown)
    .trim()
    .split("\n")
    .flatMap((line) => {
      if (fence.test(line)) {
        isCode = !isCode;
        return [];
      }
      if (isCode) return [line];
      const [, indent] = bullet.exec(line) ?? [];
      const text = markdownToPlainText(line);
      return [indent === undefined ? numberOf(line) + text : `${indent}• ${text}`];
    });
  return lines.join("\n");
}

/** The number of a line in a numbered list, which is no mark that can be left out. */
function numberOf(line: string): string {
  return /^ {0,3}\d{1,9}[.)]\s+/.exec(line)?.[0] ?? "";
}
