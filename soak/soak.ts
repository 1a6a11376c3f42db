import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { percentile, round } from "../bench/statistics.ts";
import { temporaryFolder } from "../test/harness/server/temporary-folder.ts";
import { createClient } from "./client.ts";
import { createEventWatcher, type EventWatcher } from "./event-watcher.ts";
import { createClockFault } from "./faults/clock.ts";
import { createFrozenReaders } from "./faults/frozen-readers.ts";
import { createRestores } from "./faults/restore.ts";
import { type Fault, type FaultKind, faultKinds, type Injectors, injectFaults } from "./faults/schedule.ts";
import { createServerFaults } from "./faults/servers.ts";
import { startFleet } from "./fleet.ts";
import { type HeapGrowth, heapFaults, watchHeap } from "./heap.ts";
import { createLoadGenerator, type LoadGenerator } from "./load-generator.ts";
import { openPostgres, openSqlite, type SoakedStore } from "./soaked-store.ts";
import { type Verification, verify } from "./verification.ts";

export interface SoakOptions {
  readonly seed: number;
  /** How long faults are injected. */
  readonly seconds: number;
  /** In flight at once. */
  readonly conversations: number;
  readonly servers: number;
  readonly store: "postgres" | "sqlite";
  /** The kinds of faults that are injected, where the machine allows them. */
  readonly faults: readonly FaultKind[];
}

export interface Summary extends Verification {
  readonly faults: FaultCounts;
  readonly staleCommits: number;
  readonly acknowledged: number;
  readonly repeatedRequests: number;
  /** The process whose heap grew most; none if all of them were ended too soon. */
  readonly heap: HeapGrowth | undefined;
  /** Kinds of faults that this machine does not allow. */
  readonly leftOut: readonly FaultKind[];
  /** How many readers there were that never read, and how many of them were sent too much and dropped. */
  readonly frozenReaders: { readonly opened: number; readonly dropped: number };
  /** How long answers took until they were accepted, with the repeats that faults made necessary. */
  readonly answerMs: { readonly p50: number; readonly p99: number };
  /** What was lost by intent, with each restore of a backup. */
  readonly restores: { readonly count: number; readonly acknowledged: number; readonly inquiries: number };
  /** How often the reader of all events had to start over. */
  readonly snapshots: number;
  /** Failures in the logs of the servers, by message; a crashing database causes many. */
  readonly logged: Readonly<Record<string, number>>;
}

export type FaultCounts = Readonly<Record<FaultKind, number>>;

export interface Progress {
  readonly phase: "starting" | "ramping-up" | "failing" | "finishing" | "checking";
  readonly inFlight: number;
  readonly done: number;
  readonly faults: FaultCounts;
  /** What the last fault was, in words. */
  readonly lastFault?: string;
}

/** People take up to so long, so that most conversations wait for a person. */
const maxThinkMs = 15_000;

/** With so many in flight every frozen server is working on something. */
const manyConversations = 500;

/** Injects faults into servers and database under load, and then checks that no promise was broken. */
export async function soak(options: SoakOptions, show: (progress: Progress) => void): Promise<Summary> {
  show({ phase: "starting", inFlight: 0, done: 0, faults: countsOf([]) });
  const store = options.store === "sqlite" ? openSqlite() : await openPostgres();
  try {
    return await soakOn(store, options, show);
  } finally {
    await store.close();
  }
}

