import type { EventRange, RecordedEvent, Store } from "../store/store.ts";

/** The log read from a position and then followed. */
export interface Feed {
  /** Hands on every event after `position`, in order, until it is stopped. */
  follow(listener: (event: RecordedEvent) => void): Promise<Following>;
  /** Recorded events after one position and up to another; gives false in the end where the log does not hold them all any more. */
  replay(range: {
    readonly after: number;
    readonly through: number;
    readonly conversationIds?: readonly string[];
  }): AsyncGenerator<RecordedEvent, boolean>;
}

export interface Following {
  readonly position: number;
  stop(): void;
}

const batchSize = 500;
const retryMs = 500;

/** One reader of the log serves all followers; with no followers nothing is read. */
export function createFeed(
  store: Pick<Store, "events" | "isWhole" | "position" | "onCommitted">,
  failed: (error: unknown) => void,
): Feed {
  const listeners = new Set<(event: RecordedEvent) => void>();
  let position = 0;
  let reading: Promise<void> | undefined;
  let again = false;
  let stopHearing: (() => void) | undefined;

  /** Ends when all that was committed before is handed on, or could not be read. */
  function read(): Promise<void> {
    again = true;
    reading ??= readOn();
    return reading;
  }

  async function readOn(): Promise<void> {
    try {
      while (again) {
        again = false;
        const batch = await store.events({ after: position, limit: batchSize });
        for (const event of batch) handOn(event);
        again ||= batch.length === batchSize;
      }
    } catch (error) {
      failed(error);
      // What could not be read was announced already, and nobody will do so again.
      setTimeout(() => listeners.size > 0 && void read(), retryMs).unref();
    } finally {
      reading = undefined;
    }
  }

  function handOn(event: RecordedEvent): void {
    // A follower that joined during the read may have moved the position on.
    if (event.position <= position) return;
    position = event.position;
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        failed(error);
      }
    }
  }

  return {
    async follow(listener) {
      if (listeners.size === 0) {
        const last = await store.position();
        // Another follower may have come first, and the log may have been read on for it.
        if (listeners.size === 0) position = Math.max(position, last);
      } else await read();
      listeners.add(listener);
      stopHearing ??= store.onCommitted(() => void read());
      const from = position;
      // What was committed while the position was read was announced to nobody.
      void read();
      return {
        position: from,
        stop() {
          listeners.delete(listener);
          if (listeners.size > 0) return;
          stopHearing?.();
          stopHearing = undefined;
        },
      };
    },
    async *replay({ after, through, conversationIds }) {
      for (let reached = after; ; ) {
        const range: EventRange = { after: reached, limit: batchSize, ...(conversationIds && { conversationIds }) };
        const batch = reached < through ? await store.events(range) : [];
        // Asked after the read, since pruning may have come first.
        if (!(await store.isWhole(range))) return false;
        for (const event of batch) {
          if (event.position > through) return true;
          yield event;
        }
        const last = batch.at(-1);
        if (!last || batch.length < batchSize) return true;
        reached = last.position;
      }
    },
  };
}
