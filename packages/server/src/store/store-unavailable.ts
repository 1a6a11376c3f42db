/**
 * The store cannot be reached, or cannot write, right now. Whether the work that met it was done is not known: a commit
 * may have been made, and whoever tries again finds out by its version or its key.
 */
export class StoreUnavailable extends Error {
  override readonly name: string = "StoreUnavailable";
  /** What kept it, in the words of the system below. */
  readonly code: string | undefined;

  constructor(message: string, { cause, code }: { readonly cause?: unknown; readonly code?: string | undefined } = {}) {
    super(message, { cause });
    this.code = code;
  }
}

/** A newer server wrote it: this one will never read it, and leaves it to those that can. */
export class StateTooNew extends StoreUnavailable {
  override readonly name: string = "StateTooNew";
}
