import { err, ok, type Result } from "@askback/core";
import type * as wire from "@askback/core/wire";
import type { Client, Reply } from "./client.ts";
import { aborted, type Failure, isTransient } from "./failure.ts";
import { createIdempotencyKey } from "./idempotency-key.ts";
import type { Wait } from "./timers.ts";

export interface AskOptions {
  /** Ends the wait; the question stays open, and the same `key` finds it again. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the inquiry when it is asked, whenever it was read again, and when it is resolved. */
  onProgress?(inquiry: wire.Inquiry): void;
}

/** How long one request waits, below the limits of common proxies. */
const waitSeconds = 50;
const longestPauseMs = 15_000;

/** Asks, and waits for the resolution through lost connections and restarts of the server, for as long as it takes. */
export async function ask(
  { inquiries }: Pick<Client, "inquiries">,
  wait: Wait,
  body: wire.AskInquiry,
  { signal = new AbortController().signal, onProgress }: AskOptions = {},
): Reply<wire.Inquiry> {
  const patiently = (request: () => Reply<wire.Inquiry>) => untilAnswered(request, wait, signal);
  const keyed = { ...body, key: body.key ?? createIdempotencyKey() };
  const asked = await patiently(() => inquiries.ask(keyed, { signal }));
  if (!asked.ok) return asked;
  let inquiry = asked.value;
  onProgress?.(inquiry);
  while (!inquiry.resolution) {
    const read = await patiently(() => inquiries.get(inquiry.id, { wait: waitSeconds }, { signal }));
    if (!read.ok) return read;
    inquiry = read.value;
    onProgress?.(inquiry);
  }
  return ok(inquiry);
}

/** Repeats a request until the server answers it; longer and longer pauses spare a server that is down. */
async function untilAnswered(
  request: () => Reply<wire.Inquiry>,
  wait: Wait,
  signal: AbortSignal,
): Promise<Result<wire.Inquiry, Failure>> {
  for (let pauseMs = 1_000; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const reply = await request();
    if (reply.ok || signal.aborted || !isTransient(reply.error)) return reply;
    await wait(pauseMs, signal);
  }
  return err(aborted);
}
