import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore } from "../../packages/server/src/store/memory-store.ts";
import { createPostgresStore } from "../../packages/server/src/store/postgres/postgres-store.ts";
import { createSqliteStore } from "../../packages/server/src/store/sqlite/sqlite-store.ts";
import type { Ground } from "./ground.ts";
import { SimulatedFault } from "./host.ts";
import { createSimulatedTime } from "./simulated-time.ts";

export function createMemoryGround(): Ground {
  const time = createSimulatedTime();
  const store = createMemoryStore({ clock: time.clock });
  return { time, storeOf: () => store, close: () => store.close() };
}

/** On SQLite the servers share one process, and with it one store. */
export function createSqliteGround(): Ground {
  const time = createSimulatedTime();
  // What syncing costs is not what a history is about.
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "askback-simulation-"));
  let isBroken = false;
  const store = createSqliteStore({
    folder,
    clock: time.clock,
    transactions: (db) => ({
      exec(sql) {
        if (isBroken && sql === "commit") {
          isBroken = false;
          throw new SimulatedFault("the disk is full");
        }
        db.exec(sql);
      },
    }),
  });
  return {
    time,
    storeOf: () => store,
    breakNextWrite() {
      isBroken = true;
    },
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** On PostgreSQL each server has connections of its own; who hears of a commit, and when, is up to the history. */
export async function createPostgresGround(url: string): Promise<Ground> {
  const time = createSimulatedTime();
  const failed = (error: unknown) => {
    throw error;
  };
  const listeners = new Set<() => void>();
  const stores = await Promise.all(
    [1, 2, 3].map(async () => {
      const store = await createPostgresStore({ url, failed, clock: time.clock, maxConnections: 2 });
      return {
        ...store,
        async commit(commit: Parameters<typeof store.commit>[0]) {
          const result = await store.commit(commit);
          if (result.ok && commit.events.length > 0) for (const listener of listeners) listener();
          return result;
        },
        onCommitted(listener: () => void) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      };
    }),
  );
  return {
    time,
    storeOf(place) {
      const store = stores[place];
      if (!store) throw new Error(`there is no store ${place}`);
      return store;
    },
    async close() {
      for (const store of stores) await store.close();
    },
  };
}
