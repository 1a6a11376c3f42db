import type { Feed } from "../../feed/feed.ts";
import type { LiveDelta, LiveTexts } from "../../runtime/live-texts.ts";
import type { Drafting, Presence } from "../../store/presence.ts";
import type { RecordedEvent } from "../../store/store.ts";
import type { AppContext } from "../route.ts";
import { type Cursor, formatCursor } from "./cursor.ts";

/** How an API writes what happens as server-sent events; an empty text is not sent. */
export interface Frames {
  /** `cursor` is the id with which a reader goes on after the event. */
  event(recorded: RecordedEvent, cursor: string): string;
  /** With `isWhole` the delta is the whole text so far, and replaces what the reader has. */
  text(delta: LiveDelta, isWhole: boolean): string;
  drafting?(drafting: Drafting): string;
}

export interface EventStreamOptions {
  readonly feed: Feed;
  readonly liveTexts: LiveTexts;
  /** Where it is given, the reader is told who writes an answer. */
  readonly presence?: Presence;
  /** Where to go on; without it, in another log, or where the log no longer reaches back so far, a snapshot comes first. */
  readonly after?: Cursor;
  readonly conversationIds?: readonly string[];
  /** The frames to start with where there is no position to go on from. */
  snapshot(position: number, cursor: string): Promise<string>;
  readonly frames: Frames;
}

export interface EventStreamSettings {
  readonly heartbeatMs: number;
  /** Bytes that may wait for a reader before it is dropped. */
  readonly backlogLimit: number;
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal;
}

const streamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
};

/**
 * Responds with server-sent events: first those that the reader missed, then each as it happens. A reader that falls
 * behind is dropped, and can come back with `Last-Event-ID`. hono's `streamSSE` has no limit for what waits.
 */
export function eventStreamResponse(
  context: AppContext,
  settings: EventStreamSettings,
  options: EventStreamOptions,
): Response {
  // Nobody reads the body of a HEAD, so a stream opened for it would never be closed.
  if (context.req.method === "HEAD") return context.body(null, 200, streamHeaders);
  const signal = AbortSignal.any([context.req.raw.signal, settings.stopping]);
  const backlog = createBacklog(settings.backlogLimit, () => context.env.outgoing?.destroy());
  const { project } = context.var.principal;
  const frames = streamFrames(options, backlog, { project, heartbeatMs: settings.heartbeatMs, signal });
  const encoder = new TextEncoder();
  const events = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await frames.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      backlog.close();
      await frames.return(undefined);
    },
  });
  return context.body(events, 200, streamHeaders);
}

interface Reader {
  /** Events of other projects are never sent. */
  readonly project: string;
  readonly heartbeatMs: number;
  readonly signal: AbortSignal;
}

async function* streamFrames(
  options: EventStreamOptions,
  backlog: Backlog,
  { project, heartbeatMs, signal }: Reader,
): AsyncGenerator<string> {
  const { feed, liveTexts, conversationIds, frames } = options;
  const wanted = conversationIds && new Set(conversationIds);
  const isWanted = (one: { readonly conversationId: string; readonly project: string }) =>
    one.project === project && (!wanted || wanted.has(one.conversationId));
  const replies = createRecordedReplies();
  const textFrame = (live: LiveDelta) => frames.text(live, live.delta.length === live.text.length);

  const { stop: stopFollowing, ...end } = await feed.follow(
    (event, history) => {
      // Another server may have sent the reader more than this one has read yet.
      if (event.position <= (positionIn(history) ?? 0) || !isWanted(event)) return;
      replies.add(event);
      backlog.push(frames.event(event, formatCursor({ history, position: event.position })));
    },
    // The reader comes back with a cursor of the old log, and gets a snapshot of the new one.
    () => backlog.close(),
  );
  const stopPresence = options.presence?.subscribe((drafting) => {
    if (isWanted(drafting)) backlog.push(frames.drafting?.(drafting) ?? "");
  });
  const heartbeat = setInterval(() => backlog.push(": heartbeat\n\n"), heartbeatMs);
  const stop = () => backlog.close();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  let stopLive = () => {};
  try {
    // Where the log no longer holds all that the reader missed, it gets the state as it is now.
    const after = positionIn(end.history);
    const isComplete = after !== undefined && (yield* replayFrames(after, end.position));
    if (!isComplete) yield await options.snapshot(end.position, formatCursor(end));
    // The text so far and the listener for the rest are taken in one step, so that no piece is missing or sent twice.
    for (const conversationId of wanted ?? []) {
      const live = liveTexts.current(conversationId);
      if (live && isWanted(live)) backlog.push(textFrame({ ...live, delta: live.text }));
    }
    stopLive = liveTexts.onDelta((delta) => {
      if (isWanted(delta) && !replies.has(delta)) backlog.push(textFrame(delta));
    });
    yield* backlog.frames();
  } finally {
    stopFollowing();
    stopLive();
    stopPresence?.();
    clearInterval(heartbeat);
    signal.removeEventListener("abort", stop);
  }

  /** The position to go on from, if the reader got it from this log. */
  function positionIn(history: string): number | undefined {
    return options.after?.history === history ? options.after.position : undefined;
  }

  /** The events between two positions; returns false if the log no longer holds all of them. */
  async function* replayFrames(after: number, through: number): AsyncGenerator<string, boolean> {
    const events = feed.replay({ after, through, ...(conversationIds && { conversationIds }) });
    while (!signal.aborted) {
      const { done, value } = await events.next();
      if (done) return value;
      if (isWanted(value)) yield frames.event(value, formatCursor({ history: end.history, position: value.position }));
    }
    return true;
  }
}

/** JSON holds no raw line break, so it is one `data` line. Live text has no id: a reconnect replays recorded events only. */
export function frame(event: string, data: unknown, id?: string): string {
  return `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** The latest recorded replies, whose text may still come from a server that is slow to say that it ended. */
function createRecordedReplies() {
  const latest = new Set<string>();
  return {
    add({ event }: RecordedEvent) {
      if (event.type !== "model.replied") return;
      latest.add(`${event.runId} ${event.step}`);
      const [oldest] = latest;
      if (latest.size > 1_000 && oldest !== undefined) latest.delete(oldest);
    },
    has: ({ runId, step }: LiveDelta) => latest.has(`${runId} ${step}`),
  };
}

interface Backlog {
  push(text: string): void;
  close(): void;
  frames(): AsyncGenerator<string>;
}

/** Frames that wait for one reader; closes itself when more than `limit` waits. */
function createBacklog(limit: number, drop: () => void): Backlog {
  let frames: string[] = [];
  let size = 0;
  let closed = false;
  let wake = () => {};
  return {
    push(text) {
      if (closed || text === "") return;
      frames.push(text);
      size += text.length;
      if (size > limit) {
        closed = true;
        drop();
      }
      wake();
    },
    close() {
      closed = true;
      wake();
    },
    async *frames() {
      while (!closed) {
        if (frames.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        const ready = frames.join("");
        frames = [];
        size = 0;
        if (ready && !closed) yield ready;
      }
    },
  };
}
