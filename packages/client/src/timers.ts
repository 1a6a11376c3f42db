/** Resolves after so many milliseconds, or at once when the signal is aborted; it never rejects. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const wait: Wait = (ms, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });

export interface Watchdog {
  /** Starts the time over: `reset` or `stop` must be called within it. */
  reset(ms: number): void;
  stop(): void;
}

/** Calls back when it is not reset in time. */
export function createWatchdog(wait: Wait, onTimeout: () => void): Watchdog {
  let timer = new AbortController();
  return {
    reset(ms) {
      timer.abort();
      const current = new AbortController();
      timer = current;
      void wait(ms, current.signal).then(() => {
        if (!current.signal.aborted) onTimeout();
      });
    },
    stop: () => timer.abort(),
  };
}
