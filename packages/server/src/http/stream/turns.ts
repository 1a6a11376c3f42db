/** Runs tasks in the order in which they came, soon but not at once. */
export type Turns = (task: () => void) => void;

/**
 * Tasks of many readers run for a few milliseconds at a time, so that requests are answered in between. What comes for
 * one reader until its turn is written at once.
 */
export function createTurns(sliceMs = 5, now: () => number = () => performance.now()): Turns {
  let waiting: (() => void)[] = [];
  let isScheduled = false;

  function run(): void {
    const until = now() + sliceMs;
    let count = 0;
    try {
      do waiting[count++]?.();
      while (count < waiting.length && now() < until);
    } finally {
      // A task that throws does not keep the others from their turn.
      waiting = waiting.slice(count);
      isScheduled = waiting.length > 0;
      if (isScheduled) setImmediate(run);
    }
  }

  return (task) => {
    waiting.push(task);
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(run);
  };
}
