import type { Drafting, Presence } from "../store/presence.ts";

/** Presence on this server, and through the store on all that share it. */
export function createPresence(shared?: Presence): Presence {
  const listeners = new Set<(drafting: Drafting) => void>();
  function tellHere(drafting: Drafting): void {
    for (const listener of listeners) listener(drafting);
  }
  shared?.onTold(tellHere);
  return {
    tell(drafting) {
      tellHere(drafting);
      shared?.tell(drafting);
    },
    onTold(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
