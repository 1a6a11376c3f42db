import type { Cluster } from "../../test/support/postgres-cluster.ts";
import { median, round } from "../numbers.ts";
import { startCrew } from "./crew.ts";
import { interleaved } from "./cycles.ts";
import { freshDatabase, withClient } from "./databases.ts";
import { measureLatency } from "./latency.ts";
import { progress } from "./progress.ts";
import { seed } from "./seed.ts";
import { inFlight, type Sizes } from "./sizes.ts";

/**
 * One server on a database full of conversations that rest, beside one on an empty database: what they cost on disk, at
 * the start, and in the cycles and answers of others.
 */
export async function* measureResting(cluster: Cluster, sizes: Sizes) {
  const { rounds, windowMs, parked } = sizes;
  const urls = { empty: await freshDatabase(cluster, "ours"), full: await freshDatabase(cluster, "resting") };
  progress(`seeding ${parked} parked conversations and ${parked} with a deadline`);
  const began = performance.now();
  await seed(urls.full, parked);
  const seedSeconds = round((performance.now() - began) / 1000);
  const crews = {
    empty: await startCrew("./server-process.ts", 1, [urls.empty]),
    full: await startCrew("./server-process.ts", 1, [urls.full]),
  };
  yield {
    part: "resting",
    parked,
    timers: parked,
    seedSeconds,
    bytesEach: round((await bytesOf(urls.full)) / (2 * parked)),
    startMs: round(crews.full.readyMs),
    startEmptyMs: round(crews.empty.readyMs),
  };
  for (const conversations of [inFlight, 1]) {
    const results = await interleaved(crews, { rounds, conversations, windowMs });
    yield {
      part: "resting-cycles",
      resting: 2 * parked,
      conversations,
      cyclesPerSecond: round(median(results.full)),
      onEmpty: round(median(results.empty)),
      ratioToEmpty: round(median(results.full.map((value, at) => value / (results.empty[at] ?? value))), 2),
    };
  }
  yield* measureLatency(crews.empty, sizes, { resting: 0 });
  yield* measureLatency(crews.full, sizes, { resting: 2 * parked });
  for (const crew of Object.values(crews)) await crew.stop();
}

async function bytesOf(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      "select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    return Number(rows[0].bytes);
  });
}
