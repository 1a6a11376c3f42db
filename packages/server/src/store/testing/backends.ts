import type { Clock } from "../../clock.ts";
import type { Archive } from "../archive/archive.ts";
import { createPostgresArchive } from "../postgres/operate/archive.ts";
import { createPostgresRetention } from "../postgres/operate/retention.ts";
import { createPostgresStore } from "../postgres/store.ts";
import { freshSchema } from "../postgres/testing/fresh-schema.ts";
import type { Retention } from "../retention.ts";
import { createSqliteArchive } from "../sqlite/operate/archive.ts";
import { createSqliteRetention } from "../sqlite/operate/retention.ts";
import { createSqliteStore } from "../sqlite/store.ts";
import { temporaryFolder } from "../sqlite/testing/temporary-folder.ts";
import type { Store } from "../store.ts";

/** An empty place for a store, with the operator's interfaces to it. */
export interface Backend {
  readonly name: "SQLite" | "PostgreSQL";
  open(clock?: Clock): Promise<Store>;
  readonly archive: Archive;
  readonly retention: Retention;
}

export const backends: Readonly<Record<Backend["name"], () => Promise<Backend>>> = {
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
          onError(error) {
            throw error;
          },
        }),
      archive: createPostgresArchive({ url }),
      retention: createPostgresRetention({ url }),
    };
  },
};
