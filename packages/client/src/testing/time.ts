import type { Wait } from "../wait.ts";

/** Time that passes when a test says so. */
export interface Time {
  readonly wait: Wait;
  /** What is waited for now, in milliseconds from now. */
  pending(): readonly number[];
  /** Lets time pass, and everything happen that comes of it. */
  pass(ms: number): Promise<void>;
}

export function createTime(): Time {
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
    async pass(ms) {
      const until = now + ms;
      await settled();
      for (let due = nextDue(until); due; due = nextDue(until)) {
        now = due.at;
        due.end();
        await settled();
      }
      now = until;
    },
  };
}

/** Nothing here waits for the outside, so a turn of the event loop is enough for all that can happen. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
