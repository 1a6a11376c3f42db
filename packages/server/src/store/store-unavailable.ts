interface Details {
  readonly cause?: unknown;
  readonly code?: string | undefined;
  readonly reason?: string | undefined;
}

/**
 * The store cannot be reached, or cannot write, right now. Whether the operation was done is unknown: a commit may have
 * been made, and a retry finds out by its version or its key.
 */
export class StoreUnavailable extends Error {
  override readonly name: string = "StoreUnavailable";
  /** The error code of the system below. */
  readonly code: string | undefined;
  /** Why, in a sentence that anybody may read: it has no path, address or content. */
  readonly reason: string | undefined;

  constructor(message: string, { cause, code, reason }: Details = {}) {
    super(message, { cause });
    this.code = code;
    this.reason = reason;
  }
}

/** A newer server wrote the state; this server cannot read it and leaves it to those that can. */
export class StateTooNew extends StoreUnavailable {
  override readonly name: string = "StateTooNew";
}
