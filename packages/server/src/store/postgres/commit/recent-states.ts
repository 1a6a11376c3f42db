import { maxRememberedLength, type StoredConversation } from "../../store.ts";

interface CommittedState extends StoredConversation {
  /** When it was committed, by the database's clock. */
  readonly at: number;
}

/** The states that this server committed last, so that the next command on one of them reads nothing. */
export interface RecentStates {
  /** It may be stale: another server may have gone on. */
  get(conversationId: string): StoredConversation | undefined;
  /** When this server committed this version, if it remembers it. */
  committedAt(conversationId: string, version: number): number | undefined;
  /** To be called after a commit, with the length of the state that it stored; a large one is not kept. */
  set(state: CommittedState, length: number): void;
  delete(conversationId: string): void;
  /** Forgets a state where the log has a later version. */
  handleEvent(conversationId: string, version: number): void;
  clear(): void;
}

const maxStates = 1_000;

/** A version alone does not tell a state: after a failover that lost a commit, others may have committed another one under it. */
export function createRecentStates(): RecentStates {
  const states = new Map<string, CommittedState>();
  return {
    get(id) {
      const state = states.get(id);
      return state && { conversation: state.conversation, version: state.version };
    },
    committedAt(id, version) {
      const state = states.get(id);
      return state?.version === version ? state.at : undefined;
    },
    set(state, length) {
      const { id, status } = state.conversation;
      states.delete(id);
      if (status === "deleted" || length > maxRememberedLength) return;
      states.set(id, state);
      // A map is in the order of insertion, so the first one was committed longest ago.
      for (const oldest of states.keys()) {
        if (states.size <= maxStates) return;
        states.delete(oldest);
      }
    },
    delete: (id) => void states.delete(id),
    handleEvent(id, version) {
      if (version > (states.get(id)?.version ?? version)) states.delete(id);
    },
    clear: () => states.clear(),
  };
}
