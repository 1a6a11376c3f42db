import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { type Cluster, startCluster } from "../test/support/postgres-cluster.ts";
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { createClient } from "./client.ts";
import { type Crowd, createCrowd } from "./crowd.ts";
import { type Fault, type FaultKind, faultKinds, faultsFrom, inflict } from "./faults.ts";
import { startFleet } from "./fleet.ts";
import { type Verdict, verdictOn } from "./verdict.ts";
import { createWatcher, type Watcher } from "./watcher.ts";

export interface SoakOptions {
  readonly seed: number;
  /** How long things go wrong. */
  readonly seconds: number;
  /** In flight at once. */
  readonly conversations: number;
  readonly servers: number;
}

export interface Summary extends Verdict {
  readonly faults: FaultCounts;
  readonly staleCommits: number;
  readonly acknowledged: number;
  readonly repeatedRequests: number;
  /** What the servers wrote of failures, by their words: with a database that crashes there are many. */
  readonly logged: Readonly<Record<string, number>>;
}

export type FaultCounts = Readonly<Record<FaultKind, number>>;

/** How far it has got. */
export interface Progress {
  readonly phase: "starting" | "gathering" | "failing" | "finishing" | "checking";
  readonly inFlight: number;
  readonly done: number;
  readonly faults: FaultCounts;
  readonly lastFault?: Fault;
}

/** People think at most so long, so that most conversations wait for somebody, as they do in life. */
const longestThoughtMs = 15_000;

/** With so many in flight every frozen server is in the middle of something. */
const manyConversations = 500;

/** Lets servers and database fail under people who talk to agents, and then sees whether every promise was kept. */
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
  const watcher = createWatcher(fleet, seed);
  const client = createClient(fleet);
  const thinkMs = Math.min(longestThoughtMs, seconds * 200);
  const crowd = createCrowd({ client, watcher, seed, size: conversations, thinkMs });
  const faults: Fault[] = [];
  let phase: Progress["phase"] = "gathering";
  const tell = () => {
    const lastFault = faults.at(-1);
    const { inFlight, done } = crowd;
    show({ phase, inFlight, done, faults: countsOf(faults), ...(lastFault && { lastFault }) });
  };
  const telling = setInterval(tell, 1_000);
  const enter = (next: Progress["phase"]) => {
    phase = next;
    tell();
  };
  try {
    await crowd.gather();
    enter("failing");
    await inflict(faultsFrom(seed, servers), {
      fleet,
      cluster,
      durationMs: seconds * 1000,
      begun: (fault) => faults.push(fault),
    });
    enter("finishing");
    const stuck = await finished(crowd, watcher);
    enter("checking");
    const staleCommits = await fleet.staleCommits();
    const unfenced =
      staleCommits === 0 && conversations >= manyConversations ? ["no server that woke was ever refused a commit"] : [];
    const { acknowledged } = crowd;
    const verdict = await verdictOn({ databaseUrl, traceFile, acknowledged, seen: watcher.positions });
    return {
      ...verdict,
      violations: [...stuck, ...crowd.surprises, ...fleet.faults, ...verdict.violations, ...unfenced],
      faults: countsOf(faults),
      staleCommits,
      acknowledged: acknowledged.length,
      repeatedRequests: client.repeats,
      logged: fleet.failures(),
    };
  } finally {
    clearInterval(telling);
    await watcher.close();
    await fleet.stop();
  }
}

const longestSilenceMs = 60_000;

/** Waits until everybody is done, for as long as anything happens at all; says what is stuck otherwise. */
async function finished(crowd: Crowd, watcher: Watcher): Promise<readonly string[]> {
  const over = crowd.finish().then(() => true);
  let seen = -1;
  let silentSince = Date.now();
  while (!(await Promise.race([over, rest(500, false)]))) {
    if (watcher.positions.length !== seen) silentSince = Date.now();
    seen = watcher.positions.length;
    if (Date.now() - silentSince > longestSilenceMs)
      return [`${crowd.inFlight} conversations are stuck: nothing happened for ${longestSilenceMs / 1000} seconds`];
  }
  return [];
}

function countsOf(faults: readonly Fault[]): FaultCounts {
  const count = (kind: FaultKind) => faults.filter((fault) => fault.kind === kind).length;
  return Object.fromEntries(faultKinds.map((kind) => [kind, count(kind)])) as FaultCounts;
}
