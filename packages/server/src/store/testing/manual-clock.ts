import { type Clock, systemClock } from "../../clock.ts";

/** A clock that only a test advances; its timers are real ones. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
  /** Sets the time ahead or back; no time passes. */
  jump(ms: number): void;
}

export function createManualClock(start = 1_000_000): ManualClock {
  let now = start;
  let elapsed = 0;
  return {
    now: () => now,
    elapsed: () => elapsed,
    after: systemClock.after,
    advance(ms) {
      now += ms;
      elapsed += ms;
    },
    jump(ms) {
      now += ms;
    },
  };
}
