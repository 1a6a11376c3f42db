import type { Clock } from "../clock.ts";
import type { Store } from "../store/store.ts";

export interface ClaimPollerOptions {
  readonly store: Pick<Store, "dueIn">;
  readonly clock: Clock;
  /** The longest time between two polls. */
  readonly pollMs: number;
  freeSlots(): number;
  /** Claims due conversations and starts to work on them; returns how many. */
  claim(limit: number): Promise<number>;
  onError(error: unknown): void;
  /** Called at the end of each poll. */
  onPolled(): void;
}

/** Claims due conversations while there are free slots. */
export interface ClaimPoller {
  start(): void;
  /** Polls after so many milliseconds at the latest. */
  wakeIn(ms: number): void;
  /** Claims within this turn; during a poll, right after it. */
  pollNow(): void;
  readonly isPolling: boolean;
  /** Whether something due may wait in the store for a free slot. */
  readonly hasLeftDue: boolean;
  stop(): void;
}

const maxClaims = 100;
/** How long to wait when due conversations are locked by a commit under way. */
const lockedMs = 20;

export function createClaimPoller(options: ClaimPollerOptions): ClaimPoller {
  const { store, clock, pollMs, freeSlots, claim, onError, onPolled } = options;
  let isRunning = false;
  let isPolling = false;
  /** A wake-up came during a poll, perhaps after its last query. */
  let isWoken = false;
  let hasLeftDue = false;
  let timerAt = Number.POSITIVE_INFINITY;
  let cancelTimer = () => {};

  async function poll(): Promise<void> {
    timerAt = Number.POSITIVE_INFINITY;
    isWoken = isPolling;
    if (isPolling || !isRunning) return;
    isPolling = true;
    try {
      let foundNothing = false;
      while (isRunning && freeSlots() > 0) {
        const limit = Math.min(freeSlots(), maxClaims);
        const count = await claim(limit);
        foundNothing = count === 0;
        hasLeftDue = count === limit;
        if (count < limit) break;
      }
      const dueIn = (freeSlots() > 0 ? await store.dueIn() : undefined) ?? pollMs;
      wakeIn(foundNothing ? Math.max(dueIn, lockedMs) : dueIn);
    } catch (error) {
      onError(error);
      wakeIn(pollMs);
    } finally {
      isPolling = false;
      if (isWoken) wakeIn(0);
      onPolled();
    }
  }

  function wakeIn(ms: number): void {
    if (ms <= 0 && freeSlots() <= 0) hasLeftDue = true;
    const wait = Math.max(0, Math.min(ms, pollMs));
    const at = clock.elapsed() + wait;
    if (!isRunning || at >= timerAt) return;
    cancelTimer();
    timerAt = at;
    cancelTimer = clock.after(wait, () => void poll());
  }

  return {
    start() {
      isRunning = true;
      void poll();
    },
    wakeIn,
    pollNow: () => void poll(),
    get isPolling() {
      return isPolling;
    },
    get hasLeftDue() {
      return hasLeftDue;
    },
    stop() {
      isRunning = false;
      cancelTimer();
    },
  };
}
