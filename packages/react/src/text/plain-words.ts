import { neutralise } from "@askback/core";

/** Markdown as one line of plain words, for places that show only the beginning of a text. */
export function plainWords(markdown: string): string {
  return neutralise(markdown)
    .replace(/^ {0,3}(?:```|~~~).*$/gm, "")
    .replace(/^ {0,3}(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, "$2")
    .replace(/`+([^`]+)`+/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
