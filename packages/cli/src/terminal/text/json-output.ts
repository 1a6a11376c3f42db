import { visibleText } from "@askback/core";

/** A value as JSON for a script. What a terminal would obey, or nobody sees, is escaped, which reads as the same value. */
export function jsonOutput(value: unknown): string {
  return `${visibleText(JSON.stringify(value, null, 2))}\n`;
}
