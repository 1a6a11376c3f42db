import { setTimeout } from "node:timers/promises";
import { type Failure, isTransient } from "@askback/client";
import type { Result } from "@askback/core";

const firstPauseMs = 500;
const maxPauseMs = 15_000;

/** Repeats a request until the server answers it or nobody waits any more, with longer and longer pauses. */
export async function untilAnswered<Value>(
  request: () => Promise<Result<Value, Failure>>,
  signal?: AbortSignal,
): Promise<Result<Value, Failure>> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    const reply = await request();
    if (reply.ok || signal?.aborted || !isTransient(reply.error)) return reply;
    await pause(pauseMs, signal);
  }
}

/** Resolves after so many milliseconds, or at once when the signal aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, signal && { signal }).catch(() => {});
}
