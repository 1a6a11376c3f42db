import type { Feed } from "../feed/feed.ts";
import type { LiveDelta, LiveTexts } from "../runtime/live-text.ts";
import type { Drafting, Presence } from "../store/presence.ts";
import type { RecordedEvent } from "../store/store.ts";

export interface Frames {
  event(recorded: RecordedEvent): string;
  /** Where the delta is the whole text so far, it replaces what the reader has. */
  text(delta: LiveDelta, isWhole: boolean): string;
  drafting?(drafting: Drafting): string;
}

export interface EventStreamOptions {
  readonly feed: Feed;
  readonly liveTexts: LiveTexts;
  /** Where it is given, the reader is told who writes at an answer. */
  readonly presence?: Presence;
  /** The position to go on from; without it, or where the log no longer reaches back so far, a snapshot comes first. */
  readonly after?: number;
  readonly conversationIds?: readonly string[];
  /** What belongs to other projects is never sent. */
  readonly project: string;
  /** The frames to start with where there is nothing to go on from. */
  snapshot(position: number): Promise<string>;
  /** What a recorded event and a piece of text look like on the wire; nothing, where they are not shown. */
  readonly frames: Frames;
  readonly heartbeatMs: number;
  /** Bytes that may wait for a reader before it is dropped. */
  readonly backlogLimit: number;
  /** Ends the connection of a reader that fell behind; it can come back with `Last-Event-ID`. */
  drop(): void;
  readonly signal: AbortSignal;
}

/** One reader's stream of server-sent events: what it missed, then what happens. A reader that falls behind is dropped. */
export function openEventStream(options: EventStreamOptions): ReadableStream<Uint8Array> {
  const { feed, liveTexts, conversationIds, heartbeatMs, backlogLimit, signal } = options;
  const wanted = conversationIds && new Set(conversationIds);
  const waiting = createBacklog(backlogLimit, options.drop);
  const encoder = new TextEncoder();
  const isWanted = ({ conversationId, project }: { readonly conversationId: string; readonly project: string }) =>
    project === options.project && (!wanted || wanted.has(conversationId));

  const replies = createReplies();
  const textFrame = (live: LiveDelta) => options.frames.text(live, live.delta.length === live.text.length);

  /** What was recorded after a position; false in the end if that was not all. */
  async function* missed(after: number, through: number): AsyncGenerator<string, boolean> {
    const events = feed.replay({ after, through, ...(conversationIds && { conversationIds }) });
    while (!signal.aborted) {
      const { done, value } = await events.next();
      if (done) return value;
      if (isWanted(value)) yield options.frames.event(value);
    }
    return true;
  }

  async function* frames(): AsyncGenerator<string> {
    const following = await feed.follow((event) => {
      // Another server may have told the reader of more than this one has come to.
      if (event.position <= (options.after ?? 0) || !isWanted(event)) return;
      replies.note(event);
      waiting.push(options.frames.event(event));
    });
    const stopPresence = options.presence?.onTold((drafting) => {
      if (isWanted(drafting)) waiting.push(options.frames.drafting?.(drafting) ?? "");
    });
    const heartbeat = setInterval(() => waiting.push(": heartbeat\n\n"), heartbeatMs);
    const stop = () => waiting.close();
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    let stopLive = () => {};
    try {
      // Where the log no longer holds all that was missed, the state as it is now stands for it.
      const isToldAll = options.after !== undefined && (yield* missed(options.after, following.position));
      if (!isToldAll) yield await options.snapshot(following.position);
      // The text so far and what follows it are taken in one go, so that no piece is missing or comes twice.
      for (const conversationId of wanted ?? []) {
        const live = liveTexts.current(conversationId);
        if (live && isWanted(live)) waiting.push(textFrame({ ...live, delta: live.text }));
      }
      stopLive = liveTexts.onDelta((delta) => {
        if (isWanted(delta) && !replies.include(delta)) waiting.push(textFrame(delta));
      });
      yield* waiting.frames();
    } finally {
      following.stop();
      stopLive();
      stopPresence?.();
      clearInterval(heartbeat);
      signal.removeEventListener("abort", stop);
    }
  }

  const iterator = frames();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      waiting.close();
      await iterator.return(undefined);
    },
  });
}

/** JSON holds no raw line break, so it is one `data` line. Live text has no id: a reconnect replays recorded events only. */
export function frame(event: string, data: unknown, id?: number): string {
  return `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** The latest replies that were recorded: their text may still come from a server that is slow to say that it ended. */
function createReplies() {
  const latest = new Set<string>();
  return {
    note({ event }: RecordedEvent) {
      if (event.type !== "model.replied") return;
      latest.add(`${event.runId} ${event.step}`);
      const [oldest] = latest;
      if (latest.size > 1_000 && oldest !== undefined) latest.delete(oldest);
    },
    include: ({ runId, step }: LiveDelta) => latest.has(`${runId} ${step}`),
  };
}

/** Frames that wait for one reader; closes itself when too much waits. */
function createBacklog(limit: number, drop: () => void) {
  let frames: string[] = [];
  let size = 0;
  let closed = false;
  let wake = () => {};
  return {
    push(text: string) {
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
    async *frames(): AsyncGenerator<string> {
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
