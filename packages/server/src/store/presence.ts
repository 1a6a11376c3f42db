/** Somebody writes at an answer. What they write is not told. */
export interface Drafting {
  readonly conversationId: string;
  readonly project: string;
  readonly inquiryId: string;
  readonly by: string;
  readonly device: string;
}

/** Tells that somebody writes at an answer. It is told once and kept nowhere; a word may be lost. */
export interface Presence {
  tell(drafting: Drafting): void;
  /** Calls back for each; returns how to stop that. */
  onTold(listener: (drafting: Drafting) => void): () => void;
}
