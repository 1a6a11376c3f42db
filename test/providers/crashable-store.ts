import type { Commit, Store } from "../../packages/server/src/store/store.ts";

/** A store as a process that can crash sees it: after the crash every call fails. */
export interface CrashableStore {
  readonly store: Store;
  /** Resolves when the calls under way have ended. */
  crashStore(): Promise<void>;
  /** Crashes right after a commit of this kind is durable, before its caller gets the result. */
  crashAfterCommit(isLast: (commit: Commit) => boolean): Promise<void>;
}

/** They give no promise, and nothing that they do reaches the disk. */
const withoutPromise = new Set<keyof Store>(["onCommitted", "remembered"]);

export function createCrashableStore(store: Store): CrashableStore {
  const underWay = new Set<Promise<unknown>>();
  const died = Promise.withResolvers<void>();
  let isCrashed = false;
  let isLast: ((commit: Commit) => boolean) | undefined;

  const crashable = new Proxy(store, {
    get(target, name: keyof Store) {
      const method = target[name] as (...args: unknown[]) => Promise<unknown>;
      if (withoutPromise.has(name) || typeof method !== "function") return method;
      return async (...args: unknown[]) => {
        if (isCrashed) throw new Error("the process has crashed");
        const call = method.apply(target, args);
        underWay.add(call);
        const result = await call.finally(() => underWay.delete(call));
        if (name === "commit" && isLast?.(args[0] as Commit)) {
          isCrashed = true;
          died.resolve();
        }
        if (isCrashed) throw new Error("the process has crashed");
        return result;
      };
    },
  });
  return {
    store: crashable,
    async crashStore() {
      isCrashed = true;
      await Promise.allSettled(underWay);
    },
    crashAfterCommit(kind) {
      isLast = kind;
      return died.promise;
    },
  };
}
