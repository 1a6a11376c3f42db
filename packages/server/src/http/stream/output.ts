import type { Sink, SinkEvents } from "./sinks.ts";
import type { Turns } from "./turns.ts";

/** What one reader is sent. */
export interface Output {
  /** Sends bytes after all that was sent before; what comes before `start` waits. A reader that does not keep up is dropped. */
  push(bytes: Uint8Array): void;
  /** Sends bytes before all that waits for the start; resolves when the reader has room for more. */
  writeFirst(bytes: Uint8Array): Promise<void>;
  start(): void;
  end(): void;
  drop(): void;
  readonly isEnded: boolean;
  /** Resolves when the reader has left, was dropped, or the stream was ended. */
  readonly ended: Promise<void>;
}

export interface OutputOptions {
  readonly createSink: (events: SinkEvents) => Sink;
  readonly turns: Turns;
  /** Joins what is written at once. */
  readonly join?: Join;
  /** Bytes that may wait for the reader, here and in its socket. */
  readonly limit: number;
}

export type Join = (parts: readonly Uint8Array[]) => Uint8Array;

/**
 * Joins parts, and gives the same bytes where the same parts follow in the same turn of the event loop: readers of the
 * same events share them. They are kept for that turn alone.
 */
export function createSharedJoin(): Join {
  let last: { readonly parts: readonly Uint8Array[]; readonly bytes: Uint8Array } | undefined;
  return (parts) => {
    if (last && parts.length === last.parts.length && parts.every((part, index) => part === last?.parts[index]))
      return last.bytes;
    if (!last)
      setImmediate(() => {
        last = undefined;
      });
    last = { parts, bytes: Buffer.concat(parts) };
    return last.bytes;
  };
}

/** Holds what a reader has no room for as references to bytes that all readers share, and writes the rest when its turn comes. */
export function createOutput({ createSink, turns, limit, join = Buffer.concat }: OutputOptions): Output {
  const ended = Promise.withResolvers<void>();
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let isStarted = false;
  let isFull = false;
  let isScheduled = false;
  let isEnded = false;
  let onRoom = () => {};
  const sink = createSink({ onDrain: makeRoom, onClose: finish });

  function makeRoom(): void {
    isFull = false;
    onRoom();
    schedule();
  }

  function finish(): void {
    isEnded = true;
    waiting = [];
    onRoom();
    ended.resolve();
  }

  const hasRoom = () => isStarted && !isFull;

  /** Before the start the socket holds what the reader asked for, which can be more than the limit. */
  const isBehind = () => !hasRoom() && waitingBytes + (isStarted ? sink.queuedBytes : 0) > limit;

  function schedule(): void {
    if (isScheduled || isEnded || waiting.length === 0 || !(hasRoom() || isBehind())) return;
    isScheduled = true;
    turns(flush);
  }

  /** Whoever is still behind when its turn comes is dropped: before it the bytes may have waited for the turn alone. */
  function flush(): void {
    isScheduled = false;
    if (isBehind()) return drop();
    const [first] = waiting;
    if (isEnded || !first || !hasRoom()) return;
    const bytes = waiting.length === 1 ? first : join(waiting);
    waiting = [];
    waitingBytes = 0;
    isFull = !sink.write(bytes);
  }

  function drop(): void {
    if (isEnded) return;
    sink.drop();
    finish();
  }

  return {
    push(bytes) {
      if (isEnded || bytes.length === 0) return;
      waiting.push(bytes);
      waitingBytes += bytes.length;
      schedule();
    },
    async writeFirst(bytes) {
      if (isEnded || bytes.length === 0) return;
      isFull = !sink.write(bytes);
      const room = Promise.withResolvers<void>();
      onRoom = room.resolve;
      // Whoever reads fast waits for its turn as well, so that a long log does not keep others waiting.
      if (!isFull) turns(room.resolve);
      await room.promise;
    },
    start() {
      isStarted = true;
      schedule();
    },
    end() {
      if (isEnded) return;
      sink.end();
      finish();
    },
    drop,
    get isEnded() {
      return isEnded;
    },
    ended: ended.promise,
  };
}
