import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test, vi } from "vitest";
import { TimeLimitError, withLimitedSignal, withTimeLimit } from "./time-limit.ts";

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

const hourMs = 3_600_000;

test("[NOTIFY-20] of work that is done, nothing is held until its time is up", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const stopping = new AbortController();
  const signals: WeakRef<AbortSignal>[] = [];
  for (let index = 0; index < 100; index += 1)
    await withLimitedSignal({ signal: stopping.signal, ms: hourMs }, async (signal) => {
      signal.addEventListener("abort", () => {}, { once: true });
      signals.push(new WeakRef(signal));
    });
  await setImmediate();
  collectGarbage();
  // The last one may still be in a register.
  expect(signals.filter((signal) => signal.deref()).length).toBeLessThan(2);
});

test("[NOTIFY-10] work is told that its time is up, and that the server stops", async () => {
  const reasonOf = (signal: AbortSignal) =>
    new Promise((resolve) => {
      const end = () => resolve(signal.reason);
      signal.addEventListener("abort", end);
      if (signal.aborted) end();
    });
  const stopping = new AbortController();
  expect(await withLimitedSignal({ signal: stopping.signal, ms: 1 }, reasonOf)).toMatchObject({ name: "TimeoutError" });
  const stopped = withLimitedSignal({ signal: stopping.signal, ms: hourMs }, reasonOf);
  stopping.abort("stopped");
  expect(await stopped).toBe("stopped");
  expect(await withLimitedSignal({ signal: stopping.signal, ms: hourMs }, reasonOf)).toBe("stopped");
});
