import type { Conversation, Message, RecordedEvent, StreamedText } from "@askback/core/wire";
import { type Cell, createCell } from "./cell.ts";
import { isRecorded } from "./is-recorded.ts";
import type { LiveText } from "./live.ts";
import { caughtUp, spliced } from "./live-text.ts";

/** Puts the text of a reply together while the model writes it. */
export interface TextWatch {
  readonly text: Cell<LiveText | undefined>;
  hear(piece: StreamedText): void;
  /** Takes in what a conversation told of its text when it was read, with its newest messages. */
  catchUp(live: Conversation["live"], read: { readonly began: number; readonly messages: readonly Message[] }): void;
  /** Ends what a recorded event ends; the text stays until the reply is shown in its place. */
  end(event: RecordedEvent): void;
  /** Lets go of the text with the next read, whatever may have been missed. */
  release(): void;
  forget(): void;
}

export interface TextWatchOptions {
  readonly heard: () => number;
  readonly onHeard: () => void;
  /** Is called when a piece is missing, which only the conversation itself can tell. */
  readonly onGap: () => void;
}

const endings: ReadonlySet<RecordedEvent["type"]> = new Set([
  "model.replied",
  "model.failed",
  "run.interrupted",
  "run.finished",
  "run.failed",
  "run.paused",
]);

export function createTextWatch({ heard, onHeard, onGap }: TextWatchOptions): TextWatch {
  const text = createCell<LiveText | undefined>(undefined, onHeard);
  let waiting: readonly StreamedText[] = [];
  let heardAt = 0;
  /** How many events were heard when the text came to its end; what is read after that stands in its place. */
  let releasedAt: number | undefined;
  let ended: { readonly runId: string | undefined; readonly step: number } | undefined;

  const isOver = ({ runId, step }: { readonly runId: string; readonly step: number }) =>
    runId === ended?.runId && step <= ended.step;

  const isOther = (part: Pick<LiveText, "runId" | "step">) => {
    const shown = text.get();
    return shown !== undefined && (part.runId !== shown.runId || part.step !== shown.step);
  };

  /** A piece of the next reply waits until the one before is shown as recorded. */
  function take(piece: StreamedText): boolean {
    const next = isOther(piece) ? "gap" : spliced(text.get(), piece);
    if (next !== "gap") show(next);
    return next !== "gap";
  }

  function show(next: LiveText | undefined): void {
    if (!next || !text.get()) releasedAt = undefined;
    text.set(next);
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
    catchUp(live, { began, messages }) {
      const isOutrun = heardAt > began;
      if (isOutrun && waiting.length === 0) return;
      if (live && isOver(live)) return;
      const shown = text.get();
      if (shown && (!live || isOther(live))) {
        const isReplaced = isRecorded(shown, messages) || (releasedAt !== undefined && began >= releasedAt);
        if (!isReplaced) return;
        show(undefined);
      }
      if (live || !isOutrun) show(caughtUp(text.get(), live));
      waiting = waiting.filter((piece) => !isOver(piece) && !take(piece));
    },
    end({ type, runId, step }) {
      if (type === "model.replied") ended = { runId, step: step ?? text.get()?.step ?? 0 };
      if (endings.has(type)) releasedAt = heard();
      if (type === "run.finished" || type === "run.failed" || type === "run.paused")
        ended = { runId, step: Number.POSITIVE_INFINITY };
    },
    release() {
      releasedAt = heard();
    },
    forget() {
      waiting = [];
      show(undefined);
    },
  };
}
