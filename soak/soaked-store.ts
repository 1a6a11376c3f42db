import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createPostgresStore, createSqliteStore, type Store } from "@askback/server";
import { startCluster } from "../test/harness/postgres/postgres-cluster.ts";
import { createApi } from "../test/harness/server/api.ts";
import { temporaryFolder } from "../test/harness/server/temporary-folder.ts";
import { mountSmallDisk } from "./faults/full-disk.ts";
import type { Injectors } from "./faults/schedule.ts";
import { createDatabaseFault } from "./faults/servers.ts";
import type { Fleet, FleetOptions } from "./fleet.ts";

/** The store under the servers of a soak. */
export interface SoakedStore {
  readonly fleet: Pick<FleetOptions, "databaseUrl" | "dataDir">;
  /** The faults of the store itself. */
  readonly faults: Injectors;
  /** Whether its clock is that of this machine, which no fault sets. */
  readonly hasMachineClock: boolean;
  /** Opens it for the checks when all conversations are done; `seen` grows as long as a reader gets events. */
  openForChecks(fleet: Fleet, seen: readonly number[]): Promise<Store>;
  close(): Promise<void>;
}

export async function openPostgres(): Promise<SoakedStore> {
  const cluster = await startCluster({ settings: { fsync: "on" } });
  const databaseUrl = cluster.url();
  return {
    fleet: { databaseUrl, dataDir: join(temporaryFolder(), "data") },
    faults: { database: createDatabaseFault(cluster) },
    hasMachineClock: true,
    openForChecks: () => createPostgresStore({ url: databaseUrl, onError: () => {} }),
    close: () => cluster.stop(),
  };
}

/** On a small disk, where one can be mounted; without it the disk never becomes full. */
export function openSqlite(): SoakedStore {
  const disk = mountSmallDisk();
  const dataDir = join(disk?.folder ?? temporaryFolder(), "data");
  return {
    fleet: { dataDir },
    faults: disk ? { disk: disk.injector } : {},
    hasMachineClock: false,
    // One process owns a data folder, so the server has to finish its work and end.
    async openForChecks(fleet, seen) {
      await waitUntilIdle(fleet, seen);
      await fleet.stop();
      return createSqliteStore({ folder: dataDir });
    },
    async close() {
      disk?.unmount();
    },
  };
}

const maxWaitMs = 30_000;

/** Waits until no server works on anything, and the reader has got everything. */
async function waitUntilIdle(fleet: Fleet, seen: readonly number[]): Promise<void> {
  const until = performance.now() + maxWaitMs;
  let read = 0;
  for (let idle = 0; idle < 10 && performance.now() < until; await delay(200)) {
    const counts = await Promise.all(
      fleet.running().map(async (server) => {
        const { body } = await createApi(server).get("/metrics");
        return /^askback_conversations_in_work (\d+)$/m.exec(String(body))?.[1];
      }),
    );
    idle = seen.length === read && counts.every((count) => count === "0") ? idle + 1 : 0;
    read = seen.length;
  }
}
