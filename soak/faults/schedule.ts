import { setTimeout as delay } from "node:timers/promises";
import { createRandom, type Random } from "../../test/harness/fuzz/random.ts";
import { leaseMs } from "../lease.ts";

export const faultKinds = [
  "kill",
  "freeze",
  "drain",
  "database",
  "clock",
  "readers",
  "disk",
  "backup",
  "restore",
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** A fault: its kind, the server, its duration, and the pause before it. */
export interface Fault {
  readonly kind: FaultKind;
  readonly server: number;
  readonly forMs: number;
  readonly pauseMs: number;
}

/** One kind of fault, as it is brought about. */
export interface Injector {
  /** Resolves when the fault is over. */
  inject(fault: Fault): Promise<void>;
  describe(fault: Fault): string;
  /** Whether it hits one server, so that faults of others may overlap with it. */
  readonly isOfOneServer: boolean;
}

export type Injectors = Partial<Readonly<Record<FaultKind, Injector>>>;

/** The faults of a seed: rounds with each kind once, in random order. */
export function* createFaults(seed: number, servers: number, kinds: readonly FaultKind[]): Generator<Fault, never> {
  const random = createRandom(seed);
  while (true) {
    for (const left = [...kinds]; left.length > 0; ) {
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
  readonly injectors: Injectors;
  readonly durationMs: number;
  onFault(fault: Fault): void;
}

/** Injects faults for a duration, and at least one of each kind; those of different servers may overlap. */
export async function injectFaults(
  faults: Iterable<Fault>,
  { injectors, durationMs, onFault }: Targets,
): Promise<void> {
  // The clock of this process is right, and must not be set while it runs.
  const until = performance.now() + durationMs;
  const underWay = new Map<number, Promise<void>>();
  const missing = new Set(faultKinds.filter((kind) => injectors[kind]));
  for (const fault of faults) {
    await delay(fault.pauseMs);
    await underWay.get(fault.server);
    if (performance.now() > until && missing.size === 0) break;
    missing.delete(fault.kind);
    const injector = injectors[fault.kind];
    if (!injector) throw new Error(`there is no way to bring about "${fault.kind}"`);
    onFault(fault);
    const over = injector.inject(fault);
    if (!injector.isOfOneServer) {
      await over;
      continue;
    }
    // An error is thrown where the fault is awaited.
    over.catch(() => {});
    underWay.set(fault.server, over);
  }
  await Promise.all(underWay.values());
}

export const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
