import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPostgresStore } from "../../packages/server/src/store/postgres/store.ts";
import { createSqliteStore } from "../../packages/server/src/store/sqlite/store.ts";
import type { Store } from "../../packages/server/src/store/store.ts";
import { createMemoryStore } from "../../packages/server/src/store/testing/memory-store.ts";
import { SimulatedFault } from "./host.ts";
import { createSimulatedTime, type SimulatedTime } from "./simulated-time.ts";

/** A real store on simulated time, for many histories one after the other. */
export interface Backend {
  readonly time: SimulatedTime;
  /** The store as the server in this slot opens it. */
  storeOf(slot: number): Store;
  /** Makes the disk refuse the next write, where the store allows that. */
  breakNextWrite?(): void;
  /** A copy of the store, where that is possible. */
  readonly copies?: {
    backUp(): void;
    /** Opens the store as it was at the last backup. */
    restore(): Promise<void>;
  };
  close(): Promise<void>;
}

export function createMemoryBackend(): Backend {
  const time = createSimulatedTime();
  const store = createMemoryStore({ clock: time.clock });
  return { time, storeOf: () => store, close: () => store.close() };
}

/** On SQLite the servers of a history share one store. */
export function createSqliteBackend(): Backend {
  const time = createSimulatedTime();
  // Histories need no durable disk, so memory is faster.
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "askback-simulation-"));
  const copy = join(folder, "copy.db");
  let isBroken = false;
  let backUp = () => {};
  const open = () =>
    createSqliteStore({
      folder,
      clock: time.clock,
      transactions(db) {
        backUp = () => db.exec(`vacuum into '${copy}'`);
        return {
          exec(sql) {
            if (isBroken && sql === "commit") {
              isBroken = false;
              throw new SimulatedFault("the disk is full");
            }
            db.exec(sql);
          },
        };
      },
    });
  let store = open();
  return {
    time,
    storeOf: () => store,
    breakNextWrite() {
      isBroken = true;
    },
    copies: {
      backUp() {
        rmSync(copy, { force: true });
        backUp();
      },
      async restore() {
        await store.close();
        for (const file of ["askback.db-wal", "askback.db-shm"]) rmSync(join(folder, file), { force: true });
        copyFileSync(copy, join(folder, "askback.db"));
        time.reopen();
        store = open();
      },
    },
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** On PostgreSQL each server has connections of its own; the history decides when a server is notified of a commit. */
export async function createPostgresBackend(url: string): Promise<Backend> {
  const time = createSimulatedTime();
  const failed = (error: unknown) => {
    throw error;
  };
  const listeners = new Set<() => void>();
  const stores = await Promise.all(
    [1, 2, 3].map(async () => {
      const store = await createPostgresStore({ url, onError: failed, clock: time.clock, maxConnections: 2 });
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
    storeOf(slot) {
      const store = stores[slot];
      if (!store) throw new Error(`there is no store ${slot}`);
      return store;
    },
    async close() {
      for (const store of stores) await store.close();
    },
  };
}
