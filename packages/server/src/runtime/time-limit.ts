/** The work did not end in the time it was given. */
export class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";
}

const longestTimer = 2 ** 31 - 1;

/**
 * Does work until a signal aborts or its time is up, even if the work does not listen to the signal it gets.
 * Nothing is left on the outer signal, which may live as long as the process.
 */
export async function withinTime<Value>(
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
    Math.min(ms, longestTimer),
  );
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(limit.signal), aborted.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}
