import { styleText } from "node:util";
import { truncate } from "./wrap.ts";

/** What a part of a line is for, from which its colour follows. */
export type Tone = "plain" | "strong" | "quiet" | "accent" | "chosen" | "warning" | "caret";

export interface Span {
  readonly text: string;
  readonly tone?: Tone;
}

/** One line of the screen. */
export type Line = readonly Span[];

const styles = {
  strong: "bold",
  quiet: "dim",
  accent: "cyan",
  chosen: "green",
  warning: "yellow",
  caret: "inverse",
} as const;

export function span(text: string, tone: Tone = "plain"): Span {
  return { text, tone };
}

/** The line as text, in colour where the terminal shows it; a caret is inverse everywhere, or it could not be seen. */
export function paintLine(line: Line, { hasColor }: { readonly hasColor: boolean }): string {
  return line
    .map(({ text, tone = "plain" }) =>
      tone === "plain" || (!hasColor && tone !== "caret")
        ? text
        : styleText(styles[tone], text, { validateStream: false }),
    )
    .join("");
}

/** A line with a text at each end. */
export function spread(left: Line, right: string, width: number, measure: (text: string) => number): Line {
  const used = left.reduce((sum, { text }) => sum + measure(text), 0);
  const room = width - used - 2;
  if (room < 4 || right === "") return left;
  const shown = truncate(right, room);
  return [...left, span(" ".repeat(width - used - measure(shown))), span(shown, "quiet")];
}
