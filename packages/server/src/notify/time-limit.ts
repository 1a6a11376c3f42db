/**
 * Runs work that ends when its time is up or the server stops. When it is done, nothing of it is left: a signal of
 * `AbortSignal.timeout` would be held for its whole time, however soon the work is done.
 */
export async function withTimeLimit<Value>(
  stopping: AbortSignal,
  ms: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const limit = new AbortController();
  const stop = () => limit.abort(stopping.reason);
  const timer = setTimeout(() => limit.abort(new DOMException("It took too long", "TimeoutError")), ms).unref();
  stopping.addEventListener("abort", stop, { once: true });
  if (stopping.aborted) stop();
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener("abort", stop);
  }
}
