import type { Clock } from "../clock.ts";

export interface TurnableClock extends Clock {
  /** Lets time pass, and what is due happen in its order. */
  turn(ms: number): void;
}

export function createTurnableClock(start = Date.UTC(2026, 10, 15, 9)): TurnableClock {
  let now = start;
  const due = new Set<{ readonly at: number; readonly callback: () => void }>();
  return {
    now: () => now,
    after(ms, callback) {
      const entry = { at: now + ms, callback };
      due.add(entry);
      return () => due.delete(entry);
    },
    turn(ms) {
      const end = now + ms;
      while (true) {
        const [next] = [...due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        due.delete(next);
        now = next.at;
        next.callback();
      }
      now = end;
    },
  };
}
