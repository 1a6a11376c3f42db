import stringWidth from "string-width";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The lines of a text, none wider than a number of columns; a wide character takes two. */
export function wrapText(text: string, columns: number): readonly string[] {
  const width = Math.max(8, columns);
  return text.split("\n").flatMap((line) => (stringWidth(line) <= width ? [line] : wrapLine(line, width)));
}

function wrapLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/(?<=\s)/)) {
    if (stringWidth(current + word.trimEnd()) <= width) {
      current += word;
      continue;
    }
    if (current.trim() !== "") lines.push(current.trimEnd());
    const pieces = cut(word, width);
    lines.push(...pieces.slice(0, -1));
    current = pieces.at(-1) ?? "";
  }
  return [...lines, current.trimEnd()];
}

/** A word in pieces that fit, since one without spaces, such as a sentence in Chinese, may be longer than a line. */
function cut(word: string, width: number): readonly string[] {
  const pieces = [""];
  for (const { segment } of graphemes.segment(word)) {
    const piece = pieces.at(-1) ?? "";
    if (stringWidth(piece + segment.trimEnd()) <= width) pieces[pieces.length - 1] = piece + segment;
    else pieces.push(segment);
  }
  return pieces;
}

/** The text in one line of at most a number of columns. */
export function truncate(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let kept = "";
  for (const { segment } of graphemes.segment(text)) {
    if (stringWidth(kept + segment) > columns - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Items in lines, none of them broken. */
export function wrapItems(items: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  for (const item of items) {
    const longer = lines.length === 0 ? item : `${lines.at(-1)} · ${item}`;
    if (lines.length > 0 && stringWidth(longer) > columns) lines.push(item);
    else lines.splice(-1, 1, longer);
  }
  return lines;
}
