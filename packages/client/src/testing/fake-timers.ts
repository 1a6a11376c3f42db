import type { Wait } from "../timers.ts";

/** Timers that a test advances. */
export interface FakeTimers {
  readonly wait: Wait;
  /** The pending timers, in milliseconds from now. */
  pending(): readonly number[];
  /** Advances the time and runs everything that becomes due. */
  advance(ms: number): Promise<void>;
}

export function createFakeTimers(): FakeTimers {
  let now = 0;
  const waiting = new Set<{ readonly at: number; readonly end: () => void }>();
  const nextDue = (by: number) => [...waiting].filter(({ at }) => at <= by).sort((a, b) => a.at - b.at)[0];
  return {
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const entry = {
          at: now + ms,
          end() {
            waiting.delete(entry);
            signal.removeEventListener("abort", entry.end);
            resolve();
          },
        };
        waiting.add(entry);
        signal.addEventListener("abort", entry.end);
      }),
    pending: () => [...waiting].map(({ at }) => at - now).sort((a, b) => a - b),
    async advance(ms) {
      const until = now + ms;
      await flush();
      for (let due = nextDue(until); due; due = nextDue(until)) {
        now = due.at;
        due.end();
        await flush();
      }
      now = until;
    },
  };
}

/** Runs everything that is ready: nothing in these tests does I/O, so one turn of the event loop is enough. */
export function flush(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
