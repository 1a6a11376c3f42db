import type { EventRange, RecordedEvent, Store } from "../store/store.ts";

/** Reads the log from a position and then follows it. */
export interface Feed {
  /**
   * Calls back for every event after `position`, in order, until it is stopped. Where another log takes the place of this
   * one, it ends by itself and calls `onReplaced`.
   */
  follow(listener: Listener, onReplaced?: () => void): Promise<Following>;
  /** Events after one position and up to another; returns false if some of them were pruned. */
  replay(range: {
    readonly after: number;
    readonly through: number;
    readonly conversationIds?: readonly string[];
  }): AsyncGenerator<RecordedEvent, boolean>;
  /** Stops all followers; resolves when the log is not being read, and no further read begins. */
  close(): Promise<void>;
}

type Listener = (event: RecordedEvent, history: string) => void;

export interface Following {
  /** The log whose positions these are. */
  readonly history: string;
  readonly position: number;
  stop(): void;
}

const batchSize = 500;
/** How long events are passed on without a break, in which requests are answered. */
const sliceMs = 5;
const retryMs = 500;

/** One reader of the log serves all followers; without followers nothing is read. */
export function createFeed(
  store: Pick<Store, "events" | "isLogComplete" | "position" | "history" | "onCommitted" | "onReplaced">,
  onError: (error: unknown) => void,
): Feed {
  const listeners = new Map<Listener, () => void>();
  let history = "";
  let position = 0;
  /** Raised when the log was replaced, which invalidates a read under way. */
  let replacements = 0;
  let reading: Promise<void> | undefined;
  let isMore = false;
  let unsubscribe: (() => void) | undefined;
  let isClosed = false;

  /** How the batch under way ends, for those who wait for it. */
  let batch = Promise.withResolvers<"read" | "failed" | "none">();

  function read(): void {
    isMore = true;
    reading ??= readBatches();
  }

  function endBatch(how: "read" | "failed" | "none"): void {
    batch.resolve(how);
    batch = Promise.withResolvers();
  }

  /** Resolves when everything committed before was passed on, or could not be read; for what is committed meanwhile it does not wait. */
  async function catchUp(): Promise<void> {
    const before = replacements;
    const end = await store.position();
    while (position < end && listeners.size > 0 && before === replacements) {
      read();
      if ((await batch.promise) === "failed") return;
    }
  }

  async function passOnAll(events: readonly RecordedEvent[]): Promise<void> {
    const before = replacements;
    let until = performance.now() + sliceMs;
    for (const event of events) {
      // The rest is of a log that is gone.
      if (before !== replacements) return;
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
        const before = replacements;
        const events = await store.events({ after: position, limit: batchSize });
        if (before !== replacements) continue;
        await passOnAll(events);
        isMore ||= events.length === batchSize;
        endBatch("read");
      }
    } catch (error) {
      if (isClosed) return;
      onError(error);
      endBatch("failed");
      // There will be no further notification for these events.
      setTimeout(() => listeners.size > 0 && read(), retryMs).unref();
    } finally {
      reading = undefined;
      endBatch("none");
    }
  }

  function passOn(event: RecordedEvent): void {
    // A follower that joined during the read may have advanced the position.
    if (event.position <= position) return;
    position = event.position;
    for (const listener of listeners.keys()) {
      try {
        listener(event, history);
      } catch (error) {
        onError(error);
      }
    }
  }

  store.onReplaced?.(() => {
    const ended = [...listeners.values()];
    listeners.clear();
    stopReading();
    position = 0;
    replacements += 1;
    for (const onReplaced of ended) onReplaced();
  });

  function stopReading(): void {
    unsubscribe?.();
    unsubscribe = undefined;
  }

  /** Moves the position to the end of the log, for the first follower. */
  async function findEnd(): Promise<void> {
    const before = replacements;
    const [found, last] = await Promise.all([store.history(), store.position()]);
    // Another follower may have come first, and the log may have been read for it.
    if (listeners.size > 0 || before !== replacements) return;
    history = found;
    position = Math.max(position, last);
  }

  return {
    async follow(listener, onReplaced = () => {}) {
      if (isClosed) throw closed();
      for (let before: number | undefined; before !== replacements; ) {
        before = replacements;
        await (listeners.size === 0 ? findEnd() : catchUp());
      }
      if (isClosed) throw closed();
      listeners.set(listener, onReplaced);
      unsubscribe ??= store.onCommitted(read);
      const from = { position, history };
      // A commit during the read of the position was not notified.
      read();
      return {
        ...from,
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
