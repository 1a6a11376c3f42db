import { type Conversation, effectKey, effectOf } from "@askback/core";
import type { Clock } from "../clock.ts";
import type { Claim, LeaseRequest, Store } from "../store/store.ts";
import { StateTooNew } from "../store/store-unavailable.ts";
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
  readonly driver: Omit<Driver, "isDraining" | "rest" | "away">;
  failed(conversationId: string | undefined, error: unknown): void;
}

export interface Worker {
  start(): void;
  /** Keeps a place for a conversation that a commit may claim, while there is room for one more or it cannot wait. */
  reserve(isUrgent: boolean): Place | undefined;
  /** Aborts the effect under way when somebody else's commit made it unwanted. */
  notice(conversation: Conversation): void;
  /** Remembers when a conversation that nobody works on is due. */
  expect(conversationId: string, dueAt: number): void;
  readonly inWork: number;
  /** Begins nothing more, lets effects under way end for a while, then aborts them and gives the rest back. */
  stop(graceMs: number): Promise<void>;
}

/** How long what is due and locked is left alone. */
const lockedMs = 20;

/** Room for one more conversation. */
interface Place {
  readonly lease: LeaseRequest;
  /** Takes up what was claimed; without a claim the place is free again. To be called once. */
  fill(claim: Claim | undefined): void;
}

