import type { LiveDelta } from "../../runtime/live-texts.ts";
import type { Drafting } from "../../store/presence.ts";
import type { RecordedEvent } from "../../store/store.ts";
import { formatCursor } from "./cursor.ts";
import type { Frames } from "./event-stream.ts";

/** Frames as bytes; no bytes are not sent. */
export interface FrameEncoder {
  /** `history` names the log of the event. */
  event(recorded: RecordedEvent, history: string): Uint8Array;
  text(delta: LiveDelta): Uint8Array;
  drafting(drafting: Drafting): Uint8Array;
}

/**
 * Encodes what happens once for all readers of the same form: each is called with the same object. What a reader is
 * sent alone, as in a replay, is encoded for it.
 */
export function createFrameEncoder(frames: Frames): FrameEncoder {
  return {
    event: once((recorded: RecordedEvent, history: string) =>
      frames.event(recorded, formatCursor({ history, position: recorded.position })),
    ),
    // A delta that is the whole text so far replaces what the reader has.
    text: once((delta: LiveDelta) => frames.text(delta, delta.delta.length === delta.text.length)),
    drafting: once((drafting: Drafting) => frames.drafting?.(drafting) ?? ""),
  };
}

function once<Value extends object, Rest extends readonly unknown[]>(
  write: (value: Value, ...rest: Rest) => string,
): (value: Value, ...rest: Rest) => Uint8Array {
  const written = new WeakMap<Value, Uint8Array>();
  return (value, ...rest) => {
    const before = written.get(value);
    if (before) return before;
    const bytes = Buffer.from(write(value, ...rest));
    written.set(value, bytes);
    return bytes;
  };
}
