import type { LiveText, SharedTexts } from "../store/store.ts";
import type { LiveTexts } from "./live-text.ts";

const shareMs = 200;
/** How often a text that does not grow is shared again, so that the others know that its server lives. */
const refreshTicks = 25;

/** Shows the text that streams here to the other servers, and theirs here while somebody looks. */
export function shareTexts(liveTexts: LiveTexts, shared: SharedTexts, failed: (error: unknown) => void) {
  /** What the others were shown, and in which tick. */
  const shown = new Map<string, { readonly live: LiveText; readonly tick: number }>();
  let tick = 0;
  let since = 0;
  let watch: number | undefined;
  /** One thing after the other: a look must not see again what a share is just taking back. */
  let done: Promise<void> = Promise.resolve();

  function then(work: () => Promise<void>): Promise<void> {
    done = done.then(work).catch(failed);
    return done;
  }

  async function share(): Promise<void> {
    tick += 1;
    const now = [...liveTexts.own()];
    const changed = now.filter((live) => {
      const before = shown.get(live.conversationId);
      return live.text !== "" && (before?.live !== live || tick - before.tick >= refreshTicks);
    });
    const streaming = new Set(now.map(({ conversationId }) => conversationId));
    const ended = [...shown.values()].flatMap(({ live }) => (streaming.has(live.conversationId) ? [] : [live]));
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
      await then(share);
    },
  };
}
