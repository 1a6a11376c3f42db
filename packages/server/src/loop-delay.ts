export interface LoopDelay {
  /** By how many milliseconds the event loop was late at least once in each of the last seconds; one pause does not count. */
  delayMs(): number;
  stop(): void;
}

/** Where the time comes from; tests pass their own. */
export interface Ticker {
  now(): number;
  /** Calls back after every so many milliseconds, or as soon as the loop gets to it; returns the function that ends that. */
  every(ms: number, callback: () => void): () => void;
}

const systemTicker: Ticker = {
  now: () => performance.now(),
  every(ms, callback) {
    const timer = setInterval(callback, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};

const tickMs = 100;
const windowMs = 1_000;
const windows = 3;

/** Node's own `monitorEventLoopDelay` misses a delay that takes up a whole window. */
export function monitorLoopDelay({ now, every }: Ticker = systemTicker): LoopDelay {
  let latest: readonly number[] = [];
  let longest = 0;
  let ticked = now();
  let began = ticked;
  const stop = every(tickMs, () => {
    const at = now();
    longest = Math.max(longest, at - ticked - tickMs);
    ticked = at;
    if (at - began < windowMs) return;
    latest = [...latest, longest].slice(-windows);
    longest = 0;
    began = at;
  });
  return { delayMs: () => (latest.length < windows ? 0 : Math.min(...latest)), stop };
}
