/** Whether calls of a tool need a person's approval. */
export type Gate = (tool: string) => boolean;

/**
 * A gate of patterns in which `*` stands for any text. Case, spaces around a name and characters that nobody sees do not count,
 * so that a server which ignores them runs nothing past the gate.
 */
export function createGate(patterns: readonly string[]): Gate {
  const expressions = patterns.map(toExpression);
  return (tool) => expressions.some((expression) => expression.test(folded(tool)));
}

/** The patterns of an option, such as `create_*,delete_*`. */
export function readPatterns(option: string): readonly string[] {
  return option
    .split(",")
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "");
}

function toExpression(pattern: string): RegExp {
  // Several stars in a row mean the same as one, and would be slow.
  const parts = folded(pattern)
    .split(/\*+/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}

const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

function folded(name: string): string {
  // Some letters have one upper case and two lower cases, such as the dotless i.
  return name.replace(unseen, "").normalize("NFKC").trim().toUpperCase().toLowerCase();
}
