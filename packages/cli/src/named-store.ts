import { join } from "node:path";
import {
  type Archive,
  ArchiveRefused,
  createPostgresArchive,
  createPostgresRetention,
  createSqliteArchive,
  createSqliteRetention,
  MigrationRefused,
  type Retention,
} from "@askback/server";
import { messageOf } from "./open-store.ts";
import { SettingError } from "./setting-error.ts";
import type { Settings } from "./settings.ts";

export function archiveOf({ database, dataDir }: Settings): Archive {
  return database ? createPostgresArchive(database) : createSqliteArchive({ folder: dataDir });
}

export function retentionOf({ database, dataDir }: Settings): Retention {
  return database ? createPostgresRetention(database) : createSqliteRetention({ folder: dataDir });
}

/** The store as it is spoken of: where it is, without user and password. */
export function storeName({ database, dataDir }: Pick<Settings, "database" | "dataDir">): string {
  if (!database) return join(dataDir, "askback.db");
  const { host, pathname } = new URL(database.url);
  return `the PostgreSQL database ${decodeURIComponent(pathname.slice(1)) || "of the user"} on ${host || "this machine"}`;
}

/** Does some work on the named store; what keeps it from that is told with what to do about it. */
export async function onStore<Value>(settings: Settings, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SettingError) throw error;
    if (error instanceof ArchiveRefused || error instanceof MigrationRefused)
      throw new SettingError(error.message, error.hint);
    throw new SettingError(
      messageOf(error),
      settings.database
        ? "Run `askback doctor` to see whether the database is well."
        : "Stop the server of this data folder if there is one, and see that the disk has room.",
    );
  }
}
