/** One offered choice. Its id is its place in the question: `o1`, `o2`, ... */
export interface Option {
  readonly id: string;
  readonly label: string;
  /** What the agent works with, where that is not the label. */
  readonly value?: string;
  readonly description?: string;
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
