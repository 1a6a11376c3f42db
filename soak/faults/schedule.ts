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

/** The faults that end the process of a server, so that its heap begins anew. */
const endingKinds: readonly FaultKind[] = ["kill", "drain", "restore"];

/** What may happen in a part of a soak. */
export interface Part {
  readonly kinds: readonly FaultKind[];
  readonly untilMs: number;
  /** Whether it goes on after its time until each kind happened. */
  readonly isComplete: boolean;
  /** Whether the first server lives through it. */
  readonly sparesFirst: boolean;
}

/**
 * In the first half everything happens; it ends with a restore, where there are backups. In the second half the first server
 * goes on, so that the heap of a process is seen for as long as possible.
 */
export function partsOf(kinds: readonly FaultKind[], servers: number, durationMs: number): readonly Part[] {
  const half = { untilMs: durationMs / 2, sparesFirst: false };
  const canEnd = (kind: FaultKind) => !endingKinds.includes(kind) || (servers > 1 && kind !== "restore");
  return [
    { ...half, kinds: kinds.filter((kind) => kind !== "restore"), isComplete: true },
    { ...half, kinds: kinds.filter((kind) => kind === "restore"), isComplete: true },
    { kinds: kinds.filter(canEnd), untilMs: durationMs, isComplete: false, sparesFirst: true },
  ];
}

/** The faults of a part: rounds with each kind once, in random order. */
export function* createFaults(random: Random, servers: number, { kinds, sparesFirst }: Part): Generator<Fault, void> {
  while (kinds.length > 0) {
    for (const left = [...kinds]; left.length > 0; ) {
      const [kind] = left.splice(random.below(left.length), 1);
      if (!kind) continue;
      const first = sparesFirst && endingKinds.includes(kind) ? 1 : 0;
      yield createFault(random, kind, first + random.below(servers - first));
    }
  }
}

/** A frozen server stays frozen for longer than its lease; the other faults are short. */
function createFault(random: Random, kind: FaultKind, server: number): Fault {
  return {
    kind,
    server,
    forMs: kind === "freeze" ? leaseMs + 500 + random.below(leaseMs) : random.below(2_000),
    pauseMs: 1_500 + random.below(3_500),
  };
}

export interface Targets {
  readonly seed: number;
  readonly servers: number;
  readonly injectors: Injectors;
  readonly durationMs: number;
  onFault(fault: Fault): void;
}

/** Injects faults for a duration, and at least one of each kind. */
export async function injectFaults({ seed, servers, injectors, durationMs, onFault }: Targets): Promise<void> {
  const random = createRandom(seed);
  // The clock of this process is right, and must not be set while it runs.
  const began = performance.now();
  const kinds = faultKinds.filter((kind) => injectors[kind]);
  for (const part of partsOf(kinds, servers, durationMs))
    await injectPart(createFaults(random, servers, part), part, { injectors, began, onFault });
}

/** Those of different servers may overlap. */
async function injectPart(
  faults: Iterable<Fault>,
  { kinds, untilMs, isComplete }: Part,
  { injectors, began, onFault }: Pick<Targets, "injectors" | "onFault"> & { readonly began: number },
): Promise<void> {
  const underWay = new Map<number, Promise<void>>();
  const missing = new Set(isComplete ? kinds : []);
  for (const fault of faults) {
    await delay(fault.pauseMs);
    await underWay.get(fault.server);
    if (performance.now() - began > untilMs && missing.size === 0) break;
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
