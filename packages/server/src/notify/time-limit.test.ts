import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { withTimeLimit } from "./time-limit.ts";

const hourMs = 3_600_000;

test("[NOTIFY-20] of work that is done, nothing is held until its time is up", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const stopping = new AbortController();
  const signals: WeakRef<AbortSignal>[] = [];
  for (let index = 0; index < 100; index += 1)
    await withTimeLimit(stopping.signal, hourMs, async (signal) => {
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
  expect(await withTimeLimit(stopping.signal, 1, reasonOf)).toMatchObject({ name: "TimeoutError" });
  const stopped = withTimeLimit(stopping.signal, hourMs, reasonOf);
  stopping.abort("stopped");
  expect(await stopped).toBe("stopped");
  expect(await withTimeLimit(stopping.signal, hourMs, reasonOf)).toBe("stopped");
});
