import { type Clock, systemClock } from "../../clock.ts";

/** A clock that only a test advances; its timers are real ones. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export function createManualClock(start = 1_000_000): ManualClock {
  let now = start;
  return {
    now: () => now,
    after: systemClock.after,
    advance(ms) {
      now += ms;
    },
  };
}
