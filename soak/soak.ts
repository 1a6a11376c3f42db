import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Cluster, startCluster } from "../test/harness/postgres/postgres-cluster.ts";
import { temporaryFolder } from "../test/harness/server/temporary-folder.ts";
import { createClient } from "./client.ts";
import { createEventWatcher, type EventWatcher } from "./event-watcher.ts";
import { createFaults, type Fault, type FaultKind, faultKinds, injectFaults } from "./faults.ts";
import { startFleet } from "./fleet.ts";
import { createLoadGenerator, type LoadGenerator } from "./load-generator.ts";
import { type Verification, verify } from "./verification.ts";

export interface SoakOptions {
  readonly seed: number;
  /** How long faults are injected. */
  readonly seconds: number;
  /** In flight at once. */
  readonly conversations: number;
  readonly servers: number;
}

export interface Summary extends Verification {
  readonly faults: FaultCounts;
  readonly staleCommits: number;
  readonly acknowledged: number;
  readonly repeatedRequests: number;
  /** Failures in the logs of the servers, by message; a crashing database causes many. */
  readonly logged: Readonly<Record<string, number>>;
}

export type FaultCounts = Readonly<Record<FaultKind, number>>;

export interface Progress {
  readonly phase: "starting" | "ramping-up" | "failing" | "finishing" | "checking";
  readonly inFlight: number;
  readonly done: number;
  readonly faults: FaultCounts;
  readonly lastFault?: Fault;
}

/** People take up to so long, so that most conversations wait for a person. */
const maxThinkMs = 15_000;

/** With so many in flight every frozen server is working on something. */
const manyConversations = 500;

/** Injects faults into servers and database under load, and then checks that no promise was broken. */
export async function soak(options: SoakOptions, show: (progress: Progress) => void): Promise<Summary> {
  show({ phase: "starting", inFlight: 0, done: 0, faults: countsOf([]) });
  const cluster = await startCluster({ settings: { fsync: "on" } });
  try {
    return await soakOn(cluster, options, show);
  } finally {
    await cluster.stop();
  }
}

async function soakOn(
  cluster: Cluster,
  { seed, seconds, conversations, servers }: SoakOptions,
  show: (progress: Progress) => void,
): Promise<Summary> {
  const databaseUrl = cluster.url();
  const traceFile = join(temporaryFolder(), "trace");
  const fleet = await startFleet({ size: servers, databaseUrl, traceFile });
  const watcher = createEventWatcher(fleet, seed);
  const client = createClient(fleet);
  const thinkMs = Math.min(maxThinkMs, seconds * 200);
  const load = createLoadGenerator({ client, watcher, seed, size: conversations, thinkMs });
  const faults: Fault[] = [];
  let phase: Progress["phase"] = "ramping-up";
  const showProgress = () => {
    const lastFault = faults.at(-1);
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
    await injectFaults(createFaults(seed, servers), {
      fleet,
      cluster,
      durationMs: seconds * 1000,
      onFault: (fault) => faults.push(fault),
    });
    enter("finishing");
    const stuck = await waitForFinish(load, watcher);
    enter("checking");
    const staleCommits = await fleet.staleCommits();
    const unfenced =
      staleCommits === 0 && conversations >= manyConversations ? ["no resumed server was ever refused a commit"] : [];
    const { acknowledged } = load;
    const verification = await verify({ databaseUrl, traceFile, acknowledged, seen: watcher.positions });
    return {
      ...verification,
      violations: [...stuck, ...load.violations, ...fleet.faults, ...verification.violations, ...unfenced],
      faults: countsOf(faults),
      staleCommits,
      acknowledged: acknowledged.length,
      repeatedRequests: client.repeats,
      logged: fleet.failures(),
    };
  } finally {
    clearInterval(progressTimer);
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
