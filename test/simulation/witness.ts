import { type Conversation, dueAt, type Event, effectOf } from "@askback/core";
import type { Claim, Commit, CommitResult, RecordedEvent, Store } from "../../packages/server/src/store/store.ts";
import { createLeaseBook, type Lease } from "./lease-book.ts";
import type { SimulatedTime } from "./simulated-time.ts";

/** Sees all that reaches the store, and knows what was committed by whom and in which order. */
export interface Witness {
  /** The store, watched. */
  watch(store: Store): Store;
  conversations(): readonly Conversation[];
  lease(conversationId: string): Lease | undefined;
  /** What was committed of a conversation, in order. */
  log(id: string): readonly Event[];
  /** To be told of each event that a follower of the feed is handed. */
  published(entry: RecordedEvent): void;
}

export function createWitness(time: SimulatedTime, violated: (what: string) => void): Witness {
  const logs = new Map<string, Event[]>();
  const conversations = new Map<string, Conversation>();
  const book = createLeaseBook(time, violated);

  function granted(commit: Commit, result: Extract<CommitResult, { ok: true }>): void {
    const { conversation } = commit.projection;
    const { id } = conversation;
    const log = logs.get(id) ?? [];
    logs.set(id, log);
    if (log.length !== commit.expectedVersion)
      violated(`${id} was at version ${log.length}, and a commit on version ${commit.expectedVersion} was granted`);
    log.push(...commit.events);
    conversations.set(id, conversation);
    book.granted(commit, result);
  }

  return {
    watch: (store) => ({
      ...store,
      async commit(commit) {
        const result = await store.commit(commit);
        if (result.ok) granted(commit, result);
        return result;
      },
      async claim(request) {
        const claims: readonly Claim[] = await store.claim(request);
        book.claimed(request, claims);
        return claims;
      },
      async extend(request) {
        const held = await store.extend(request);
        book.extended(request, held);
        return held;
      },
      async release(id, epoch) {
        await store.release(id, epoch);
        book.released(id, epoch);
      },
    }),
    conversations: () => [...conversations.values()],
    lease: book.lease,
    log: (id) => logs.get(id) ?? [],
    published({ conversationId, version, event }) {
      const committed = logs.get(conversationId)?.[version - 1];
      if (JSON.stringify(committed) !== JSON.stringify(event))
        violated(`${event.type} of ${conversationId}, version ${version}, was published and is not committed`);
    },
  };
}

/** Whether a conversation waits for nothing but people. */
export function isAtRest(conversation: Conversation): boolean {
  const { status } = conversation;
  return (status === "idle" || status === "paused" || status === "failed") && !effectOf(conversation);
}

/** Whether there is work to do for a conversation at once. */
export function isDueNow(conversation: Conversation): boolean {
  return dueAt(conversation) === 0;
}
