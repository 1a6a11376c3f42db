import { foldedText } from "./plain-text.ts";

/** A key that is equal for texts which differ only in case, width and white space. */
export function comparisonKey(text: string): string {
  return foldedText(text.normalize("NFKC"));
}
