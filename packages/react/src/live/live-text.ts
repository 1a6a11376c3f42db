import type { Conversation, StreamedText } from "@askback/core/wire";
import type { LiveText } from "./live.ts";

/** The text after a piece of it came, or that something before the piece is missing. */
export function spliced(text: LiveText | undefined, piece: StreamedText): LiveText | "gap" {
  const { runId, step, offset, delta } = piece;
  const isSame = text?.runId === runId && text.step === step;
  const before = isSame ? text.text : "";
  if (offset > before.length) return "gap";
  // A piece that is there already comes again when the conversation was read in between.
  if (isSame && before.startsWith(delta, offset)) return text;
  return { runId, step, text: before.slice(0, offset) + delta };
}

/** The text after the conversation was read: the longer of two that agree, else what was read. */
export function caughtUp(text: LiveText | undefined, live: Conversation["live"]): LiveText | undefined {
  if (!live) return undefined;
  const isAhead = text?.runId === live.runId && text.step === live.step && text.text.startsWith(live.text);
  return isAhead ? text : live;
}
