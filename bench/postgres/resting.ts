import type { Cluster } from "../../test/harness/postgres/postgres-cluster.ts";
import { median, round } from "../statistics.ts";
import { measureInterleaved } from "./cycles.ts";
import { freshDatabase, withClient } from "./databases.ts";
import { measureLatency } from "./latency.ts";
import { startProcessGroup } from "./process-group.ts";
import { progress } from "./progress.ts";
import { seedDatabase } from "./seed.ts";
import { inFlight, type Sizes } from "./sizes.ts";

/**
 * One server on a database full of conversations at rest, compared with one on an empty database: their size on disk, and
 * their cost at the start and for cycles and answers of other conversations.
 */
export async function* measureResting(cluster: Cluster, sizes: Sizes) {
  const { rounds, windowMs, parked } = sizes;
  const urls = { empty: await freshDatabase(cluster, "ours"), full: await freshDatabase(cluster, "resting") };
  progress(`seeding ${parked} parked conversations and ${parked} with a deadline`);
  const began = performance.now();
  await seedDatabase(urls.full, parked);
  const seedSeconds = round((performance.now() - began) / 1000);
  const groups = {
    empty: await startProcessGroup("./server-process.ts", 1, [urls.empty]),
    full: await startProcessGroup("./server-process.ts", 1, [urls.full]),
  };
  yield {
    part: "resting",
    parked,
    timers: parked,
    seedSeconds,
    bytesEach: round((await bytesOf(urls.full)) / (2 * parked)),
    startMs: round(groups.full.readyMs),
    startEmptyMs: round(groups.empty.readyMs),
  };
  for (const conversations of [inFlight, 1]) {
    const results = await measureInterleaved(groups, { rounds, conversations, windowMs });
    yield {
      part: "resting-cycles",
      resting: 2 * parked,
      conversations,
      cyclesPerSecond: round(median(results.full)),
      onEmpty: round(median(results.empty)),
      ratioToEmpty: round(median(results.full.map((value, at) => value / (results.empty[at] ?? value))), 2),
    };
  }
  yield* measureLatency(groups.empty, sizes, { resting: 0 });
  yield* measureLatency(groups.full, sizes, { resting: 2 * parked });
  for (const group of Object.values(groups)) await group.stop();
}

async function bytesOf(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      "select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    return Number(rows[0].bytes);
  });
}
