/**
 * The store cannot be reached, or cannot write, right now. Whether the operation was done is unknown: a commit may have
 * been made, and a retry finds out by its version or its key.
 */
export class StoreUnavailable extends Error {
  override readonly name: string = "StoreUnavailable";
  /** The error code of the system below. */
  readonly code: string | undefined;

  constructor(message: string, { cause, code }: { readonly cause?: unknown; readonly code?: string | undefined } = {}) {
    super(message, { cause });
    this.code = code;
  }
}

/** A newer server wrote the state; this server cannot read it and leaves it to those that can. */
export class StateTooNew extends StoreUnavailable {
  override readonly name: string = "StateTooNew";
}
