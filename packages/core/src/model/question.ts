/** One choice. Its id is its position in the question: `o1`, `o2`, ... */
export interface Option {
  readonly id: string;
  readonly label: string;
  /** The agent receives this where it is not the label. */
  readonly value?: string;
  readonly description?: string;
  /** The agent would pick this option, for this reason. It is never picked automatically. */
  readonly recommended?: { readonly reason?: string };
  readonly preview?: Preview;
}

export const previewKinds = ["markdown", "code", "diff", "json"] as const;

/** Shows what an option would lead to, on request. */
export interface Preview {
  readonly kind: (typeof previewKinds)[number];
  readonly text: string;
  /** The language of code, such as `typescript`. */
  readonly language?: string;
}

/** One question of an inquiry. Its id is its position there: `q1`, `q2`, ... */
export interface Question {
  readonly id: string;
  readonly text: string;
  readonly header?: string;
  readonly options: readonly Option[];
  readonly multiSelect: boolean;
  /** Whether a person may answer in their own words. */
  readonly ownWords: boolean;
  /** Whether what is typed is sealed: neither the model nor anybody who reads the answer sees it. */
  readonly secret?: true;
}
