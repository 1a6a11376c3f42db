const segmenter = new Intl.Segmenter();

/** A text of at most this length, ended by an ellipsis where it was cut: between characters as people see them, such as an emoji of several code points. */
export function truncateText(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = segmenter.segment(text).containing(max - 1)?.index ?? 0;
  // A single character may have more marks than there is room for.
  return `${end > 0 ? text.slice(0, end) : wellFormedStart(text, max - 1)}…`;
}

function wellFormedStart(text: string, length: number): string {
  const start = text.slice(0, length);
  return start.isWellFormed() ? start : start.slice(0, -1);
}
