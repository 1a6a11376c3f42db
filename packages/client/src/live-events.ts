import type { StreamEvent } from "@askback/core/wire";

/** After a break it is `connecting` during the first new attempt, and `lost` from when that fails. */
export type Connection = "connecting" | "live" | "lost";

/** Live events for one reader. They continue at the same cursor after every break, until they are closed. */
export interface LiveEvents extends AsyncIterable<StreamEvent> {
  readonly connection: Connection;
  /** Calls back when the connection changes; returns a function that unsubscribes. */
  onConnection(listener: (connection: Connection) => void): () => void;
  close(): void;
}

/** Receives the events of a subscription. */
export interface EventSink {
  onEvent(event: StreamEvent): void;
  onConnection(connection: Connection): void;
  /** The server has no event to send and is still connected. */
  onHeartbeat(): void;
}

/** Delivers the events after a cursor, or from now on, until the signal is aborted. */
export type SubscribeToEvents = (
  sink: EventSink,
  options: { readonly after: string | undefined; readonly signal: AbortSignal },
) => void;

/** Starts to follow at once; events wait until somebody reads them. */
export function createLiveEvents(subscribe: SubscribeToEvents, after: string | undefined): LiveEvents {
  const closing = new AbortController();
  const { signal } = closing;
  const waiting: StreamEvent[] = [];
  const listeners = new Set<(connection: Connection) => void>();
  let connection: Connection = "connecting";
  let wakeReader = () => {};

  signal.addEventListener("abort", () => wakeReader());
  subscribe(
    {
      onEvent(event) {
        waiting.push(event);
        wakeReader();
      },
      onConnection(changed) {
        if (changed === connection || signal.aborted) return;
        connection = changed;
        for (const listener of listeners) listener(changed);
      },
      onHeartbeat() {},
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
          else await new Promise<void>((resolve) => (wakeReader = resolve));
        }
      } finally {
        // A reader that leaves its loop has no other way to close the stream.
        closing.abort();
      }
    },
  };
}

/** Up to where a reader has the events. */
export interface EventCursor {
  /** The cursor of the last event. */
  readonly last: string | undefined;
  /** Its position, which orders the events of one log. */
  readonly position: number | undefined;
  /** Moves on to an event; false if the reader already has it. */
  advance(event: StreamEvent): boolean;
}

export function createEventCursor(after: string | undefined): EventCursor {
  let last = after;
  let position: number | undefined;
  return {
    get last() {
      return last;
    },
    get position() {
      return position;
    },
    advance(event) {
      // Streamed text and draft notices are not recorded, so they have no position.
      if (!("position" in event)) return true;
      const isRepeat = event.type !== "snapshot" && position !== undefined && event.position <= position;
      if (isRepeat) return false;
      position = event.position;
      last = event.cursor;
      return true;
    },
  };
}

/** Whether two cursors are of different logs. */
export function areOfDifferentLogs(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return logOf(one) !== logOf(other);
}

/** What is before the last hyphen is the id of the log; servers of before gave a mere position. */
function logOf(cursor: string): string {
  return cursor.slice(0, Math.max(0, cursor.lastIndexOf("-")));
}
