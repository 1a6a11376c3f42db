/** The value of a promise, or a rejection when the signal is aborted first: a function that a host gives may never end. */
export function unlessAborted<Value>(signal: AbortSignal | null | undefined, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    // Nothing stays on the signal, which may outlive many calls.
    promise.then(resolve, reject).finally(() => signal?.removeEventListener("abort", abort));
  });
}
