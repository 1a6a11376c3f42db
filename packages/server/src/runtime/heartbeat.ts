import type { Clock } from "../clock.ts";
import type { LeaseRequest, Store } from "../store/store.ts";
import { StateTooNew } from "../store/store-unavailable.ts";
import { abortIfObsolete, loseLease, type Work } from "./claimed-work.ts";

export interface HeartbeatOptions {
  readonly store: Pick<Store, "load" | "extend" | "onChangedElsewhere">;
  readonly clock: Clock;
  readonly lease: LeaseRequest;
  /** What this process works on, by conversation id. */
  readonly works: ReadonlyMap<string, Work>;
  onError(conversationId: string | undefined, error: unknown): void;
}

/** Extends the leases of all work at intervals, and aborts effects that other servers made obsolete. */
export interface Heartbeat {
  start(): void;
  stop(): void;
}

const beatsPerLease = 3;

export function createHeartbeat({ store, clock, lease, works, onError }: HeartbeatOptions): Heartbeat {
  let cancelTimer = () => {};
  let unsubscribe = () => {};

  function schedule(): void {
    cancelTimer = clock.after(lease.leaseMs / beatsPerLease, () => {
      schedule();
      void extendLeases();
    });
  }

  async function extendLeases(): Promise<void> {
    const held = [...works.values()];
    if (held.length === 0) return;
    try {
      const conversationIds = held.map(({ conversationId }) => conversationId);
      const versions = await store.extend({ ...lease, conversationIds });
      for (const work of held) {
        const version = versions.get(work.conversationId);
        if (version === undefined) loseLease(work);
        else if (version > work.version) await checkForChanges(work);
      }
    } catch (error) {
      onError(undefined, error);
    }
  }

  async function checkForChanges(work: Work): Promise<void> {
    try {
      const stored = await store.load(work.conversationId);
      if (!stored || stored.version <= work.version) return;
      work.version = stored.version;
      abortIfObsolete(work, stored.conversation);
    } catch (error) {
      // This server could not record the result of the effect.
      if (error instanceof StateTooNew) work.current?.abort.abort(error);
      else onError(work.conversationId, error);
    }
  }

  return {
    start() {
      schedule();
      const handleChange = (conversationId: string) => {
        const work = works.get(conversationId);
        if (work) void checkForChanges(work);
      };
      unsubscribe = store.onChangedElsewhere?.(handleChange) ?? unsubscribe;
    },
    stop() {
      cancelTimer();
      unsubscribe();
    },
  };
}
