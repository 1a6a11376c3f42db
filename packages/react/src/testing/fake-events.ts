import type { Connection, LiveEvents } from "@askback/client";
import type { StreamEvent } from "@askback/core/wire";

export interface FakeEvents extends LiveEvents {
  emit(event: StreamEvent): void;
  become(connection: Connection): void;
}

/** A stream of events that a test writes by hand. */
export function createFakeEvents(): FakeEvents {
  const waiting: StreamEvent[] = [];
  const listeners = new Set<(connection: Connection) => void>();
  let connection: Connection = "connecting";
  let isClosed = false;
  let wake = () => {};
  return {
    get connection() {
      return connection;
    },
    onConnection(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    become(next) {
      connection = next;
      for (const listener of listeners) listener(next);
    },
    emit(event) {
      waiting.push(event);
      wake();
    },
    close() {
      isClosed = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      while (!isClosed) {
        const next = waiting.shift();
        if (next) yield next;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}
