import type { Feed } from "../../feed/feed.ts";
import type { LiveDelta, LiveTexts } from "../../runtime/live-texts.ts";
import type { Drafting, Presence } from "../../store/presence.ts";
import type { RecordedEvent } from "../../store/store.ts";
import { problemResponse, problems } from "../problems/problem.ts";
import type { AppContext } from "../route.ts";
import type { Broadcast } from "./broadcast.ts";
import { type Broadcasts, createBroadcasts } from "./broadcasts.ts";
import { type Cursor, formatCursor } from "./cursor.ts";
import { createFrameEncoder, type FrameEncoder } from "./frame-encoder.ts";
import { createOutput, type Output } from "./output.ts";
import { createTurns } from "./turns.ts";

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

/** Calls back after somebody may do more or less. */
export type OnAccessChanged = (listener: () => void) => () => void;

export interface EventStreams {
  /**
   * Responds with server-sent events: first those that the reader missed, then each as it happens. A reader that falls
   * behind is dropped, and can come back with `Last-Event-ID`. hono's `streamSSE` has no limit for what waits.
   */
  respond(context: AppContext, options: EventStreamOptions): Response;
}

const streamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
};

/** A stream ends when its reader leaves, so there may be room for another one at any time. */
const retryAfterSeconds = "5";

export function createEventStreams(
  settings: EventStreamSettings,
  perCaller: number,
  onAccessChanged: OnAccessChanged,
  onError: (requestId: string, error: unknown) => void,
): EventStreams {
  const turns = createTurns();
  const replies = createRecordedReplies();
  const countByCaller = new Map<string, number>();
  /** All readers with the same `frames` share what is written in them. */
  const sharedByFrames = new WeakMap<Frames, Shared>();

  function sharedOf(frames: Frames): Shared {
    const shared = sharedByFrames.get(frames) ?? {
      encoder: createFrameEncoder(frames),
      broadcasts: createBroadcasts(turns),
    };
    sharedByFrames.set(frames, shared);
    return shared;
  }

  /** Counts one more or one less stream of a caller. */
  function count(caller: string, change: 1 | -1): void {
    const open = (countByCaller.get(caller) ?? 0) + change;
    if (open > 0) countByCaller.set(caller, open);
    else countByCaller.delete(caller);
  }

  return {
    respond(context, options) {
      // Nobody reads the body of a HEAD, so a stream opened for it would never be closed.
      if (context.req.method === "HEAD") return context.body(null, 200, streamHeaders);
      const principal = context.get("principal");
      const requestId = context.get("requestId");
      const isStillAllowed = context.get("isStillAllowed");
      const caller = JSON.stringify([principal.project, principal.id]);
      if ((countByCaller.get(caller) ?? 0) >= perCaller) {
        context.header("retry-after", retryAfterSeconds);
        return problemResponse(context, problems.tooManyStreams);
      }
      count(caller, 1);
      const { encoder, broadcasts } = sharedOf(options.frames);
      const { project } = principal;
      const reader: Omit<Reader, "broadcast"> = {
        project,
        heartbeatMs: settings.heartbeatMs,
        encoder,
        replies,
        isStillAllowed,
        onAccessChanged,
        signal: AbortSignal.any([context.req.raw.signal, settings.stopping]),
      };
      context.set("openStream", (createSink) => {
        const output = createOutput({ createSink, turns, limit: settings.backlogLimit });
        // What readers of some conversations are sent differs from what the others are.
        const isOfAll = options.conversationIds === undefined;
        const broadcast = isOfAll ? { broadcast: broadcasts.take(project) } : {};
        void output.ended.then(() => {
          count(caller, -1);
          if (isOfAll) broadcasts.release(project);
        });
        void sendEvents(options, { ...reader, ...broadcast }, output).catch((error) => {
          // Whoever has left caused the error, or does not need what could not be read.
          if (!output.isEnded) onError(requestId, error);
          output.drop();
        });
      });
      return context.body(null, 200, streamHeaders);
    },
  };
}

interface Shared {
  readonly encoder: FrameEncoder;
  readonly broadcasts: Broadcasts;
}

interface Reader {
  /** Events of other projects are never sent. */
  readonly project: string;
  readonly heartbeatMs: number;
  readonly encoder: FrameEncoder;
  /** Where the reader is sent everything. */
  readonly broadcast?: Broadcast;
  readonly replies: RecordedReplies;
  isStillAllowed(): Promise<boolean>;
  readonly onAccessChanged: OnAccessChanged;
  readonly signal: AbortSignal;
}

const heartbeatFrame = Buffer.from(": heartbeat\n\n");

