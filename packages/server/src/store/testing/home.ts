import type { Clock } from "../../clock.ts";
import type { Archive } from "../archive.ts";
import { createPostgresArchive } from "../postgres/postgres-archive.ts";
import { createPostgresRetention } from "../postgres/postgres-retention.ts";
import { createPostgresStore } from "../postgres/postgres-store.ts";
import { freshSchema } from "../postgres/testing/fresh-schema.ts";
import type { Retention } from "../retention.ts";
import { createSqliteArchive } from "../sqlite/sqlite-archive.ts";
import { createSqliteRetention } from "../sqlite/sqlite-retention.ts";
import { createSqliteStore } from "../sqlite/sqlite-store.ts";
import { temporaryFolder } from "../sqlite/testing/temporary-folder.ts";
import type { Store } from "../store.ts";

/** A place where a store lives, empty at first, and what can be done to it from outside. */
export interface Home {
  readonly name: "SQLite" | "PostgreSQL";
  open(clock?: Clock): Promise<Store>;
  readonly archive: Archive;
  readonly retention: Retention;
}

export const homes: Readonly<Record<Home["name"], () => Promise<Home>>> = {
  async SQLite() {
    const folder = temporaryFolder();
    return {
      name: "SQLite",
      open: async (clock) => createSqliteStore({ folder, ...(clock && { clock }) }),
      archive: createSqliteArchive({ folder }),
      retention: createSqliteRetention({ folder }),
    };
  },
  async PostgreSQL() {
    const url = await freshSchema();
    return {
      name: "PostgreSQL",
      open: (clock) =>
        createPostgresStore({
          url,
          ...(clock && { clock }),
          failed(error) {
            throw error;
          },
        }),
      archive: createPostgresArchive({ url }),
      retention: createPostgresRetention({ url }),
    };
  },
};
