import type { Conversation, RecordedEvent, StreamedText } from "@askback/core/wire";
import { type Cell, createCell } from "./cell.ts";
import type { LiveText } from "./live.ts";
import { caughtUp, spliced } from "./live-text.ts";

/** Puts the text of a reply together while the model writes it. */
export interface TextWatch {
  readonly text: Cell<LiveText | undefined>;
  hear(piece: StreamedText): void;
  /** Takes in what a conversation told of its text when it was read. */
  catchUp(live: Conversation["live"], began: number): void;
  /** Ends what a recorded event ends; the text stays until the reply is shown in its place. */
  end(event: RecordedEvent): void;
  forget(): void;
}

export interface TextWatchOptions {
  readonly heard: () => number;
  readonly onHeard: () => void;
  /** Is called when a piece is missing, which only the conversation itself can tell. */
  readonly onGap: () => void;
}

export function createTextWatch({ heard, onHeard, onGap }: TextWatchOptions): TextWatch {
  const text = createCell<LiveText | undefined>(undefined, onHeard);
  let waiting: readonly StreamedText[] = [];
  let heardAt = 0;
  let ended: { readonly runId: string | undefined; readonly step: number } | undefined;

  const isOver = ({ runId, step }: { readonly runId: string; readonly step: number }) =>
    runId === ended?.runId && step <= ended.step;

  function take(piece: StreamedText): boolean {
    const next = spliced(text.get(), piece);
    if (next !== "gap") text.set(next);
    return next !== "gap";
  }

  return {
    text,
    hear(piece) {
      if (isOver(piece)) return;
      heardAt = heard();
      if (take(piece)) return;
      waiting = [...waiting, piece];
      onGap();
    },
    catchUp(live, began) {
      const isOutrun = heardAt > began;
      if (isOutrun && waiting.length === 0) return;
      if (live && isOver(live)) return;
      if (live || !isOutrun) text.set(caughtUp(text.get(), live));
      waiting = waiting.filter((piece) => !isOver(piece) && !take(piece));
    },
    end({ type, runId, step }) {
      if (type === "model.replied") ended = { runId, step: step ?? text.get()?.step ?? 0 };
      if (type === "run.finished" || type === "run.failed" || type === "run.paused")
        ended = { runId, step: Number.POSITIVE_INFINITY };
    },
    forget() {
      waiting = [];
      text.set(undefined);
    },
  };
}
