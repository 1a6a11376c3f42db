import { onTestFinished } from "vitest";
import type { Store } from "../../store/store.ts";

/** A store as one process sees it: after a crash its calls have no effect and never return. */
export interface CrashableStore {
  readonly store: Store;
  crash(): void;
}

export function createCrashableStore(shared: Store): CrashableStore {
  const never = Promise.withResolvers<never>();
  never.promise.catch(() => {});
  let isCrashed = false;
  function crashable<Args extends readonly unknown[], Value>(method: (...args: Args) => Promise<Value>) {
    return async (...args: Args): Promise<Value> => {
      if (isCrashed) await never.promise;
      const value = await method(...args);
      return isCrashed ? never.promise : value;
    };
  }
  return {
    store: {
      ...shared,
      load: crashable(shared.load),
      commit: crashable(shared.commit),
      claim: crashable(shared.claim),
      extend: crashable(shared.extend),
      release: crashable(shared.release),
      dueIn: crashable(shared.dueIn),
      overdueMs: crashable(shared.overdueMs),
      modelMessages: crashable(shared.modelMessages),
    },
    crash() {
      isCrashed = true;
      // Pending calls are rejected when the test ends, before the runtime that made them is stopped.
      onTestFinished(() => never.reject(new Error("this process has crashed")));
    },
  };
}
