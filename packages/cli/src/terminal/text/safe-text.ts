import { neutralise } from "@askback/core";

/**
 * A text of an agent or a person as it is safe to print: without escape sequences and other control characters, of which a terminal
 * would obey some, and without what is invisible or reorders a line.
 */
export function safeText(text: string): string {
  return neutralise(text).replaceAll("\t", "    ");
}

/** The same on one line. */
export function safeLine(text: string): string {
  return safeText(text).replace(/\s+/g, " ").trim();
}
