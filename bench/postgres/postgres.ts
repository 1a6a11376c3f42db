import { availableParallelism } from "node:os";
import { startCluster } from "../../test/harness/postgres/postgres-cluster.ts";
import { measureCycles } from "./cycles.ts";
import { settings, withClient } from "./databases.ts";
import { measureFanOut } from "./fan-out.ts";
import { measureResting } from "./resting.ts";
import { sizes } from "./sizes.ts";

/** Several servers on one PostgreSQL with durable commits. */
export async function* measurePostgres(options: readonly string[]) {
  const chosen = sizes(options.includes("--small"));
  const cluster = await startCluster({ settings });
  try {
    const { rows } = await withClient(cluster.url(), (client) => client.query("show server_version"));
    yield { part: "settings", version: rows[0].server_version, cores: availableParallelism(), ...settings };
    yield* measureCycles(cluster, chosen);
    yield* measureResting(cluster, chosen);
    yield* measureFanOut(cluster, chosen);
  } finally {
    await cluster.stop();
  }
}
