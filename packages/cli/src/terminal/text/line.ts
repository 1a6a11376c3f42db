import { styleText } from "node:util";
import stringWidth from "string-width";
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

const shortestName = 12;

/** A line with a mark and a name at the one end and a text at the other, for which a long name is shortened. */
export function spread(mark: Span, name: Span, right: string, width: number): Line {
  const room = width - stringWidth(mark.text);
  const roomForName = right === "" ? room : Math.max(shortestName, room - stringWidth(right) - 2);
  const left = truncate(name.text, roomForName);
  const roomForRight = room - stringWidth(left) - 2;
  if (roomForRight < 4 || right === "") return [mark, { ...name, text: truncate(name.text, room) }];
  const shown = truncate(right, roomForRight);
  const gap = room - stringWidth(left) - stringWidth(shown);
  return [mark, { ...name, text: left }, span(" ".repeat(gap)), span(shown, "quiet")];
}
