import { joinPieces } from "./join-pieces.ts";
import type { Output } from "./output.ts";
import type { Turns } from "./turns.ts";

type Reader = Pick<Output, "push">;

/** Sends the same to many readers, and does for each of them only what cannot be done once. */
export interface Broadcast {
  /** The reader is sent all that is added from now on. */
  join(reader: Reader): void;
  leave(reader: Reader): void;
  /** Whether this was added last: every reader that has joined sees what happens, one right after the other. */
  hasAdded(happened: object): boolean;
  /** Adds the bytes of something that happened, unless it was added last. */
  add(happened: object, bytes: Uint8Array): void;
}

/** What happens until its turn comes is one piece for all readers. */
export function createBroadcast(turns: Turns): Broadcast {
  const readers = new Set<Reader>();
  let pieces: Uint8Array[] = [];
  let latest: object | undefined;

  function send(): void {
    if (pieces.length === 0) return;
    const bytes = joinPieces(pieces);
    pieces = [];
    for (const reader of readers) reader.push(bytes);
  }

  return {
    join(reader) {
      // What was added before is not for this one.
      send();
      readers.add(reader);
    },
    leave: (reader) => void readers.delete(reader),
    hasAdded: (happened) => happened === latest,
    add(happened, bytes) {
      if (happened === latest || bytes.length === 0) return;
      latest = happened;
      pieces.push(bytes);
      // One reader has a turn of its own, and needs none before it.
      if (readers.size <= 1) send();
      else if (pieces.length === 1) turns(send);
    },
  };
}
