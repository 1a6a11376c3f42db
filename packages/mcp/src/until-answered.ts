import { type Failure, isTransient } from "@askback/client";
import type { Result } from "@askback/core";

const firstPauseMs = 500;
const longestPauseMs = 15_000;

/** Repeats a request until the server answers it or nobody waits any more, with longer and longer pauses. */
export async function untilAnswered<Value>(
  request: () => Promise<Result<Value, Failure>>,
  signal?: AbortSignal,
): Promise<Result<Value, Failure>> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const reply = await request();
    if (reply.ok || signal?.aborted || !isTransient(reply.error)) return reply;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
