import type { Wait } from "@askback/client";

/** A clock that only a test turns. */
export interface TurnedClock {
  now(): number;
  /** Resolves when the clock was turned so far, or when the signal is aborted. A client takes it as its `wait`. */
  readonly wait: Wait;
  /** Turns the clock ahead: what waits until then goes on, in the order of its times. */
  turn(ms: number): Promise<void>;
}

interface Waiting {
  readonly until: number;
  resolve(): void;
}

export function createClock(start = Date.UTC(2026, 0, 1)): TurnedClock {
  let now = start;
  const waiting = new Set<Waiting>();

  const wait: Wait = (ms, signal) =>
    new Promise((resolve) => {
      const entry: Waiting = {
        until: now + ms,
        resolve() {
          waiting.delete(entry);
          signal.removeEventListener("abort", entry.resolve);
          resolve();
        },
      };
      if (signal.aborted || ms <= 0) return resolve();
      waiting.add(entry);
      signal.addEventListener("abort", entry.resolve);
    });

  return {
    now: () => now,
    wait,
    async turn(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = [...waiting].filter(({ until }) => until <= end).sort((a, b) => a.until - b.until);
        if (!next) break;
        now = Math.max(now, next.until);
        next.resolve();
        // What went on may wait again, for a time before the end.
        await new Promise((resolve) => setTimeout(resolve));
      }
      now = end;
    },
  };
}
