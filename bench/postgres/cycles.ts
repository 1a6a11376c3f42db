import { connectionsPerServer } from "../../packages/server/src/store/postgres/connection/database.ts";
import type { Cluster } from "../../test/harness/postgres/postgres-cluster.ts";
import { median, round } from "../statistics.ts";
import { createFloorTables, freshDatabase } from "./databases.ts";
import { type ProcessGroup, startProcessGroup } from "./process-group.ts";
import { progress } from "./progress.ts";
import { inFlight, type Sizes } from "./sizes.ts";

/** The floor in three variants, and Askback. */
const kinds = ["single", "group", "batched", "ours"] as const;
type Kind = (typeof kinds)[number];

/**
 * Full cycles per second with 1, 2 and 3 servers, and of one conversation alone, compared with the floor with as many
 * processes. Rounds are interleaved, so that a slow moment of the machine affects all.
 */
export async function* measureCycles(cluster: Cluster, { rounds, windowMs }: Sizes) {
  for (const servers of [1, 2, 3]) {
    progress(`cycles with ${servers} servers`);
    const groups = await startGroups(cluster, servers);
    for (const conversations of servers === 1 ? [inFlight, 1] : [inFlight]) {
      const results = await measureInterleaved(groups, { rounds, conversations, windowMs });
      const ratioTo = (floor: Kind) =>
        round(median(results.ours.map((value, at) => value / (results[floor][at] ?? value))), 2);
      yield {
        part: "cycles",
        servers,
        conversations,
        cyclesPerSecond: round(median(results.ours)),
        floorSingle: round(median(results.single)),
        floorGroup: round(median(results.group)),
        floorBatched: round(median(results.batched)),
        ratioToSingleFloor: ratioTo("single"),
        ratioToGroupFloor: ratioTo("group"),
        ratioToBatchedFloor: ratioTo("batched"),
      };
    }
    for (const kind of kinds) await groups[kind].stop();
  }
}

async function startGroups(cluster: Cluster, servers: number): Promise<Readonly<Record<Kind, ProcessGroup>>> {
  const floor = await freshDatabase(cluster, "floor");
  await createFloorTables(floor);
  const startFloor = (mode: string, connections: number) =>
    startProcessGroup("./floor-process.ts", servers, [floor, mode, String(connections)]);
  return {
    single: await startFloor("single", Math.ceil(inFlight / servers)),
    group: await startFloor("group", connectionsPerServer),
    batched: await startFloor("batched", connectionsPerServer),
    ours: await startProcessGroup("./server-process.ts", servers, [await freshDatabase(cluster, "ours")]),
  };
}

interface Rounds {
  readonly rounds: number;
  readonly conversations: number;
  readonly windowMs: number;
}

/** Cycles per second of each group in each round; the first round warms up and does not count. */
export async function measureInterleaved<Name extends string>(
  groups: Readonly<Record<Name, ProcessGroup>>,
  { rounds, conversations, windowMs }: Rounds,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const names = Object.keys(groups) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let count = 0; count <= rounds; count += 1) {
    const rates: string[] = [];
    for (const name of names) {
      const perSecond = await groups[name].cycles(conversations, windowMs);
      rates.push(`${name} ${round(perSecond)}`);
      if (count > 0) results[name].push(perSecond);
    }
    progress(`  ${count === 0 ? "warming up" : `round ${count} of ${rounds}`}: ${rates.join(", ")}`);
  }
  return results;
}
