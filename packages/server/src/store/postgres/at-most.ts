import { StoreUnavailable } from "../store-unavailable.ts";

/** Lets so much work go on at once. What does not get its turn in time fails as it does when the store is away. */
export function atMost(most: number, patienceMs: number) {
  let busy = 0;
  const waiting: (() => void)[] = [];

  function turn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(new StoreUnavailable("too much is looked up at once: try again in a moment", { code: "busy" }));
    }, patienceMs);
    function begin(): void {
      clearTimeout(giveUp);
      resolve();
    }
    waiting.push(begin);
    return promise;
  }

  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (busy < most) busy += 1;
    else await turn();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
