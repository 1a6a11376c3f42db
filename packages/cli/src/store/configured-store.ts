import { join } from "node:path";
import {
  type Archive,
  ArchiveRefused,
  type AuditAccess,
  createPostgresArchive,
  createPostgresAuditAccess,
  createPostgresRetention,
  createPostgresStore,
  createSqliteArchive,
  createSqliteAuditAccess,
  createSqliteRetention,
  createSqliteStore,
  DataFolderDamaged,
  explainConnectionError,
  type Keys,
  MigrationRefused,
  type Retention,
  readDatabaseTime,
  readFolderTime,
  type Store,
  type StoreUnavailable,
} from "@askback/server";
import { errorMessage, SettingError } from "../settings/setting-error.ts";
import type { Settings } from "../settings/settings.ts";
import { readKeys } from "./key-files.ts";

interface StoreListeners {
  onError(error: unknown): void;
  /** The data folder was deleted or replaced, so the store cannot be used any more. */
  onLost(error: StoreUnavailable): void;
}

/** Opens the store that the settings name: a PostgreSQL database, or a file in the data folder. */
export async function openStore(settings: Settings, { onError, onLost }: StoreListeners): Promise<Store> {
  const { database, dataDir } = settings;
  if (!database) return withDataFolderErrors(settings, () => createSqliteStore({ folder: dataDir, onLost }));
  try {
    return await createPostgresStore({ ...database, onError });
  } catch (error) {
    if (error instanceof MigrationRefused) throw new SettingError(error.message, error.hint);
    throw new SettingError(
      `ASKBACK_DATABASE_URL (environment) cannot be used: ${errorMessage(error)}`,
      `${(await explainConnectionError(error)).advice} \`askback doctor\` tells more.`,
    );
  }
}

/** The keys of the data folder and the config; servers that share a store sign with the secret that is in it. */
export async function openKeys(settings: Settings, store: Store): Promise<Keys> {
  const sharedSecret = await store.secret?.();
  const { keys = [], webhooks } = settings.config;
  const receivers = webhooks?.receivers ?? [];
  return withDataFolderErrors(settings, () => readKeys(settings.dataDir, keys, { sharedSecret, receivers }));
}

export function createArchive({ database, dataDir }: Settings): Archive {
  return database ? createPostgresArchive(database) : createSqliteArchive({ folder: dataDir });
}

export function createAuditAccess({ database, dataDir }: Settings): AuditAccess {
  return database ? createPostgresAuditAccess(database) : createSqliteAuditAccess({ folder: dataDir });
}

export function createRetention({ database, dataDir }: Settings): Retention {
  return database ? createPostgresRetention(database) : createSqliteRetention({ folder: dataDir });
}

/** The time by the store's clock, without opening the store. */
export async function readStoreTime({ database, dataDir }: Pick<Settings, "database" | "dataDir">): Promise<number> {
  return database ? readDatabaseTime(database) : readFolderTime(dataDir);
}

/** Where the store is, without user and password. */
export function storeName({ database, dataDir }: Pick<Settings, "database" | "dataDir">): string {
  if (!database) return join(dataDir, "askback.db");
  const { host, pathname } = new URL(database.url);
  return `the PostgreSQL database ${decodeURIComponent(pathname.slice(1)) || "of the user"} on ${host || "this machine"}`;
}

/** Does some work on the store; an error says what to do about it. */
export async function withStoreErrors<Value>(settings: Settings, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SettingError) throw error;
    if (error instanceof ArchiveRefused || error instanceof MigrationRefused || error instanceof DataFolderDamaged)
      throw new SettingError(error.message, error.hint);
    if (isDiskFull(error)) throw new SettingError(errorMessage(error), "Make room on the disk that is written to.");
    throw new SettingError(
      errorMessage(error),
      settings.database
        ? "Run `askback doctor` to check the database."
        : "Stop the server of this data folder if there is one, and check that the disk has room.",
    );
  }
}

/** As the store, Node and its SQLite (SQLITE_FULL) say it. */
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  return code === "full" || code === "ENOSPC" || code === "EDQUOT" || errcode === 13;
}

function withDataFolderErrors<Value>({ dataDir, sources }: Settings, open: () => Value): Value {
  try {
    return open();
  } catch (error) {
    if (error instanceof DataFolderDamaged) throw new SettingError(error.message, error.hint);
    throw new SettingError(
      `${sources.dataDir} = "${dataDir}" cannot be used: ${errorMessage(error)}`,
      "Give a folder of your own with --data-dir or ASKBACK_DATA_DIR.",
    );
  }
}
