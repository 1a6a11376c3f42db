import { Fragment, type ReactNode } from "react";

/** Two hundred characters of a word that goes on, up to a place that does not split what is seen as one character. */
export const longWord = /(\S{200})(?<!\u200D)(?=[^\s\p{M}\u200D])/u;

/**
 * A text whose very long words may be broken at some places. Without them a browser shapes the rest of a word again for each
 * of its lines, so that 20 KB of marks without a space stop the page for a minute.
 */
export function withBreaks(text: string): ReactNode {
  if (!longWord.test(text)) return text;
  const parts = text.split(longWord).filter((part) => part !== "");
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