export function createWorker({ store, clock, owner, leaseMs, cap, pollMs, driver, failed }: WorkerOptions): Worker {
  const works = new Map<string, Work>();
  /** Conversations that became due while they were in work, perhaps after their drive had looked for the last time. */
  const woken = new Set<string>();
  const stopped = Promise.withResolvers<void>();
  let drives = 0;
  let reserved = 0;
  let polling = false;
  /** Whether something became due during a poll, perhaps after it had looked for the last time. */
  let missed = false;
  let started = false;
  let draining = false;
  let timerAt = Number.POSITIVE_INFINITY;
  let cancelTimer = () => {};
  let cancelBeat = () => {};
  let stopHearing = () => {};

  const room = () => cap - works.size - reserved;

  function take(claim: Claim): void {
    const { id } = claim.conversation;
    const earlier = works.get(id);
    // After a stall our own lease had run out: nobody else held it since, so what is under way here is not in vain.
    if (earlier && claim.expired && claim.epoch === earlier.epoch + 1) {
      earlier.epoch = claim.epoch;
      // It may be on its way out, and then gives back what nobody has looked for since.
      woken.add(id);
      return;
    }
    if (earlier) lose(earlier);
    const work: Work = { conversationId: id, epoch: claim.epoch, version: claim.version, lost: false };
    works.set(id, work);
    drives += 1;
    const own = {
      isDraining: () => draining,
      rest: () => new Promise<void>((resume) => clock.after(pollMs, resume)),
      away: (error: unknown) => failed(id, error),
    };
    void drive({ ...driver, ...own }, work, claim)
      // Its lease is not extended any more, so it is claimed again when that has run out, which counts as an attempt.
      .catch((error) => failed(id, error))
      .finally(() => {
        if (works.get(id) === work) works.delete(id);
        if (woken.delete(id)) wakeIn(0);
        drives -= 1;
        freed();
      });
  }

  function freed(): void {
    // What came while all places were taken is only in the store.
    if (room() === 1) wakeIn(0);
    rest();
  }

  function rest(): void {
    if (draining && drives === 0 && reserved === 0 && !polling) stopped.resolve();
  }

  async function poll(): Promise<void> {
    timerAt = Number.POSITIVE_INFINITY;
    missed = polling;
    if (polling || !started) return;
    polling = true;
    try {
      let isInVain = false;
      while (started && room() > 0) {
        const limit = Math.min(room(), 100);
        const claims = await claim(limit);
        isInVain = claims.length === 0;
        if (claims.length < limit) break;
      }
      const dueIn = (room() > 0 ? await store.dueIn() : undefined) ?? pollMs;
      // What is due and yet not to be had is just being committed to, by somebody who may take a while.
      wakeIn(isInVain ? Math.max(dueIn, lockedMs) : dueIn);
    } catch (error) {
      failed(undefined, error);
      wakeIn(pollMs);
    } finally {
      polling = false;
      if (missed) wakeIn(0);
      rest();
    }
  }

  async function claim(limit: number): Promise<readonly Claim[]> {
    reserved += limit;
    let claims: readonly Claim[] = [];
    try {
      claims = await store.claim({ owner, leaseMs, limit });
    } finally {
      reserved -= limit;
      for (const claimed of claims) take(claimed);
    }
    return claims;
  }

  /** Looks for work after so many milliseconds, or earlier. */
  function wakeIn(ms: number): void {
    const wait = Math.max(0, Math.min(ms, pollMs));
    const at = clock.now() + wait;
    if (!started || at >= timerAt) return;
    cancelTimer();
    timerAt = at;
    cancelTimer = clock.after(wait, () => void poll());
  }

  function beatSoon(): void {
    cancelBeat = clock.after(leaseMs / 3, () => {
      beatSoon();
      void beat();
    });
  }

  async function beat(): Promise<void> {
    const asked = [...works.values()];
    if (asked.length === 0) return;
    try {
      const conversationIds = asked.map(({ conversationId }) => conversationId);
      const versions = await store.extend({ owner, leaseMs, conversationIds });
      for (const work of asked) {
        const version = versions.get(work.conversationId);
        if (version === undefined) lose(work);
        else if (version > work.version) await look(work);
      }
    } catch (error) {
      failed(undefined, error);
    }
  }

  /** Somebody else committed, perhaps elsewhere: the effect under way may be wanted no longer. */
  async function look(work: Work): Promise<void> {
    try {
      const stored = await driver.load(work.conversationId);
      if (!stored || stored.version <= work.version) return;
      work.version = stored.version;
      abortUnwanted(work, stored.conversation);
    } catch (error) {
      // Nothing that comes of the effect could be recorded here.
      if (error instanceof StateTooNew) work.current?.abort.abort(error);
      else failed(work.conversationId, error);
    }
  }

  async function hear(conversationId: string): Promise<void> {
    const work = works.get(conversationId);
    if (work) await look(work);
  }

  function breakOff(): void {
    for (const { current } of works.values()) current?.abort.abort(new Error("the server is stopping"));
  }

  return {
    start() {
      started = true;
      beatSoon();
      stopHearing = store.onDisturbed?.((id) => void hear(id)) ?? stopHearing;
      void poll();
    },
    reserve(isUrgent) {
      if (!started || (room() <= 0 && !isUrgent)) return undefined;
      reserved += 1;
      return {
        lease: { owner, leaseMs },
        fill(claimed) {
          reserved -= 1;
          if (claimed) take(claimed);
          else freed();
        },
      };
    },
    notice(conversation) {
      const work = works.get(conversation.id);
      if (work) abortUnwanted(work, conversation);
    },
    expect(conversationId, dueAt) {
      if (dueAt === 0 && works.has(conversationId)) woken.add(conversationId);
      else wakeIn(dueAt - clock.now());
    },
    get inWork() {
      return works.size;
    },
    async stop(graceMs) {
      started = false;
      cancelTimer();
      draining = true;
      const cancelGrace = clock.after(graceMs, breakOff);
      rest();
      await stopped.promise;
      cancelGrace();
      cancelBeat();
      stopHearing();
    },
  };
}

/** What goes on for this conversation would be refused. */
function lose(work: Work): void {
  work.lost = true;
  work.current?.abort.abort(new Error("the lease was lost"));
}

function abortUnwanted({ current }: Work, conversation: Conversation): void {
  if (current && current.key !== effectKey(effectOf(conversation))) current.abort.abort(new Error("no longer wanted"));
}
