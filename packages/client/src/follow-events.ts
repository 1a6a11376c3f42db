import type { Follow } from "./live-events.ts";
import { createProgress } from "./progress.ts";
import { readStream, type StreamOptions } from "./read-stream.ts";
import type { Wait } from "./wait.ts";

const shortestPauseMs = 1_000;
const longestPauseMs = 30_000;

/** Follows the server's stream, and goes on where it left off after every break. */
export function followEvents(options: StreamOptions, random: () => number = Math.random): Follow {
  return async (sink, { after, signal }) => {
    const progress = createProgress(after);
    let failures = 0;
    while (!signal.aborted) {
      let isOpened = false;
      const ending = await readStream(options, {
        after: progress.position,
        signal,
        opened() {
          isOpened = true;
          sink.connection("live");
        },
        event(event) {
          if (!signal.aborted && progress.take(event)) sink.event(event);
        },
        beat: () => sink.beat(),
      });
      if (signal.aborted) return;
      sink.connection(isOpened ? "connecting" : "lost");
      failures = isOpened ? 1 : failures + 1;
      await pause(options.wait, ending === "refused" ? longestPauseMs : pauseMs(failures, random()), signal);
    }
  };
}

/** Up to 2, 4, 8, 16 and then 30 s, by chance, so that not everybody comes back to a server at once. */
function pauseMs(failures: number, chance: number): number {
  const limit = Math.min(longestPauseMs, shortestPauseMs * 2 ** failures);
  return shortestPauseMs + chance * (limit - shortestPauseMs);
}

/** Waits for no longer than until a browser says that it is online again. */
async function pause(wait: Wait, ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const ended = AbortSignal.any([signal, over.signal]);
  globalThis.addEventListener?.("online", () => over.abort(), { signal: ended });
  await wait(ms, ended);
  over.abort();
}
