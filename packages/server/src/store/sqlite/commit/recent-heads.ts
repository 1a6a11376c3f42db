import type { Conversation } from "@askback/core";
import { maxRememberedLength, type StoredConversation } from "../../store.ts";

/** The row of a conversation, as its last commit left it. */
export interface Head {
  readonly key: number;
  readonly version: number;
  readonly owner: string | null;
  readonly until: number | null;
  readonly epoch: number;
}

/** The heads of the conversations that changed last, so that the next change reads nothing. */
export interface Heads {
  get(conversationId: string): Head | undefined;
  /** The state that the last commit stored; a large one is not kept. */
  state(conversationId: string): StoredConversation | undefined;
  /** To be called after a commit, with the length of the state that it stored. */
  set(conversation: Conversation, head: Head, length: number): void;
  /** Forgets one whose row was changed by something else than a commit. */
  delete(conversationId: string): void;
  /** Forgets all, when a transaction is rolled back that had set some. */
  clear(): void;
}

const maxHeads = 10_000;
const maxStates = 1_000;

/** One process owns a data folder, and every write of it goes through one connection: a head is the row as long as it is kept. */
export function createHeads(): Heads {
  const heads = createRecent<Head>(maxHeads);
  const states = createRecent<StoredConversation>(maxStates);
  return {
    get: heads.get,
    state: states.get,
    set(conversation, head, length) {
      heads.set(conversation.id, head);
      if (length <= maxRememberedLength) states.set(conversation.id, { conversation, version: head.version });
      else states.delete(conversation.id);
    },
    delete(id) {
      heads.delete(id);
      states.delete(id);
    },
    clear() {
      heads.clear();
      states.clear();
    },
  };
}

/**
 * The values that were set last: at most so many, and at least half as many. They are in two generations, because a map in
 * which each value is moved to the end is full of gaps.
 */
function createRecent<Value>(most: number) {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  return {
    get: (id: string): Value | undefined => young.get(id) ?? old.get(id),
    set(id: string, value: Value): void {
      young.set(id, value);
      if (young.size < most / 2) return;
      old = young;
      young = new Map();
    },
    delete(id: string): void {
      young.delete(id);
      old.delete(id);
    },
    clear(): void {
      young.clear();
      old.clear();
    },
  };
}
