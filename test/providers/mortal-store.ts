import type { Commit, Store } from "../../packages/server/src/store/store.ts";

/** A store as a process sees it that may die: from then on nothing it does arrives. */
export interface MortalStore {
  readonly store: Store;
  /** Settles when what was on its way has arrived. */
  die(): Promise<void>;
  /** Dies right after a commit of this kind has become durable, before whoever made it hears of it. */
  deathAfter(isLast: (commit: Commit) => boolean): Promise<void>;
}

export function createMortalStore(store: Store): MortalStore {
  const underWay = new Set<Promise<unknown>>();
  const died = Promise.withResolvers<void>();
  let isDead = false;
  let isLast: ((commit: Commit) => boolean) | undefined;

  const mortal = new Proxy(store, {
    get(target, name: keyof Store) {
      const method = target[name] as (...args: unknown[]) => Promise<unknown>;
      if (name === "onCommitted" || method === undefined) return method;
      return async (...args: unknown[]) => {
        if (isDead) throw new Error("the process is dead");
        const call = method.apply(target, args);
        underWay.add(call);
        const result = await call.finally(() => underWay.delete(call));
        if (name === "commit" && isLast?.(args[0] as Commit)) {
          isDead = true;
          died.resolve();
        }
        if (isDead) throw new Error("the process is dead");
        return result;
      };
    },
  });
  return {
    store: mortal,
    async die() {
      isDead = true;
      await Promise.allSettled(underWay);
    },
    deathAfter(kind) {
      isLast = kind;
      return died.promise;
    },
  };
}
