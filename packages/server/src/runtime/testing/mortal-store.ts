import { onTestFinished } from "vitest";
import type { Store } from "../../store/store.ts";

/** A store as one process sees it: once that process is dead, nothing it asks for happens or comes back. */
export interface MortalStore {
  readonly store: Store;
  die(): void;
}

export function createMortalStore(shared: Store): MortalStore {
  const grave = Promise.withResolvers<never>();
  grave.promise.catch(() => {});
  let dead = false;
  function mortal<Args extends readonly unknown[], Value>(method: (...args: Args) => Promise<Value>) {
    return async (...args: Args): Promise<Value> => {
      if (dead) await grave.promise;
      const value = await method(...args);
      return dead ? grave.promise : value;
    };
  }
  return {
    store: {
      ...shared,
      load: mortal(shared.load),
      commit: mortal(shared.commit),
      claim: mortal(shared.claim),
      extend: mortal(shared.extend),
      release: mortal(shared.release),
      dueIn: mortal(shared.dueIn),
      modelMessages: mortal(shared.modelMessages),
    },
    die() {
      dead = true;
      // What waits for an answer ends with the test, before the runtime that asked is stopped.
      onTestFinished(() => grave.reject(new Error("this process is dead")));
    },
  };
}
