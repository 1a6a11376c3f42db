import { dueAt } from "@askback/core";
import type {
  Claim,
  ClaimRequest,
  Commit,
  CommitResult,
  ExtendRequest,
} from "../../../packages/server/src/store/store.ts";
import type { SimulatedTime } from "../simulated-time.ts";

export interface Lease {
  readonly owner: string;
  readonly until: number;
}

/** Follows who holds which lease by the replies of the store, and reports a reply that contradicts the earlier ones. */
export interface LeaseChecker {
  claimed(request: ClaimRequest, claims: readonly Claim[]): void;
  committed(commit: Commit, result: Extract<CommitResult, { ok: true }>): void;
  extended(request: ExtendRequest, held: ReadonlyMap<string, number>): void;
  released(conversationId: string, epoch: number): void;
  lease(conversationId: string): Lease | undefined;
  /** Returns a function that sets everything back to now; the leases of what is due have expired, as in a store that is opened. */
  backUp(): (isDue: (conversationId: string) => boolean) => void;
}

export function createLeaseChecker(time: SimulatedTime, violated: (what: string) => void): LeaseChecker {
  let leases = new Map<string, Lease>();
  let epochs = new Map<string, number>();

  function take(id: string, epoch: number, owner: string, leaseMs: number): void {
    if (epoch <= (epochs.get(id) ?? 0)) violated(`a claim of ${id} did not raise its epoch ${epoch}`);
    epochs.set(id, epoch);
    leases.set(id, { owner, until: time.clock.now() + leaseMs });
  }

  return {
    claimed({ owner, leaseMs }, claims) {
      for (const { conversation, epoch, expired } of claims) {
        const { id } = conversation;
        const lease = leases.get(id);
        if (lease && lease.until > time.clock.now()) violated(`${id} was claimed while its lease lasted`);
        if (expired !== (lease !== undefined)) violated(`a claim of ${id} is wrong about whether its lease ran out`);
        take(id, epoch, owner, leaseMs);
      }
    },
    committed({ projection: { conversation }, epoch, claim }, result) {
      const { id } = conversation;
      const isDue = dueAt(conversation) === 0;
      const lease = leases.get(id);
      if (epoch !== undefined) {
        if (epoch !== epochs.get(id) || !lease)
          violated(`a commit of ${id} with the old epoch ${epoch} was granted; it is ${epochs.get(id)} by now`);
        if (!isDue) leases.delete(id);
      } else if (isDue && claim && !lease) {
        if (result.epoch === undefined) violated(`${id} was free, and the commit that made it due did not claim it`);
        else take(id, result.epoch, claim.owner, claim.leaseMs);
      } else if (result.epoch !== undefined) violated(`a commit claimed ${id}, which was not to be claimed`);
    },
    extended({ owner, leaseMs, conversationIds }, held) {
      for (const id of conversationIds) {
        const isOurs = leases.get(id)?.owner === owner;
        if (held.has(id) !== isOurs) violated(`an owner of ${id} is told that it ${isOurs ? "lost" : "holds"} it`);
        if (isOurs) leases.set(id, { owner, until: time.clock.now() + leaseMs });
      }
    },
    released(id, epoch) {
      if (epochs.get(id) === epoch) leases.delete(id);
    },
    lease: (id) => leases.get(id),
    backUp() {
      const then = { leases: [...leases], epochs: [...epochs] };
      return (isDue) => {
        leases = new Map(then.leases.filter(([id]) => isDue(id)).map(([id, lease]) => [id, { ...lease, until: 0 }]));
        epochs = new Map(then.epochs);
      };
    },
  };
}
