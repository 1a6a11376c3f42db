import type { StreamEvent } from "@askback/core/wire";

/** How far a reader has come. */
export interface Progress {
  readonly position: number | undefined;
  /** Goes on to an event; false where the reader has had it before. */
  take(event: StreamEvent): boolean;
}

export function createProgress(after: number | undefined): Progress {
  let position = after;
  return {
    get position() {
      return position;
    },
    take(event) {
      // Text and drafts are told and not recorded, so they have no place in the order.
      if (!("position" in event)) return true;
      const isRepeat = event.type !== "snapshot" && position !== undefined && event.position <= position;
      if (!isRepeat) position = event.position;
      return !isRepeat;
    },
  };
}