async function soakOn(
  store: SoakedStore,
  { seed, seconds, conversations, servers, faults: wanted }: SoakOptions,
  show: (progress: Progress) => void,
): Promise<Summary> {
  const traceFile = join(temporaryFolder(), "trace");
  const fleet = await startFleet({ size: servers, ...store.fleet, traceFile });
  const heap = watchHeap(fleet.running, seconds * 1000);
  const watcher = createEventWatcher(fleet, seed);
  const readers = createFrozenReaders(fleet, watcher, seed);
  const client = createClient(fleet);
  const thinkMs = Math.min(maxThinkMs, seconds * 200);
  const load = createLoadGenerator({
    client,
    watcher,
    seed,
    size: conversations,
    thinkMs,
    restores: () => restores.count,
  });
  const { acknowledged } = load;
  const { dataDir } = store.fleet;
  const restores = createRestores({ fleet, dataDir, traceFile, watcher, load });
  const possible: Injectors = {
    ...createServerFaults(fleet),
    ...store.faults,
    clock: createClockFault(fleet, seed),
    readers: readers.injector,
    backup: restores.backup,
    restore: restores.restore,
  };
  const kinds = wanted.filter((kind) => possible[kind]);
  const injectors: Injectors = Object.fromEntries(kinds.map((kind) => [kind, possible[kind]]));
  const faults: Fault[] = [];
  let phase: Progress["phase"] = "ramping-up";
  const showProgress = () => {
    const last = faults.at(-1);
    const lastFault = last && injectors[last.kind]?.describe(last);
    const { inFlight, done } = load;
    show({ phase, inFlight, done, faults: countsOf(faults), ...(lastFault && { lastFault }) });
  };
  const progressTimer = setInterval(showProgress, 1_000);
  const enter = (next: Progress["phase"]) => {
    phase = next;
    showProgress();
  };
  try {
    await load.rampUp();
    enter("failing");
    await injectFaults({
      seed,
      servers,
      injectors,
      durationMs: seconds * 1000,
      onFault: (fault) => faults.push(fault),
    });
    enter("finishing");
    const stuck = await waitForFinish(load, watcher);
    enter("checking");
    const frozen = await readers.check();
    const frozenFaults = frozen.kept > 0 ? [`${frozen.kept} readers that never read were not dropped`] : [];
    const staleCommits = await fleet.staleCommits();
    heap.stop();
    const growth = heap.growth();
    const isFenced = staleCommits > 0 || servers === 1 || !kinds.includes("freeze");
    const unfenced =
      !isFenced && conversations >= manyConversations ? ["no resumed server was ever refused a commit"] : [];
    const { lost, count } = restores;
    const verification = await verify(await store.openForChecks(fleet, watcher.positions), {
      traceFile,
      acknowledged,
      reader: watcher,
      lost,
      expiredAt: store.hasMachineClock ? watcher.expiredAt : new Map(),
    });
    return {
      ...verification,
      violations: [
        ...stuck,
        ...load.violations,
        ...fleet.faults,
        ...restores.faults,
        ...watcher.faults,
        ...verification.violations,
        ...unfenced,
        ...frozenFaults,
        ...heapFaults(growth, seconds),
      ],
      faults: countsOf(faults),
      staleCommits,
      acknowledged: acknowledged.length,
      repeatedRequests: client.repeats,
      heap: growth,
      leftOut: wanted.filter((kind) => !kinds.includes(kind)),
      frozenReaders: { opened: readers.opened, dropped: frozen.due - frozen.kept },
      answerMs: {
        p50: round(percentile(client.answerTimes, 0.5)),
        p99: round(percentile(client.answerTimes, 0.99)),
      },
      restores: { count, acknowledged: lost.acknowledged.length, inquiries: lost.inquiries.length },
      snapshots: watcher.snapshots,
      logged: fleet.failures(),
    };
  } finally {
    clearInterval(progressTimer);
    heap.stop();
    readers.close();
    await watcher.close();
    await fleet.stop();
  }
}

const maxSilenceMs = 60_000;

/** Waits until all conversations are done, as long as there are events; reports those that are stuck. */
async function waitForFinish(load: LoadGenerator, watcher: EventWatcher): Promise<readonly string[]> {
  const over = load.finish().then(() => true);
  let seen = -1;
  let silentSince = Date.now();
  while (!(await Promise.race([over, delay(500, false)]))) {
    if (watcher.positions.length !== seen) silentSince = Date.now();
    seen = watcher.positions.length;
    if (Date.now() - silentSince > maxSilenceMs)
      return [`${load.inFlight} conversations are stuck: nothing happened for ${maxSilenceMs / 1000} seconds`];
  }
  return [];
}

function countsOf(faults: readonly Fault[]): FaultCounts {
  const count = (kind: FaultKind) => faults.filter((fault) => fault.kind === kind).length;
  return Object.fromEntries(faultKinds.map((kind) => [kind, count(kind)])) as FaultCounts;
}
