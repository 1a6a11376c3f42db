import { neutralise } from "@askback/core";

/**
 * Markdown as one line of plain text, for titles and rows. What is between two marks has at most 300 characters here, so that
 * many marks without a counterpart do not make it slow.
 */
export function markdownToPlainText(markdown: string): string {
  return neutralise(markdown)
    .replace(/^ {0,3}(?:```|~~~).*$/gm, "")
    .replace(/^ {0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/gm, "")
    .replace(/!?\[([^\]]{0,300})\]\([^)]{0,300}\)/g, "$1")
    .replace(/(\*\*|__|~~)(?=\S)(.{1,300}?)(?<=\S)\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)(.{1,300}?)(?<=\S)\1(?![\p{L}\p{N}])/gu, "$2")
    .replace(/(?<!`)`+([^`]+)`+/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

const maxLines = 40;

interface FirstLines {
  readonly text: string;
  /** How many lines are left out. */
  readonly hidden: number;
  readonly count: number;
}

/** The beginning of a long text. A single further line is shown rather than hidden behind a button. */
export function firstLines(text: string): FirstLines {
  const lines = text.split("\n");
  if (lines.length <= maxLines + 1) return { text, hidden: 0, count: lines.length };
  return { text: lines.slice(0, maxLines).join("\n"), hidden: lines.length - maxLines, count: lines.length };
}

const deepestIndent = 40;

/** Indents JSON without parsing it, so that every character outside of white space stays as it is. */
export function indentJson(json: string): string {
  let depth = 0;
  // Deeper levels are not indented further, or what is nested deeply would be mostly white space.
  const line = () => `\n${"  ".repeat(Math.min(depth, deepestIndent))}`;
  return json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|\{\}|\[\]|[{}[\],:]/g, (token) => {
    switch (token) {
      case "{":
      case "[":
        depth += 1;
        return token + line();
      case "}":
      case "]":
        depth -= 1;
        return line() + token;
      case ",":
        return token + line();
      case ":":
        return ": ";
      default:
        return token;
    }
  });
}
