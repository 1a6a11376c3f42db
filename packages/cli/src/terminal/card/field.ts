import type { Key } from "./key.ts";

/** A text with a caret, counted in code units at grapheme boundaries. */
export interface Written {
  readonly text: string;
  readonly caret: number;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The text after a key; keys that do not edit change nothing. */
export function edit({ text, caret }: Written, key: Key): Written {
  const [before, after] = [text.slice(0, caret), text.slice(caret)];
  switch (key.name) {
    case "text":
      return { text: before + key.text + after, caret: caret + key.text.length };
    case "newline":
      return { text: `${before}\n${after}`, caret: caret + 1 };
    case "backspace": {
      const kept = before.slice(0, before.length - lastLength(before));
      return { text: kept + after, caret: kept.length };
    }
    case "delete":
      return { text: before + after.slice(firstLength(after)), caret };
    case "left":
      return { text, caret: caret - lastLength(before) };
    case "right":
      return { text, caret: caret + firstLength(after) };
    case "home":
      return { text, caret: before.lastIndexOf("\n") + 1 };
    case "end":
      return { text, caret: after.includes("\n") ? caret + after.indexOf("\n") : text.length };
    case "clear":
      return { text: after, caret: 0 };
    default:
      return { text, caret };
  }
}

function lastLength(text: string): number {
  return [...graphemes.segment(text)].at(-1)?.segment.length ?? 0;
}

function firstLength(text: string): number {
  return [...graphemes.segment(text)][0]?.segment.length ?? 0;
}
