/** A person is drafting an answer; the text itself is not shared. */
export interface Drafting {
  readonly conversationId: string;
  readonly project: string;
  readonly inquiryId: string;
  readonly by: string;
  readonly device: string;
}

/** Announces who is drafting. Nothing is stored, and a message may be lost. */
export interface Presence {
  publish(drafting: Drafting): void;
  /** Returns the unsubscribe function. */
  subscribe(listener: (drafting: Drafting) => void): () => void;
}
