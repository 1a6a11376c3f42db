import type { Drafting, Presence } from "../store/presence.ts";

/** Presence on this server, and through the store on all servers that share it. */
export function createPresence(shared?: Presence): Presence {
  const listeners = new Set<(drafting: Drafting) => void>();
  function callListeners(drafting: Drafting): void {
    for (const listener of listeners) listener(drafting);
  }
  shared?.subscribe(callListeners);
  return {
    publish(drafting) {
      callListeners(drafting);
      shared?.publish(drafting);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
