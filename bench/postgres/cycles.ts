import { connectionsPerServer } from "../../packages/server/src/store/postgres/database.ts";
import type { Cluster } from "../../test/support/postgres-cluster.ts";
import { median, round } from "../numbers.ts";
import { type Crew, startCrew } from "./crew.ts";
import { createFloorTables, freshDatabase } from "./databases.ts";
import { progress } from "./progress.ts";
import { inFlight, type Sizes } from "./sizes.ts";

/** The floor in three forms, and Askback. */
const kinds = ["single", "group", "gathered", "ours"] as const;
type Kind = (typeof kinds)[number];

/**
 * Full cycles per second with 1, 2 and 3 servers, and of one conversation alone, beside the raw floor with as many
 * processes. Rounds are interleaved, so that a slow moment of the machine hits all.
 */
export async function* measureCycles(cluster: Cluster, { rounds, windowMs }: Sizes) {
  for (const servers of [1, 2, 3]) {
    progress(`cycles with ${servers} servers`);
    const crews = await startCrews(cluster, servers);
    for (const conversations of servers === 1 ? [inFlight, 1] : [inFlight]) {
      const results = await interleaved(crews, { rounds, conversations, windowMs });
      const ratioTo = (floor: Kind) =>
        round(median(results.ours.map((value, at) => value / (results[floor][at] ?? value))), 2);
      yield {
        part: "cycles",
        servers,
        conversations,
        cyclesPerSecond: round(median(results.ours)),
        floorSingle: round(median(results.single)),
        floorGroup: round(median(results.group)),
        floorGathered: round(median(results.gathered)),
        ratioToSingleFloor: ratioTo("single"),
        ratioToGroupFloor: ratioTo("group"),
        ratioToGatheredFloor: ratioTo("gathered"),
      };
    }
    for (const kind of kinds) await crews[kind].stop();
  }
}

async function startCrews(cluster: Cluster, servers: number): Promise<Readonly<Record<Kind, Crew>>> {
  const floor = await freshDatabase(cluster, "floor");
  await createFloorTables(floor);
  const floorCrew = (mode: string, connections: number) =>
    startCrew("./floor-process.ts", servers, [floor, mode, String(connections)]);
  return {
    single: await floorCrew("single", Math.ceil(inFlight / servers)),
    group: await floorCrew("group", connectionsPerServer),
    gathered: await floorCrew("gathered", connectionsPerServer),
    ours: await startCrew("./server-process.ts", servers, [await freshDatabase(cluster, "ours")]),
  };
}

interface Rounds {
  readonly rounds: number;
  readonly conversations: number;
  readonly windowMs: number;
}

/** Cycles per second of each crew in each round; the first round warms up and does not count. */
export async function interleaved<Name extends string>(
  crews: Readonly<Record<Name, Crew>>,
  { rounds, conversations, windowMs }: Rounds,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const names = Object.keys(crews) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let count = 0; count <= rounds; count += 1) {
    const rates: string[] = [];
    for (const name of names) {
      const perSecond = await crews[name].cycles(conversations, windowMs);
      rates.push(`${name} ${round(perSecond)}`);
      if (count > 0) results[name].push(perSecond);
    }
    progress(`  ${count === 0 ? "warming up" : `round ${count} of ${rounds}`}: ${rates.join(", ")}`);
  }
  return results;
}
