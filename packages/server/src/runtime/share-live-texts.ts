import type { LiveText, SharedLiveTexts } from "../store/store.ts";
import { isSameStream, type LiveTexts } from "./live-texts.ts";

const publishMs = 200;
/** How often a text that does not grow is published again, as a sign that its server is alive. */
const refreshTicks = 25;
/** How long a stopping server waits to remove its texts; they expire anyway. */
const stopTimeoutMs = 1_000;

/** Publishes the live texts of this server, and reads those of the others while somebody listens. */
export function shareLiveTexts(liveTexts: LiveTexts, shared: SharedLiveTexts, onError: (error: unknown) => void) {
  /** What was published, and in which tick. */
  const published = new Map<string, { readonly live: LiveText; readonly tick: number }>();
  let tick = 0;
  let since = 0;
  let subscription: number | undefined;
  /** Tasks run one after the other: a read must not see texts that are just being removed. */
  let lastTask: Promise<void> = Promise.resolve();
  /** Tasks that have not started; they will see the current state, so each is queued once. */
  const queued = new Set<() => Promise<void>>();

  function enqueue(task: () => Promise<void>): Promise<void> {
    if (queued.has(task)) return lastTask;
    queued.add(task);
    lastTask = lastTask
      .then(() => {
        queued.delete(task);
        return task();
      })
      .catch(onError);
    return lastTask;
  }

  async function publish(): Promise<void> {
    tick += 1;
    const current = [...liveTexts.local()];
    const changed = current.filter((live) => {
      const before = published.get(live.conversationId);
      return live.text !== "" && (before?.live !== live || tick - before.tick >= refreshTicks);
    });
    const currentById = new Map(current.map((live) => [live.conversationId, live]));
    const ended = [...published.values()].flatMap(({ live }) => {
      const next = currentById.get(live.conversationId);
      // A newer stream that already has text replaces the published one.
      return next && (next.text !== "" || isSameStream(next, live)) ? [] : [live];
    });
    if (changed.length + ended.length === 0) return;
    await shared.publish(changed, ended);
    for (const live of changed) published.set(live.conversationId, { live, tick });
    for (const { conversationId } of ended) published.delete(conversationId);
  }

  async function read(): Promise<void> {
    // A new listener needs the texts so far, even if they do not grow right now.
    if (liveTexts.subscription !== subscription) since = 0;
    subscription = liveTexts.subscription;
    if (subscription === undefined) return;
    const { now, streams } = await shared.readSince(since);
    since = now;
    liveTexts.setRemote(streams.filter(({ conversationId }) => !published.has(conversationId)));
  }

  const unsubscribe = shared.subscribe(() => void enqueue(read));
  const timer = setInterval(() => {
    void enqueue(publish);
    if (liveTexts.subscription !== subscription) void enqueue(read);
  }, publishMs);

  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      unsubscribe();
      const timeout = Promise.withResolvers<void>();
      const timeoutTimer = setTimeout(timeout.resolve, stopTimeoutMs);
      await Promise.race([enqueue(publish), timeout.promise]);
      clearTimeout(timeoutTimer);
    },
  };
}
