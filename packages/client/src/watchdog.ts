import type { Wait } from "./wait.ts";

export interface Watchdog {
  /** Wants to be called again within this time. */
  expect(ms: number): void;
  stop(): void;
}

/** Calls back when what it expects does not come. */
export function createWatchdog(wait: Wait, missed: () => void): Watchdog {
  let timer = new AbortController();
  return {
    expect(ms) {
      timer.abort();
      const current = new AbortController();
      timer = current;
      void wait(ms, current.signal).then(() => {
        if (!current.signal.aborted) missed();
      });
    },
    stop: () => timer.abort(),
  };
}
