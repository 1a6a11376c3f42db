import { setTimeout as rest } from "node:timers/promises";
import type { Cluster } from "../test/support/postgres-cluster.ts";
import { createRandom, type Random } from "../test/support/random.ts";
import type { Fleet } from "./fleet.ts";
import { leaseMs } from "./lease.ts";

export const faultKinds = ["kill", "freeze", "drain", "database"] as const;
export type FaultKind = (typeof faultKinds)[number];

/** One thing that goes wrong: what, to which server, for how long, and how long after the one before. */
export interface Fault {
  readonly kind: FaultKind;
  readonly server: number;
  readonly forMs: number;
  readonly pauseMs: number;
}

/** All that will go wrong, from the seed alone: round after round, each kind once in some order. */
export function* faultsFrom(seed: number, servers: number): Generator<Fault, never> {
  const random = createRandom(seed);
  while (true) {
    for (const left = [...faultKinds]; left.length > 0; ) {
      const [kind] = left.splice(random.below(left.length), 1);
      if (kind) yield faultOf(random, kind, servers);
    }
  }
}

/** A frozen server sleeps past its lease; the others are gone for a moment. */
function faultOf(random: Random, kind: FaultKind, servers: number): Fault {
  return {
    kind,
    server: random.below(servers),
    forMs: kind === "freeze" ? leaseMs + 500 + random.below(leaseMs) : random.below(2_000),
    pauseMs: 1_500 + random.below(3_500),
  };
}

export interface Targets {
  readonly fleet: Fleet;
  readonly cluster: Cluster;
  readonly durationMs: number;
  begun(fault: Fault): void;
}

/** Lets things go wrong for so long, and until each kind has; what happens to different servers may overlap. */
export async function inflict(faults: Iterable<Fault>, { fleet, cluster, durationMs, begun }: Targets): Promise<void> {
  const until = Date.now() + durationMs;
  const underWay = new Map<number, Promise<void>>();
  const missing = new Set<FaultKind>(faultKinds);
  for (const fault of faults) {
    await rest(fault.pauseMs);
    await underWay.get(fault.server);
    if (Date.now() > until && missing.size === 0) break;
    missing.delete(fault.kind);
    begun(fault);
    if (fault.kind === "database") {
      await cluster.crash(fault.forMs);
      continue;
    }
    const over = fleet[fault.kind](fault.server, fault.forMs);
    // What goes wrong with it is met when it is waited for.
    over.catch(() => {});
    underWay.set(fault.server, over);
  }
  await Promise.all(underWay.values());
}
