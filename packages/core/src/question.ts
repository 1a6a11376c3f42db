/** One offered choice. Its id is its place in the question: `o1`, `o2`, ... */
export interface Option {
  readonly id: string;
  readonly label: string;
  /** What the agent works with, where that is not the label. */
  readonly value?: string;
  readonly description?: string;
  /** The agent would pick it, and perhaps says why. Nothing is picked by it. */
  readonly recommended?: { readonly reason?: string };
  readonly preview?: Preview;
}

/** What an option would lead to, shown on request. */
export interface Preview {
  readonly kind: "markdown" | "code" | "diff" | "json";
  readonly text: string;
  /** Of code, as in `typescript`. */
  readonly language?: string;
}

/** One thing the agent wants to know. Its id is its place in the inquiry: `q1`, `q2`, ... */
export interface Question {
  readonly id: string;
  readonly text: string;
  readonly header?: string;
  readonly options: readonly Option[];
  readonly multiSelect: boolean;
  /** Whether a person may answer in their own words. */
  readonly ownWords: boolean;
}
