/** The work did not end in time. */
export class TimeLimitError extends Error {
  override readonly name = "TimeoutError";
}

export interface TimeLimit {
  readonly signal: AbortSignal;
  readonly ms: number;
}

const maxTimerMs = 2 ** 31 - 1;

/** Runs work until the signal aborts or the time is up, even if the work ignores the signal that it gets. */
export async function withTimeLimit<Value>(
  limit: TimeLimit,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  limit.signal.throwIfAborted();
  return withLimitedSignal(limit, (limited) => {
    const aborted = Promise.withResolvers<never>();
    limited.addEventListener("abort", () => aborted.reject(limited.reason), { once: true });
    return Promise.race([work(limited), aborted.promise]);
  });
}

/**
 * Runs work that ends by itself, with its own result, when the signal that it gets aborts. No listener and no timer stays:
 * the outer signal may live as long as the process, and that of `AbortSignal.timeout` would be held for its whole time.
 */
export async function withLimitedSignal<Value>(
  { signal, ms }: TimeLimit,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const limit = new AbortController();
  const stop = () => limit.abort(signal.reason);
  const timer = setTimeout(
    () => limit.abort(new TimeLimitError(`it took longer than ${ms / 1000} s`)),
    Math.min(ms, maxTimerMs),
  );
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