/** Resolves when the stream has ended. */
async function sendEvents(
  options: EventStreamOptions,
  { project, heartbeatMs, encoder, broadcast, replies, signal, ...reader }: Reader,
  output: Output,
): Promise<void> {
  const { feed, liveTexts, conversationIds } = options;
  const wanted = conversationIds && new Set(conversationIds);
  const isWanted = (one: { readonly conversationId: string; readonly project: string }) =>
    one.project === project && (!wanted || wanted.has(one.conversationId));

  /** Where the reader has joined it; then all that is sent goes through it, in order. */
  let joined: Broadcast | undefined;
  function send(happened: object, bytes: Uint8Array): void {
    if (joined) joined.add(happened, bytes);
    else output.push(bytes);
  }

  if (signal.aborted) return output.end();
  signal.addEventListener("abort", output.end, { once: true });
  const { stop: stopFollowing, ...end } = await feed.follow(
    (event, history) => {
      if (joined?.hasAdded(event)) return;
      // Another server may have sent the reader more than this one has read yet.
      if (event.position <= (positionIn(history) ?? 0) || !isWanted(event)) return;
      replies.add(event, history);
      send(event, encoder.event(event, history));
    },
    // The reader comes back with a cursor of the old log, and gets a snapshot of the new one.
    output.end,
  );
  // A reader that is ahead of this server is not sent what others are.
  if (broadcast && (positionIn(end.history) ?? 0) <= end.position) {
    broadcast.join(output);
    joined = broadcast;
  }
  const stopPresence = options.presence?.subscribe((drafting) => {
    if (isWanted(drafting)) send(drafting, encoder.drafting(drafting));
  });
  const checkAccess = () =>
    // Whether a reader may go on is checked again later where the store cannot say it now.
    void reader.isStillAllowed().then(
      (isAllowed) => isAllowed || output.end(),
      () => {},
    );
  const stopAccess = reader.onAccessChanged(checkAccess);
  const heartbeat = setInterval(() => {
    output.push(heartbeatFrame);
    checkAccess();
  }, heartbeatMs);
  let stopLive = () => {};
  try {
    // Where the log no longer holds all that the reader missed, it gets the state as it is now.
    const after = positionIn(end.history);
    const isComplete = after !== undefined && (await replay(after, end.position));
    if (!isComplete && !output.isEnded)
      await output.writeFirst(Buffer.from(await options.snapshot(end.position, formatCursor(end))));
    // The text so far and the listener for the rest are taken in one step, so that no piece is missing or sent twice.
    for (const conversationId of wanted ?? []) {
      const live = liveTexts.current(conversationId);
      if (live && isWanted(live)) output.push(encoder.text({ ...live, delta: live.text }));
    }
    stopLive = liveTexts.onDelta((delta) => {
      if (isWanted(delta) && !replies.has(delta, end.history)) send(delta, encoder.text(delta));
    });
    output.start();
    await output.ended;
  } finally {
    joined?.leave(output);
    stopFollowing();
    stopLive();
    stopPresence?.();
    stopAccess();
    clearInterval(heartbeat);
    signal.removeEventListener("abort", output.end);
  }

  /** The position to go on from, if the reader got it from this log. */
  function positionIn(history: string): number | undefined {
    return options.after?.history === history ? options.after.position : undefined;
  }

  /** Sends the events between two positions; false if the log no longer holds all of them. */
  async function replay(after: number, through: number): Promise<boolean> {
    const events = feed.replay({ after, through, ...(conversationIds && { conversationIds }) });
    let ready: Uint8Array[] = [];
    let size = 0;
    const write = async () => {
      await output.writeFirst(Buffer.concat(ready));
      ready = [];
      size = 0;
    };
    while (!output.isEnded) {
      const { done, value } = await events.next();
      if (done) {
        await write();
        return value;
      }
      if (!isWanted(value)) continue;
      const bytes = encoder.event(value, end.history);
      ready.push(bytes);
      size += bytes.length;
      if (size > replayBytes) await write();
    }
    return true;
  }
}

/** How much of a replay is written at once. */
const replayBytes = 64 * 1024;

/** JSON holds no raw line break, so it is one `data` line. Live text has no id: a reconnect replays recorded events only. */
export function frame(event: string, data: unknown, id?: string): string {
  return `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

type RecordedReplies = ReturnType<typeof createRecordedReplies>;

/**
 * The latest replies that were passed on, whose text may still come from a server that is slow to say that it ended. Ids of
 * runs are counts, which a log that replaces this one has again.
 */
function createRecordedReplies() {
  const latest = new Set<string>();
  return {
    add({ event }: RecordedEvent, history: string) {
      if (event.type !== "model.replied") return;
      latest.add(`${history} ${event.runId} ${event.step}`);
      const [oldest] = latest;
      if (latest.size > 1_000 && oldest !== undefined) latest.delete(oldest);
    },
    has: ({ runId, step }: LiveDelta, history: string) => latest.has(`${history} ${runId} ${step}`),
  };
}
