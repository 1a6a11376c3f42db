/** A value that changes, as React's `useSyncExternalStore` wants it. */
export interface Source<Value> {
  get(): Value;
  /** Calls back after each change; returns how to stop that. What nobody listens to may fall asleep. */
  subscribe(listener: () => void): () => void;
}
