import { err, type Result } from "@askback/core";
import type * as wire from "@askback/core/wire";
import type { Client, Reply } from "./client.ts";
import { aborted, type Failure, isTransient } from "./failure.ts";
import { createIdempotencyKey } from "./idempotency-key.ts";
import type { Wait } from "./timers.ts";

export interface AskOptions {
  /** Ends the wait; the question stays open, and the same `key` finds it again. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the inquiry when it is asked, whenever it was read again, and when it is resolved. */
  onProgress?: ((inquiry: wire.Inquiry) => void) | undefined;
}

/** How long one request waits, below the limits of common proxies. */
const waitSeconds = 50;
const maxPauseMs = 15_000;
/** A server that stops, or a proxy, may end a wait at once. */
const shortestWaitMs = 1_000;

/** Asks, and waits for the resolution through lost connections and restarts of the server, for as long as it takes. */
export async function ask(
  client: Pick<Client, "inquiries">,
  wait: Wait,
  body: wire.AskInquiry,
  options: AskOptions = {},
): Reply<wire.Inquiry> {
  const { signal = new AbortController().signal, onProgress } = options;
  const keyed = { ...body, key: body.key ?? createIdempotencyKey() };
  const asked = await untilAnswered(() => client.inquiries.ask(keyed, { signal }), wait, signal);
  if (!asked.ok) return asked;
  onProgress?.(asked.value);
  return asked.value.resolution ? asked : untilResolved(client, wait, asked.value.id, { signal, onProgress });
}

/** Reads an inquiry again and again until somebody has resolved it. */
export async function untilResolved(
  { inquiries }: Pick<Client, "inquiries">,
  wait: Wait,
  id: string,
  { signal = new AbortController().signal, onProgress }: AskOptions = {},
): Reply<wire.Inquiry> {
  for (;;) {
    const startedAt = performance.now();
    const read = await untilAnswered(() => inquiries.get(id, { wait: waitSeconds }, { signal }), wait, signal);
    if (!read.ok) return read;
    onProgress?.(read.value);
    if (read.value.resolution) return read;
    const leftMs = startedAt + shortestWaitMs - performance.now();
    if (leftMs > 0) await wait(leftMs, signal);
  }
}

/** Repeats a request until the server answers it; longer and longer pauses spare a server that is down. */
async function untilAnswered(
  request: () => Reply<wire.Inquiry>,
  wait: Wait,
  signal: AbortSignal,
): Promise<Result<wire.Inquiry, Failure>> {
  for (let pauseMs = 1_000; !signal.aborted; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    const reply = await request();
    if (reply.ok || signal.aborted || !isTransient(reply.error)) return reply;
    await wait(pauseMs, signal);
  }
  return err(aborted);
}
