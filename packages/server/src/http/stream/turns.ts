/** Runs tasks in the order in which they came, soon but not at once. */
export type Turns = (task: () => void) => void;

export interface TurnTimes {
  /** How long tasks run before requests are answered. */
  readonly sliceMs: number;
  /** A round that took less is followed by the next one at once. */
  readonly shortRoundMs: number;
  /** How long no task runs after a longer round, as a multiple of what it took. */
  readonly restShare: number;
  readonly longestRestMs: number;
}

const defaults: TurnTimes = { sliceMs: 5, shortRoundMs: 2, restShare: 2, longestRestMs: 40 };

/**
 * Tasks of many readers run for a few milliseconds at a time, so that requests are answered in between. What comes for
 * one reader until its turn is written at once. A round is what waits when it begins; after a long one there is a rest, in
 * which more comes for each reader, so that many readers take a part of the time and not all of it.
 */
export function createTurns(times: Partial<TurnTimes> = {}, now: () => number = () => performance.now()): Turns {
  const { sliceMs, shortRoundMs, restShare, longestRestMs } = { ...defaults, ...times };
  let waiting: (() => void)[] = [];
  let isScheduled = false;
  /** How many tasks are left of the round under way, and how long it has taken. */
  let left = 0;
  let roundMs = 0;
  let restsUntil = Number.NEGATIVE_INFINITY;

  function run(): void {
    const began = now();
    if (left === 0) {
      left = waiting.length;
      roundMs = 0;
    }
    let count = 0;
    try {
      do waiting[count++]?.();
      while (count < left && now() < began + sliceMs);
    } finally {
      // A task that throws does not keep the others from their turn.
      waiting = waiting.slice(count);
      left -= count;
      const ended = now();
      roundMs += ended - began;
      if (left === 0 && roundMs >= shortRoundMs) restsUntil = ended + Math.min(restShare * roundMs, longestRestMs);
      isScheduled = false;
      if (waiting.length > 0) schedule();
    }
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    const rest = left === 0 ? restsUntil - now() : 0;
    if (rest > 0) setTimeout(run, rest);
    else setImmediate(run);
  }

  return (task) => {
    waiting.push(task);
    schedule();
  };
}
