import type { EventRange, RecordedEvent, Store } from "../store/store.ts";

/** Reads the log from a position and then follows it. */
export interface Feed {
  /** Calls back for every event after `position`, in order, until it is stopped. */
  follow(listener: (event: RecordedEvent) => void): Promise<Following>;
  /** Events after one position and up to another; returns false if some of them were pruned. */
  replay(range: {
    readonly after: number;
    readonly through: number;
    readonly conversationIds?: readonly string[];
  }): AsyncGenerator<RecordedEvent, boolean>;
  /** Stops all followers; resolves when the log is not being read, and no further read begins. */
  close(): Promise<void>;
}

export interface Following {
  readonly position: number;
  stop(): void;
}

const batchSize = 500;
/** How long events are passed on without a break, in which requests are answered. */
const sliceMs = 5;
const retryMs = 500;

/** One reader of the log serves all followers; without followers nothing is read. */
export function createFeed(
  store: Pick<Store, "events" | "isLogComplete" | "position" | "onCommitted">,
  onError: (error: unknown) => void,
): Feed {
  const listeners = new Set<(event: RecordedEvent) => void>();
  let position = 0;
  let reading: Promise<void> | undefined;
  let isMore = false;
  let unsubscribe: (() => void) | undefined;
  let isClosed = false;

  /** Resolves when everything committed before was passed on, or could not be read. */
  function read(): Promise<void> {
    isMore = true;
    reading ??= readBatches();
    return reading;
  }

  async function passOnAll(batch: readonly RecordedEvent[]): Promise<void> {
    let until = performance.now() + sliceMs;
    for (const event of batch) {
      passOn(event);
      if (performance.now() < until) continue;
      await new Promise(setImmediate);
      until = performance.now() + sliceMs;
    }
  }

  async function readBatches(): Promise<void> {
    try {
      while (isMore && listeners.size > 0) {
        isMore = false;
        const batch = await store.events({ after: position, limit: batchSize });
        await passOnAll(batch);
        isMore ||= batch.length === batchSize;
      }
    } catch (error) {
      if (isClosed) return;
      onError(error);
      // There will be no further notification for these events.
      setTimeout(() => listeners.size > 0 && void read(), retryMs).unref();
    } finally {
      reading = undefined;
    }
  }

  function passOn(event: RecordedEvent): void {
    // A follower that joined during the read may have advanced the position.
    if (event.position <= position) return;
    position = event.position;
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        onError(error);
      }
    }
  }

  function stopReading(): void {
    unsubscribe?.();
    unsubscribe = undefined;
  }

  return {
    async follow(listener) {
      if (isClosed) throw closed();
      if (listeners.size === 0) {
        const last = await store.position();
        // Another follower may have come first, and the log may have been read for it.
        if (listeners.size === 0) position = Math.max(position, last);
      } else await read();
      if (isClosed) throw closed();
      listeners.add(listener);
      unsubscribe ??= store.onCommitted(() => void read());
      const from = position;
      // A commit during the read of the position was not notified.
      void read();
      return {
        position: from,
        stop() {
          listeners.delete(listener);
          if (listeners.size === 0) stopReading();
        },
      };
    },
    async *replay({ after, through, conversationIds }) {
      for (let reached = after; ; ) {
        const range: EventRange = { after: reached, limit: batchSize, ...(conversationIds && { conversationIds }) };
        const batch = reached < through ? await store.events(range) : [];
        // Checked after the read, since pruning may have come before it.
        if (!(await store.isLogComplete(range))) return false;
        for (const event of batch) {
          if (event.position > through) return true;
          yield event;
        }
        const last = batch.at(-1);
        if (!last || batch.length < batchSize) return true;
        reached = last.position;
      }
    },
    async close() {
      isClosed = true;
      listeners.clear();
      stopReading();
      await reading;
    },
  };
}

function closed(): Error {
  return new Error("the feed is closed");
}
