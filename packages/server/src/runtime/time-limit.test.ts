import { getEventListeners } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { TimeLimitError, withTimeLimit } from "./time-limit.ts";

const never = new Promise<never>(() => {});

test("[RUN-5] work that ends in time returns its value and leaves no listener on the signal", async () => {
  const { signal } = new AbortController();
  await expect(withTimeLimit({ signal, ms: 1_000 }, async () => "done")).resolves.toBe("done");
  await expect(withTimeLimit({ signal, ms: 1_000 }, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("[RUN-5] work that takes too long is aborted, even if it ignores the signal", async () => {
  const { signal } = new AbortController();
  let given: AbortSignal | undefined;
  const work = withTimeLimit({ signal, ms: 20 }, (limited) => {
    given = limited;
    return never;
  });
  await expect(work).rejects.toThrow(new TimeLimitError("it took longer than 0.02 s"));
  expect(given?.reason).toBeInstanceOf(TimeLimitError);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("[RUN-9] an abort from outside ends the work at once with its reason", async () => {
  const abort = new AbortController();
  const reason = new Error("no longer wanted");
  const work = withTimeLimit({ signal: abort.signal, ms: 1_000 }, () => never);
  abort.abort(reason);
  await expect(work).rejects.toBe(reason);
  await expect(withTimeLimit({ signal: abort.signal, ms: 1_000 }, async () => "done")).rejects.toBe(reason);
});

test("[RUN-5] a limit beyond the maximum of a timer does not fire at once", async () => {
  const { signal } = new AbortController();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const done = Promise.withResolvers<string>();
  const work = withTimeLimit({ signal, ms: 1e15 }, () => done.promise);
  // A timer that overflowed would fire after a millisecond.
  vi.advanceTimersByTime(20);
  done.resolve("done");
  await expect(work).resolves.toBe("done");
});
