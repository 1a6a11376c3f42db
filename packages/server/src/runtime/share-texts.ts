import type { LiveText, SharedTexts } from "../store/store.ts";
import { isSameStream, type LiveTexts } from "./live-text.ts";

const shareMs = 200;
/** How often a text that does not grow is shared again, so that the others know that its server lives. */
const refreshTicks = 25;
/** How long a server that stops waits to take back what it showed; the others forget it anyway. */
const farewellMs = 1_000;

/** Shows the text that streams here to the other servers, and theirs here while somebody looks. */
export function shareTexts(liveTexts: LiveTexts, shared: SharedTexts, failed: (error: unknown) => void) {
  /** What the others were shown, and in which tick. */
  const shown = new Map<string, { readonly live: LiveText; readonly tick: number }>();
  let tick = 0;
  let since = 0;
  let watch: number | undefined;
  /** One thing after the other: a look must not see again what a share is just taking back. */
  let done: Promise<void> = Promise.resolve();
  /** What is yet to begin; it will see all that there is then, so once is enough. */
  const waiting = new Set<() => Promise<void>>();

  function then(work: () => Promise<void>): Promise<void> {
    if (waiting.has(work)) return done;
    waiting.add(work);
    done = done
      .then(() => {
        waiting.delete(work);
        return work();
      })
      .catch(failed);
    return done;
  }

  async function share(): Promise<void> {
    tick += 1;
    const now = [...liveTexts.own()];
    const changed = now.filter((live) => {
      const before = shown.get(live.conversationId);
      return live.text !== "" && (before?.live !== live || tick - before.tick >= refreshTicks);
    });
    const streaming = new Map(now.map((live) => [live.conversationId, live]));
    const ended = [...shown.values()].flatMap(({ live }) => {
      const next = streaming.get(live.conversationId);
      // A stream that has words already takes the place of the one before.
      return next && (next.text !== "" || isSameStream(next, live)) ? [] : [live];
    });
    if (changed.length + ended.length === 0) return;
    await shared.share(changed, ended);
    for (const live of changed) shown.set(live.conversationId, { live, tick });
    for (const { conversationId } of ended) shown.delete(conversationId);
  }

  async function look(): Promise<void> {
    // Who begins to listen wants to see what came before, even if it does not grow at this moment.
    if (liveTexts.watch !== watch) since = 0;
    watch = liveTexts.watch;
    if (watch === undefined) return;
    const { now, streams } = await shared.look(since);
    since = now;
    liveTexts.show(streams.filter(({ conversationId }) => !shown.has(conversationId)));
  }

  const stopHearing = shared.onShared(() => void then(look));
  const timer = setInterval(() => {
    void then(share);
    if (liveTexts.watch !== watch) void then(look);
  }, shareMs);

  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      stopHearing();
      const patience = Promise.withResolvers<void>();
      const late = setTimeout(patience.resolve, farewellMs);
      await Promise.race([then(share), patience.promise]);
      clearTimeout(late);
    },
  };
}
