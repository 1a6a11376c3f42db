import { availableParallelism, loadavg } from "node:os";
import { type Cluster, startCluster } from "../../test/harness/postgres/postgres-cluster.ts";
import { type Kind, type Measured, type Speed, startMeasured, startProcess } from "../speed/measured.ts";
import { measureKinds, ratiosOf, type Size, speedSize, tableOf } from "../speed/rounds.ts";
import { round } from "../statistics.ts";
import { databaseBytesEach, databaseCpuMs, databaseProcess, readDatabaseCounts } from "./database-counts.ts";
import { createFloorTables, freshDatabase, settings } from "./databases.ts";
import { progress } from "./progress.ts";
import { inFlight } from "./sizes.ts";

/** Askback in process and over HTTP beside what people write by hand, on PostgreSQL; ends with a table of ratios. */
export async function* measureSpeedOnPostgres(options: readonly string[]) {
  const size = speedSize(options);
  const cluster = await startCluster({ settings });
  try {
    yield* measureAll(cluster, size);
  } finally {
    await cluster.stop();
  }
}

async function* measureAll(cluster: Cluster, size: Size) {
  const ratios: Record<string, number> = {};
  const server = await databaseProcess(cluster.url());
  // Beside other work of the machine only the ratios mean something.
  yield { part: "machine", cores: availableParallelism(), load: round(loadavg()[0] ?? 0, 1) };
  for (const conversations of [1, inFlight]) {
    progress(`cycles with ${conversations} in work at once`);
    const line = await measureKinds(conversations, size, (kind) => startWithCpu(cluster, kind, server));
    yield line;
    Object.assign(ratios, ratiosOf(line), {
      [`${conversations}: in process / single floor`]: round(line.perSecond["in-process"] / line.perSecond.single, 2),
      [`${conversations}: CPU ms of PostgreSQL a cycle`]: line.databaseCpuMs["in-process"],
    });
  }
  for (const kind of ["in-process", "competitor"]) {
    progress(`what a cycle and a parked conversation cost: ${kind}`);
    const costs = await measureCosts(cluster, kind, size.parked);
    yield { part: "costs", kind, ...costs };
    const name = kind === "competitor" ? "AI SDK by hand" : "Askback";
    ratios[`${name}: round trips a cycle`] = costs.statements;
    ratios[`${name}: bytes per parked`] = costs.bytes.all ?? 0;
  }
  yield { part: "ratios", ratios };
  console.error(tableOf(ratios));
}

type DatabaseSpeed = Speed & { readonly databaseCpuMs: number };

async function startWithCpu(cluster: Cluster, kind: Kind, server: number): Promise<Measured<DatabaseSpeed>> {
  const url = await databaseFor(cluster, kind);
  const measured = await startMeasured(kind, url);
  return {
    async run(conversations, cycles) {
      const before = databaseCpuMs(server);
      const speed = await measured.run(conversations, cycles);
      return { ...speed, databaseCpuMs: (databaseCpuMs(server) - before) / cycles };
    },
    stop: measured.stop,
  };
}

async function databaseFor(cluster: Cluster, kind: string): Promise<string> {
  const url = await freshDatabase(cluster, `speed_${kind.replace("-", "_")}`);
  if (kind === "single" || kind === "group") await createFloorTables(url);
  return url;
}

/** What each cycle costs with many in work at once, and bytes for each parked conversation by table and index. */
async function measureCosts(cluster: Cluster, kind: string, parked: number) {
  const url = await databaseFor(cluster, kind);
  const cycles = Math.min(parked, 1_000);
  await countCycles(kind, url, inFlight);
  // The start of a process costs too: the difference of two that run more and fewer cycles is what the cycles cost.
  const few = await countCycles(kind, url, inFlight);
  const many = await countCycles(kind, url, inFlight + cycles);
  const each = Object.entries(many).map(([name, count]) => [
    name,
    round((count - (few[name] ?? 0)) / cycles, name === "walBytes" ? 0 : 2),
  ]);
  const database = await databaseFor(cluster, kind);
  const sizing = await startProcess(kind, database);
  await sizing.request({ type: "measure-size", parked });
  await sizing.end({ type: "stop" });
  const perCycle = Object.fromEntries(each) as Record<
    "statements" | "transactions" | "rows" | "walBytes" | "syncs",
    number
  >;
  return { ...perCycle, parked, bytes: await databaseBytesEach(database, parked) };
}

/** The counts of a process that runs so many cycles, from its start to its end. */
async function countCycles(kind: string, url: string, cycles: number): Promise<Readonly<Record<string, number>>> {
  const before = await readDatabaseCounts(url);
  const counted = await startProcess(kind, url);
  const { statements = 0 } = await counted.request({ type: "count", conversations: inFlight, cycles });
  await counted.end({ type: "stop" });
  const after = await readDatabaseCounts(url);
  const difference = Object.entries(after).map(([name, count]) => [name, count - before[name as keyof typeof before]]);
  return { statements, ...Object.fromEntries(difference) };
}
