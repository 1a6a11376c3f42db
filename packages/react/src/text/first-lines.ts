const most = 40;

export interface FirstLines {
  readonly text: string;
  /** How many lines are left out. */
  readonly hidden: number;
  readonly count: number;
}

/** The beginning of a long text. One line more than fits is shown rather than hidden behind a button. */
export function firstLines(text: string): FirstLines {
  const lines = text.split("\n");
  if (lines.length <= most + 1) return { text, hidden: 0, count: lines.length };
  return { text: lines.slice(0, most).join("\n"), hidden: lines.length - most, count: lines.length };
}
