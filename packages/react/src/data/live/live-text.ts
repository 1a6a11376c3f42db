import type { Conversation, Message, RecordedEvent, StreamedText } from "@askback/core/wire";

/** The reply that the model is writing. */
export interface LiveText {
  readonly runId: string;
  readonly step: number;
  readonly text: string;
}

/** How far the streamed text of a conversation is. Times are those of the server cache. */
export interface TextStream {
  readonly text: LiveText | undefined;
  /** Deltas that cannot be appended yet: something before them is missing, or the reply before is not recorded. */
  readonly waiting: readonly StreamedText[];
  /** When the last delta came. */
  readonly updatedAt: number;
  /** When the text came to its end: a thread that is read after that stands in its place. */
  readonly endedAt: number | undefined;
  /** The last reply that is complete, so that no late delta brings it back. */
  readonly complete: { readonly runId: string | undefined; readonly step: number } | undefined;
}

type Position = Pick<LiveText, "runId" | "step">;

export const emptyTextStream: TextStream = {
  text: undefined,
  waiting: [],
  updatedAt: 0,
  endedAt: undefined,
  complete: undefined,
};

/** The stream after a delta came. One that cannot be appended yet joins those that wait. */
export function addTextDelta(stream: TextStream, delta: StreamedText, now: number): TextStream {
  if (isComplete(stream, delta)) return stream;
  const next = tryAppend(stream, delta) ?? { ...stream, waiting: [...stream.waiting, delta] };
  return { ...next, updatedAt: now };
}

/** The stream after the conversation was read, with its newest messages. */
export function catchUpText(
  stream: TextStream,
  live: Conversation["live"],
  { began, messages }: { readonly began: number; readonly messages: readonly Message[] },
): TextStream {
  const isOutdated = stream.updatedAt > began;
  if (isOutdated && stream.waiting.length === 0) return stream;
  if (live && isComplete(stream, live)) return stream;
  let next = stream;
  if (stream.text && (!live || !isSameReply(stream.text, live))) {
    const hasEnded = stream.endedAt !== undefined && began >= stream.endedAt;
    if (!hasEnded && !isRecorded(stream.text, messages)) return stream;
    next = withText(stream, undefined);
  }
  if (live || !isOutdated) next = withText(next, longerText(next.text, live));
  for (const delta of stream.waiting) {
    const isAppended = isComplete(next, delta) ? next : tryAppend(next, delta);
    if (isAppended) next = { ...isAppended, waiting: next.waiting.filter((other) => other !== delta) };
  }
  return next;
}

const endings: ReadonlySet<RecordedEvent["type"]> = new Set([
  "model.replied",
  "model.failed",
  "run.interrupted",
  "run.finished",
  "run.failed",
  "run.paused",
]);

/** The stream after a recorded event; the text stays until the thread shows the reply in its place. */
export function endText(stream: TextStream, { type, runId, step }: RecordedEvent, now: number): TextStream {
  if (!endings.has(type)) return stream;
  const ended = { ...stream, endedAt: now };
  if (type === "model.replied") return { ...ended, complete: { runId, step: step ?? stream.text?.step ?? 0 } };
  const isRunOver = type === "run.finished" || type === "run.failed" || type === "run.paused";
  return isRunOver ? { ...ended, complete: { runId, step: Number.POSITIVE_INFINITY } } : ended;
}

/** The text with a delta appended, or undefined where something before the delta is missing. */
export function appendTextDelta(text: LiveText | undefined, delta: StreamedText): LiveText | undefined {
  const { runId, step, offset } = delta;
  const before = text && isSameReply(text, delta) ? text.text : "";
  if (offset > before.length) return undefined;
  // A delta that is there already comes again when the conversation was read in between.
  if (text && isSameReply(text, delta) && before.startsWith(delta.delta, offset)) return text;
  return { runId, step, text: before.slice(0, offset) + delta.delta };
}

/** The text after the conversation was read: the longer of two that agree, else what was read. */
export function longerText(text: LiveText | undefined, live: Conversation["live"]): LiveText | undefined {
  if (!live) return undefined;
  return text && isSameReply(text, live) && text.text.startsWith(live.text) ? text : live;
}

/** Whether the reply of a text is among the messages. A reply that was interrupted is the last of its run. */
export function isRecorded({ runId, step }: LiveText, messages: readonly Message[]): boolean {
  const reply = messages.findLast((message) => message.role === "agent" && message.runId === runId);
  return reply?.interrupted === true || (reply?.step ?? 0) >= step;
}

/** The stream with a delta appended. The next reply waits until the one before is recorded. */
function tryAppend(stream: TextStream, delta: StreamedText): TextStream | undefined {
  if (stream.text && !isSameReply(stream.text, delta)) return undefined;
  const text = appendTextDelta(stream.text, delta);
  return text && withText(stream, text);
}

function withText(stream: TextStream, text: LiveText | undefined): TextStream {
  if (text === stream.text) return stream;
  return { ...stream, text, endedAt: text && stream.text ? stream.endedAt : undefined };
}

function isComplete({ complete }: TextStream, { runId, step }: Position): boolean {
  return runId === complete?.runId && step <= complete.step;
}

function isSameReply(a: Position, b: Position): boolean {
  return a.runId === b.runId && a.step === b.step;
}
