import { type Clock, systemClock } from "../../clock.ts";

/** A clock that stands still until it is turned; its timers are real ones. */
export interface TurnableClock extends Clock {
  turn(ms: number): void;
}

export function createTurnableClock(start = 1_000_000): TurnableClock {
  let now = start;
  return {
    now: () => now,
    after: systemClock.after,
    turn(ms) {
      now += ms;
    },
  };
}
