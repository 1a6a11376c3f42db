import { type Conversation, effectKey, effectOf } from "@askback/core";
import type { Clock } from "../clock.ts";
import type { Claim, LeaseRequest, Store } from "../store/store.ts";
import { type Driver, drive, type Work } from "./drive.ts";

export interface WorkerOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly owner: string;
  readonly leaseMs: number;
  /** Conversations in work at once. */
  readonly cap: number;
  /** How often to look for due work when no commit of this process announced any. */
  readonly pollMs: number;
  readonly driver: Omit<Driver, "stopping">;
  failed(conversationId: string | undefined, error: unknown): void;
}

export interface Worker {
  start(): void;
  /** The lease to claim with a commit, while there is room for one more conversation. */
  claim(): LeaseRequest | undefined;
  /** Takes up a conversation that was claimed with a commit. */
  take(claim: Claim): void;
  /** Aborts an effect that is no longer wanted, and remembers when the conversation is due. */
  notice(conversation: Conversation, dueAt: number | undefined): void;
  readonly inWork: number;
  /** Stops claiming, lets effects under way end for a while, then aborts them and gives the rest back. */
  stop(graceMs: number): Promise<void>;
}

export function createWorker({ store, clock, owner, leaseMs, cap, pollMs, driver, failed }: WorkerOptions): Worker {
  const works = new Map<string, Work>();
  const drives = new Set<Promise<void>>();
  const stopping = new AbortController();
  let claiming = false;
  let started = false;
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let heartbeat: NodeJS.Timeout | undefined;

  function take(claim: Claim): void {
    const work: Work = { conversationId: claim.conversation.id, epoch: claim.epoch };
    works.set(work.conversationId, work);
    const driven = drive({ ...driver, stopping: stopping.signal }, work, claim)
      .catch((error) => failed(work.conversationId, error))
      .finally(() => {
        if (works.get(work.conversationId) === work) works.delete(work.conversationId);
        drives.delete(driven);
        // Room for one more: what came while all places were taken is only in the store.
        if (works.size === cap - 1) wakeAt(clock.now());
      });
    drives.add(driven);
  }

  async function poll(): Promise<void> {
    timerAt = Number.POSITIVE_INFINITY;
    if (claiming || !started) return;
    claiming = true;
    try {
      while (started && works.size < cap) {
        const limit = Math.min(cap - works.size, 100);
        const claims = await store.claim({ owner, leaseMs, limit });
        for (const claim of claims) take(claim);
        if (claims.length < limit) break;
      }
      const due = works.size < cap ? await store.nextDue() : undefined;
      wakeAt(Math.min(clock.now() + pollMs, due ?? Number.POSITIVE_INFINITY));
    } catch (error) {
      failed(undefined, error);
      wakeAt(clock.now() + pollMs);
    } finally {
      claiming = false;
    }
  }

  function wakeAt(at: number): void {
    if (!started || at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(() => void poll(), Math.max(0, at - clock.now()));
  }

  async function beat(): Promise<void> {
    if (works.size === 0) return;
    try {
      const held = await store.extend({ owner, leaseMs });
      for (const work of works.values())
        if (!held.has(work.conversationId)) work.current?.abort.abort(new Error("the lease was lost"));
    } catch (error) {
      failed(undefined, error);
    }
  }

  return {
    start() {
      started = true;
      heartbeat = setInterval(() => void beat(), leaseMs / 3);
      void poll();
    },
    claim: () => (started && works.size < cap ? { owner, leaseMs } : undefined),
    take,
    notice(conversation, dueAt) {
      const current = works.get(conversation.id)?.current;
      if (current && current.key !== effectKey(effectOf(conversation)))
        current.abort.abort(new Error("no longer wanted"));
      const isOurs = dueAt === 0 && works.has(conversation.id);
      if (dueAt !== undefined && !isOurs) wakeAt(dueAt);
    },
    get inWork() {
      return works.size;
    },
    async stop(graceMs) {
      started = false;
      clearTimeout(timer);
      const all = Promise.allSettled([...drives]);
      let grace: NodeJS.Timeout | undefined;
      await Promise.race([all, new Promise((resolve) => (grace = setTimeout(resolve, graceMs)))]);
      clearTimeout(grace);
      stopping.abort(new Error("the server is stopping"));
      await all;
      clearInterval(heartbeat);
    },
  };
}
