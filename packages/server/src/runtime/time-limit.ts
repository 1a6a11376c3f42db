/** The work did not end in time. */
export class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";
}

const maxTimerMs = 2 ** 31 - 1;

/**
 * Runs work until the signal aborts or the time is up, even if the work ignores the signal that it gets. No listener stays
 * on the outer signal, which may live as long as the process.
 */
export async function withTimeLimit<Value>(
  { signal, ms }: { readonly signal: AbortSignal; readonly ms: number },
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  signal.throwIfAborted();
  const limit = new AbortController();
  const aborted = Promise.withResolvers<never>();
  function end(reason: unknown): void {
    limit.abort(reason);
    aborted.reject(reason);
  }
  const onAbort = () => end(signal.reason);
  const timer = setTimeout(
    () => end(new TimeLimitError(`it took longer than ${ms / 1000} s`)),
    Math.min(ms, maxTimerMs),
  );
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(limit.signal), aborted.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}
