import { StoreUnavailable } from "../../store-unavailable.ts";

/** Runs at most `max` tasks at once; a task that does not get its turn in time fails as if the store were unavailable. */
export function createConcurrencyLimit(max: number, timeoutMs: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  function waitForTurn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(start), 1);
      reject(new StoreUnavailable("too many queries at once: try again in a moment", { code: "busy" }));
    }, timeoutMs);
    function start(): void {
      clearTimeout(timer);
      resolve();
    }
    waiting.push(start);
    return promise;
  }

  return async <Value>(task: () => Promise<Value>): Promise<Value> => {
    if (running < max) running += 1;
    else await waitForTurn();
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
