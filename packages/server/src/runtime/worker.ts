import type { Conversation } from "@askback/core";
import type { Clock } from "../clock.ts";
import type { Claim, LeaseRequest, Store } from "../store/store.ts";
import { createClaimPoller } from "./claim-poller.ts";
import { abortIfObsolete, loseLease, type Work } from "./claimed-work.ts";
import { type Driver, drive } from "./drive.ts";
import { createHeartbeat } from "./heartbeat.ts";

export interface WorkerOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly lease: LeaseRequest;
  /** How many conversations are in work at once. */
  readonly concurrency: number;
  /** How often to look for due work that no commit of this process announced. */
  readonly pollMs: number;
  readonly driver: Omit<Driver, "isDraining" | "waitForRetry" | "onUnavailable">;
  onError(conversationId: string | undefined, error: unknown): void;
  /** Called when a conversation was claimed whose lease had expired. */
  onLeaseExpired?(): void;
}

/** Claims due conversations and drives them. */
export interface Worker {
  start(): void;
  /** Reserves a slot for a conversation that a commit may claim; undefined without a free one, unless it is urgent. */
  reserve(isUrgent: boolean): Slot | undefined;
  /** Aborts the effect under way if a commit of this process made it obsolete. */
  handleCommit(conversation: Conversation): void;
  /** Schedules a conversation that nobody works on. */
  schedule(conversationId: string, dueAt: number): void;
  readonly inWork: number;
  /** Starts no more effects, waits `graceMs` for those under way, aborts the rest, and releases all leases. */
  stop(graceMs: number): Promise<void>;
}

/** A reserved slot for one conversation. */
interface Slot {
  readonly lease: LeaseRequest;
  /** Works on the claimed conversation, or frees the slot without a claim. To be called once. */
  fill(claim: Claim | undefined): void;
}

export function createWorker(options: WorkerOptions): Worker {
  const { store, clock, lease, concurrency, pollMs, driver, onError } = options;
  const works = new Map<string, Work>();
  /** Conversations that became due while in work, perhaps after their drive had checked for the last time. */
  const dueAgain = new Set<string>();
  const stopped = Promise.withResolvers<void>();
  let drives = 0;
  let reservedSlots = 0;
  let isStarted = false;
  let isDraining = false;

  const freeSlots = () => concurrency - works.size - reservedSlots;
  const heartbeat = createHeartbeat({ store, clock, lease, works, onError });
  const poller = createClaimPoller({
    store,
    clock,
    pollMs,
    freeSlots,
    claim,
    onError: (error) => onError(undefined, error),
    onPolled: checkStopped,
  });

  async function claim(limit: number): Promise<number> {
    reservedSlots += limit;
    let claims: readonly Claim[] = [];
    try {
      claims = await store.claim({ ...lease, limit });
    } finally {
      reservedSlots -= limit;
      for (const claimed of claims) startWork(claimed);
    }
    return claims.length;
  }

  function startWork(claim: Claim): void {
    const { id } = claim.conversation;
    if (claim.expired) options.onLeaseExpired?.();
    const earlier = works.get(id);
    // Our own lease had expired while the process was stalled and nobody else had it since, so the work goes on.
    if (earlier && claim.expired && claim.epoch === earlier.epoch + 1) {
      earlier.epoch = claim.epoch;
      // The work may be about to end, and then releases this claim without having looked at it.
      dueAgain.add(id);
      return;
    }
    if (earlier) loseLease(earlier);
    const work: Work = { conversationId: id, epoch: claim.epoch, version: claim.version, isLeaseLost: false };
    works.set(id, work);
    drives += 1;
    const ownDriver: Driver = {
      ...driver,
      isDraining: () => isDraining,
      waitForRetry: () => new Promise<void>((resolve) => clock.after(pollMs, resolve)),
      onUnavailable: (error) => onError(id, error),
    };
    void drive(ownDriver, work, claim)
      // The lease is not extended any more; when it has expired, another claim counts as an attempt.
      .catch((error) => onError(id, error))
      .finally(() => {
        if (works.get(id) === work) works.delete(id);
        if (dueAgain.delete(id)) poller.wakeIn(0);
        drives -= 1;
        handleFreeSlot();
      });
  }

  function handleFreeSlot(): void {
    // Conversations that became due while there was no free slot are only in the store.
    if (freeSlots() === 1) poller.wakeIn(0);
    checkStopped();
  }

  function checkStopped(): void {
    if (isDraining && drives === 0 && reservedSlots === 0 && !poller.isPolling) stopped.resolve();
  }

  function abortAll(): void {
    for (const { current } of works.values()) current?.abort.abort(new Error("the server is stopping"));
  }

  return {
    start() {
      isStarted = true;
      heartbeat.start();
      poller.start();
    },
    reserve(isUrgent) {
      // What is due in the store comes first, in the order of the claim.
      const isFree = freeSlots() > 0 && !poller.hasLeftDue;
      if (!isStarted || !(isFree || isUrgent)) return undefined;
      reservedSlots += 1;
      return {
        lease,
        fill(claimed) {
          reservedSlots -= 1;
          if (claimed) startWork(claimed);
          else handleFreeSlot();
        },
      };
    },
    handleCommit(conversation) {
      const work = works.get(conversation.id);
      if (work) abortIfObsolete(work, conversation);
    },
    schedule(conversationId, dueAt) {
      if (dueAt === 0 && works.has(conversationId)) dueAgain.add(conversationId);
      else poller.wakeIn(dueAt - clock.now());
    },
    get inWork() {
      return works.size;
    },
    async stop(graceMs) {
      isStarted = false;
      poller.stop();
      isDraining = true;
      const cancelGrace = clock.after(graceMs, abortAll);
      checkStopped();
      await stopped.promise;
      cancelGrace();
      heartbeat.stop();
    },
  };
}
