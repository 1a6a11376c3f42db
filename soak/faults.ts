import { setTimeout as delay } from "node:timers/promises";
import { createRandom, type Random } from "../test/harness/fuzz/random.ts";
import type { Cluster } from "../test/harness/postgres/postgres-cluster.ts";
import type { Fleet } from "./fleet.ts";
import { leaseMs } from "./lease.ts";

export const faultKinds = ["kill", "freeze", "drain", "database"] as const;
export type FaultKind = (typeof faultKinds)[number];

/** A fault: its kind, the server, its duration, and the pause before it. */
export interface Fault {
  readonly kind: FaultKind;
  readonly server: number;
  readonly forMs: number;
  readonly pauseMs: number;
}

/** The faults of a seed: rounds with each kind once, in random order. */
export function* createFaults(seed: number, servers: number): Generator<Fault, never> {
  const random = createRandom(seed);
  while (true) {
    for (const left = [...faultKinds]; left.length > 0; ) {
      const [kind] = left.splice(random.below(left.length), 1);
      if (kind) yield createFault(random, kind, servers);
    }
  }
}

/** A frozen server stays frozen for longer than its lease; the other faults are short. */
function createFault(random: Random, kind: FaultKind, servers: number): Fault {
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
  onFault(fault: Fault): void;
}

/** Injects faults for a duration, and at least one of each kind; those of different servers may overlap. */
export async function injectFaults(
  faults: Iterable<Fault>,
  { fleet, cluster, durationMs, onFault }: Targets,
): Promise<void> {
  const until = Date.now() + durationMs;
  const underWay = new Map<number, Promise<void>>();
  const missing = new Set<FaultKind>(faultKinds);
  for (const fault of faults) {
    await delay(fault.pauseMs);
    await underWay.get(fault.server);
    if (Date.now() > until && missing.size === 0) break;
    missing.delete(fault.kind);
    onFault(fault);
    if (fault.kind === "database") {
      await cluster.crash(fault.forMs);
      continue;
    }
    const over = fleet[fault.kind](fault.server, fault.forMs);
    // An error is thrown where the fault is awaited.
    over.catch(() => {});
    underWay.set(fault.server, over);
  }
  await Promise.all(underWay.values());
}
