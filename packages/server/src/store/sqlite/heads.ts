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
  set(conversationId: string, head: Head): void;
  /** Forgets one whose row was changed by something else than a commit. */
  delete(conversationId: string): void;
  /** Forgets all, when a transaction is rolled back that had set some. */
  clear(): void;
}

const mostHeads = 10_000;

/** One process owns a data folder, and every write of it goes through one connection: a head is the row as long as it is kept. */
export function createHeads(): Heads {
  const heads = new Map<string, Head>();
  return {
    get: (id) => heads.get(id),
    set(id, head) {
      heads.delete(id);
      heads.set(id, head);
      // A map is in the order of insertion, so the first one changed longest ago.
      for (const oldest of heads.keys()) {
        if (heads.size <= mostHeads) return;
        heads.delete(oldest);
      }
    },
    delete: (id) => void heads.delete(id),
    clear: () => heads.clear(),
  };
}
