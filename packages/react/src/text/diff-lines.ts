export type DiffKind = "added" | "removed" | "place" | "same";

export interface DiffLine {
  readonly kind: DiffKind;
  readonly text: string;
}

/** The lines of a unified difference, each with what it stands for. */
export function diffLines(text: string): readonly DiffLine[] {
  return text.split("\n").map((line) => ({ kind: kindOf(line), text: line }));
}

function kindOf(line: string): DiffKind {
  if (/^(?:@@|diff |index |--- |\+\+\+ )/.test(line)) return "place";
  if (line.startsWith("+")) return "added";
  return line.startsWith("-") ? "removed" : "same";
}
