/** A text without case and accents, as people type into filters and searches. */
export function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

export interface FoldedPlaces {
  readonly text: string;
  /** Where each character of the folded text begins in the text that was folded, and where that ends. */
  readonly places: readonly number[];
}

/** The folded text, and where its characters come from. */
export function foldedWithPlaces(text: string): FoldedPlaces {
  const places: number[] = [];
  let all = "";
  let at = 0;
  for (const character of text) {
    const part = folded(character);
    for (let index = 0; index < part.length; index += 1) places.push(at);
    all += part;
    at += character.length;
  }
  return { text: all, places: [...places, text.length] };
}
