import type { Clock } from "../../clock.ts";

/** A clock that stands still until it is turned. */
export interface TurnableClock extends Clock {
  turn(ms: number): void;
}

export function createTurnableClock(start = 1_000_000): TurnableClock {
  let now = start;
  return {
    now: () => now,
    turn(ms) {
      now += ms;
    },
  };
}
