import type { Source } from "./source.ts";

/** A source that its owner sets. */
export interface Cell<Value> extends Source<Value> {
  set(value: Value): void;
  readonly isHeard: boolean;
}

/** `onHeard` is told when the first listener comes and when the last one goes. */
export function createCell<Value>(initial: Value, onHeard?: (isHeard: boolean) => void): Cell<Value> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of [...listeners]) listener();
    },
    get isHeard() {
      return listeners.size > 0;
    },
    subscribe(listener) {
      // Each subscription is its own, also where the same function comes twice.
      const own = () => listener();
      listeners.add(own);
      if (listeners.size === 1) onHeard?.(true);
      return () => {
        if (listeners.delete(own) && listeners.size === 0) onHeard?.(false);
      };
    },
  };
}
