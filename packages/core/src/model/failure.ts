/** Each kind of failure has words in every language that tell people what to do about it. */
export const failureKinds = [
  /** The provider does not accept the API key, or there is none. */
  "key",
  /** The account with the provider has no credit left. */
  "quota",
  /** The provider has too many requests, of us or of everybody. */
  "overload",
  /** The conversation is longer than the model can read. */
  "context",
  /** The provider does not answer this request: its filter or its rules forbid it. */
  "refusal",
  /** The provider cannot be reached, takes too long, or fails itself. */
  "network",
  /** The provider's reply cannot be read, or is not complete. */
  "malformed",
  /** The provider's reply has no content. */
  "empty",
  /** The agent's definition names something that is not there: the agent, its model, a tool. */
  "setup",
  /** A server of the agent's tools cannot be reached. */
  "tools",
  /** The server ended again and again while it worked on this. */
  "interrupted",
  /** A program has a mistake: the server's, or that of a model's library. */
  "internal",
] as const;

export type FailureKind = (typeof failureKinds)[number];

/** Why a model call or a run failed. */
export interface RunError {
  /** For developers, in the words of the provider; keys are masked in it. */
  readonly message: string;
  /** Whether the same call may succeed later without a change. */
  readonly retryable: boolean;
  /** Absent in what was recorded before failures had a kind. */
  readonly kind?: FailureKind;
  /** The HTTP status of the provider's response. */
  readonly status?: number;
}

/** The failures of one model call in a row. */
export interface FailedAttempts {
  readonly count: number;
  readonly since: number;
  /** The latest. */
  readonly error: RunError;
  /** How many of the latest are of one kind. */
  readonly ofOneKind: number;
}

/** The failures of a model call, with one more. */
export function addFailure(failed: FailedAttempts | undefined, error: RunError, at: number): FailedAttempts {
  const before = failed?.error.kind === error.kind ? failed?.ofOneKind : undefined;
  return { count: (failed?.count ?? 0) + 1, since: failed?.since ?? at, error, ofOneKind: (before ?? 0) + 1 };
}

/** How long a model call that fails is tried again. */
export interface RetryPolicy {
  readonly attempts: number;
  /** Milliseconds from the first failure. */
  readonly forMs: number;
}

/** A provider can be down for hours, and a person may have waited a day for this run. */
export const defaultRetry: RetryPolicy = { attempts: 1_000, forMs: 24 * 3_600_000 };

/** A model that says nothing three times has nothing to say, and a reply that breaks off for an hour always will. */
const limitByKind: Partial<Record<FailureKind, number>> = { empty: 3, malformed: 20 };

/** Whether a call that just failed is tried again. */
export function isRetried(
  { count, since, error, ofOneKind }: FailedAttempts,
  policy: RetryPolicy,
  at: number,
): boolean {
  const limit = error.kind && limitByKind[error.kind];
  if (limit !== undefined && ofOneKind >= limit) return false;
  return error.retryable && count < policy.attempts && at - since < policy.forMs;
}

/** Whether the same request can succeed when a person tries it again, perhaps after they changed something elsewhere. */
export function canRetry(kind: FailureKind | undefined): boolean {
  return kind !== "context" && kind !== "refusal";
}
