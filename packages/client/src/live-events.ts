import type { StreamEvent } from "@askback/core/wire";
import type { Connection, LiveEvents } from "./events.ts";

/** Where a stream of events leads. */
export interface Sink {
  event(event: StreamEvent): void;
  connection(connection: Connection): void;
  /** The server has nothing to tell and is there. */
  beat(): void;
}

/** Follows what happens after a position, or from now on, until the signal is aborted. */
export type Follow = (
  sink: Sink,
  options: { readonly after: number | undefined; readonly signal: AbortSignal },
) => void;

/** Starts to follow at once; what happens before somebody reads waits for them. */
export function createLiveEvents(follow: Follow, after: number | undefined): LiveEvents {
  const closing = new AbortController();
  const { signal } = closing;
  const waiting: StreamEvent[] = [];
  const listeners = new Set<(connection: Connection) => void>();
  let connection: Connection = "connecting";
  let wake = () => {};

  signal.addEventListener("abort", () => wake());
  follow(
    {
      event(event) {
        waiting.push(event);
        wake();
      },
      connection(changed) {
        if (changed === connection || signal.aborted) return;
        connection = changed;
        for (const listener of listeners) listener(changed);
      },
      beat() {},
    },
    { after, signal },
  );

  return {
    get connection() {
      return connection;
    },
    onConnection(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => closing.abort(),
    async *[Symbol.asyncIterator]() {
      try {
        while (!signal.aborted) {
          const event = waiting.shift();
          if (event) yield event;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        // Who stops reading would otherwise leave a stream behind that nobody can close.
        closing.abort();
      }
    },
  };
}
