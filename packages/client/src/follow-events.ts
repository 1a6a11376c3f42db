import { readEventStream, type StreamOptions } from "./event-stream.ts";
import { createEventCursor, type SubscribeToEvents } from "./live-events.ts";
import type { Wait } from "./timers.ts";

const shortestPauseMs = 1_000;
const maxPauseMs = 30_000;

/** Follows the server's event stream, and reconnects at the same cursor after every break. */
export function followEvents(options: StreamOptions, random: () => number = Math.random): SubscribeToEvents {
  return async (sink, { after, signal }) => {
    const cursor = createEventCursor(after);
    let failures = 0;
    while (!signal.aborted) {
      let isOpen = false;
      const ending = await readEventStream(options, {
        after: cursor.last,
        signal,
        onOpen() {
          isOpen = true;
          sink.onConnection("live");
        },
        onEvent(event) {
          if (!signal.aborted && cursor.advance(event)) sink.onEvent(event);
        },
        onHeartbeat: () => sink.onHeartbeat(),
      });
      if (signal.aborted) return;
      sink.onConnection(isOpen ? "connecting" : "lost");
      failures = isOpen ? 1 : failures + 1;
      const pauseMs = ending === "refused" ? maxPauseMs : backoffMs(failures, random());
      await waitUntilOnline(options.wait, pauseMs, signal);
    }
  };
}

/** A random pause of up to 2, 4, 8, 16 and then 30 s, so that not every client reconnects at the same time. */
function backoffMs(failures: number, random: number): number {
  const limit = Math.min(maxPauseMs, shortestPauseMs * 2 ** failures);
  return shortestPauseMs + random * (limit - shortestPauseMs);
}

/** Waits for the pause, or until the browser reports that it is online. */
async function waitUntilOnline(wait: Wait, ms: number, signal: AbortSignal): Promise<void> {
  const online = new AbortController();
  const ended = AbortSignal.any([signal, online.signal]);
  globalThis.addEventListener?.("online", () => online.abort(), { signal: ended });
  await wait(ms, ended);
  online.abort();
}
