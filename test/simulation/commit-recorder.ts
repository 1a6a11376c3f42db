import { type Conversation, dueAt, type Event, effectOf } from "@askback/core";
import type { Claim, Commit, CommitResult, RecordedEvent, Store } from "../../packages/server/src/store/store.ts";
import { createLeaseChecker, type Lease } from "./checks/lease-checker.ts";
import type { TimeChecker } from "./checks/time-checker.ts";
import type { SimulatedTime } from "./simulated-time.ts";

/** Records everything that is committed to a store, and checks leases and versions on the way. */
export interface CommitRecorder {
  /** The store with its commits and leases recorded. */
  wrap(store: Store): Store;
  conversations(): readonly Conversation[];
  lease(conversationId: string): Lease | undefined;
  /** The committed events of a conversation, in order. */
  log(id: string): readonly Event[];
  /** To be called with each event that a follower of the feed gets. */
  published(entry: RecordedEvent): void;
  /** Returns a function that sets everything back to now, when the servers on a restored store have not started yet. */
  backUp(): () => void;
}

export function createCommitRecorder(
  time: SimulatedTime,
  times: TimeChecker,
  violated: (what: string) => void,
): CommitRecorder {
  let logs = new Map<string, Event[]>();
  let conversations = new Map<string, Conversation>();
  const leases = createLeaseChecker(time, violated);

  function onCommit(commit: Commit, result: Extract<CommitResult, { ok: true }>): void {
    const { conversation } = commit.projection;
    const { id } = conversation;
    const log = logs.get(id) ?? [];
    logs.set(id, log);
    for (const event of commit.events)
      if (event.type === "inquiry.resolved" && isResolved(log, event.inquiryId))
        violated(`${event.inquiryId} is resolved a second time`);
    if (log.length !== commit.expectedVersion)
      violated(`${id} was at version ${log.length}, and a commit on version ${commit.expectedVersion} was granted`);
    log.push(...commit.events);
    conversations.set(id, conversation);
    leases.committed(commit, result);
    times.committed(id, commit.events);
  }

  return {
    wrap: (store) => ({
      ...store,
      async commit(commit) {
        const result = await store.commit(commit);
        if (result.ok) onCommit(commit, result);
        return result;
      },
      async claim(request) {
        const claims: readonly Claim[] = await store.claim(request);
        leases.claimed(request, claims);
        return claims;
      },
      async extend(request) {
        const held = await store.extend(request);
        leases.extended(request, held);
        return held;
      },
      async release(id, epoch) {
        await store.release(id, epoch);
        leases.released(id, epoch);
      },
    }),
    conversations: () => [...conversations.values()],
    lease: leases.lease,
    log: (id) => logs.get(id) ?? [],
    published({ conversationId, version, event }) {
      const committed = logs.get(conversationId)?.[version - 1];
      if (JSON.stringify(committed) !== JSON.stringify(event))
        violated(`${event.type} of ${conversationId}, version ${version}, was published and is not committed`);
    },
    backUp() {
      const then = structuredClone({ logs, conversations });
      const setBackLeases = leases.backUp();
      return () => {
        ({ logs, conversations } = structuredClone(then));
        setBackLeases((id) => {
          const conversation = conversations.get(id);
          return conversation !== undefined && dueAt(conversation) !== undefined;
        });
      };
    },
  };
}

function isResolved(log: readonly Event[], inquiryId: string): boolean {
  return log.some((event) => event.type === "inquiry.resolved" && event.inquiryId === inquiryId);
}

/** Whether a conversation waits for nothing but people. */
export function isAtRest(conversation: Conversation): boolean {
  const { status } = conversation;
  if (status === "external") return conversation.open.length === 0;
  return (status === "idle" || status === "paused" || status === "failed") && !effectOf(conversation);
}

/** Whether there is work to do for a conversation at once. */
export function isDueNow(conversation: Conversation): boolean {
  return dueAt(conversation) === 0;
}
