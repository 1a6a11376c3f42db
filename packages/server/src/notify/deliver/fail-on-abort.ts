import type { Sent } from "../notice-sender.ts";

/** Ends what a channel does when the signal aborts, and takes an error for a failure: a channel may be anybody's. */
export async function failOnAbort(signal: AbortSignal, work: Promise<Sent>): Promise<Sent> {
  const aborted = Promise.withResolvers<Sent>();
  const abort = () => aborted.resolve({ outcome: "failed", failure: "timeout" });
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work.catch((): Sent => ({ outcome: "failed", failure: "channel" })), aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
