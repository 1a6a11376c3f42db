import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { noDataIn, requireCurrentVersion } from "../archive/archive.ts";
import type { MigrationReport } from "../migration.ts";
import { walPages } from "./disk/checkpoints.ts";
import { damagedDatabase, damagedLock, isDamaged, refuseDamaged } from "./disk/damage.ts";
import { isBusy, toDiskError } from "./disk/disk-errors.ts";
import { type FolderIdentity, rememberIdentity } from "./disk/folder-identity.ts";
import { findOverwritten } from "./disk/overwritten.ts";
import type { ErasedFile } from "./erase/erasing-pass.ts";
import { finishRestore } from "./operate/restore-plan.ts";
import { migrate, planMigrationOf } from "./schema/schema.ts";

/** How long to wait for another program that locks the database. */
const busyTimeoutMs = 5_000;

export interface DataFolder {
  readonly db: DatabaseSync;
  /** The database for reading and writing bytes that SQLite does not use. */
  readonly file: ErasedFile;
  readonly identity: FolderIdentity;
  close(): void;
}

/** Locks a data folder for this process, and opens its database at this version. */
export function openDataFolder(folder: string): DataFolder {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // SQLite would open the files for reading alone, and take a lock that keeps nobody out.
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return openWritable(folder);
  } catch (error) {
    throw toDiskError(error);
  }
}

function openWritable(folder: string): DataFolder {
  const unlock = lockFolder(folder);
  const path = databaseFile(folder);
  finishRestore(path);
  refuseOverwritten(path, unlock);
  // Only the owner may read the file, wherever the folder is; the WAL file gets the same mode.
  const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  // Closing any descriptor of a file releases the locks that SQLite has on it, so this one is closed last.
  const release = () => {
    closeSync(descriptor);
    unlock();
  };
  const db = openDatabase(path, release);
  const identity = rememberIdentity(path, lockFile(folder));
  return {
    db,
    file: { db, path, descriptor, identity },
    identity,
    close() {
      if (identity.isOverwritten) closeUnwritten(db, path);
      else db.close();
      identity.close();
      release();
    },
  };
}

/**
 * Closes a database whose file was written over. The last connection would copy the write-ahead log into that file, but not while
 * somebody reads it, and one that only reads never does.
 */
function closeUnwritten(db: DatabaseSync, path: string): void {
  const last = new DatabaseSync(path, { readOnly: true });
  try {
    last.exec("begin");
    last.prepare("select count(*) from sqlite_schema").get();
  } catch {
    // A file that is no database any more.
  }
  db.close();
  last.close();
}

function refuseOverwritten(path: string, unlock: () => void): void {
  const found = findOverwritten(path);
  if (!found) return;
  unlock();
  throw found;
}

/** Opens the database of a data folder for reading, also beside a running server. */
export function openForReading(folder: string): DatabaseSync {
  requireDatabase(folder);
  const file = databaseFile(folder);
  requireCurrentVersion(planMigrationOf(file));
  return new DatabaseSync(file, { readOnly: true });
}

/** Migrates the database of a data folder to this version, or reports the steps. */
export async function migrateSqlite(
  folder: string,
  { dryRun }: { readonly dryRun: boolean },
): Promise<MigrationReport> {
  const plan = planMigrationOf(databaseFile(folder));
  // Opening a data folder migrates it.
  if (!dryRun && plan.steps.length > 0) openDataFolder(folder).close();
  return plan;
}

export function databaseFile(folder: string): string {
  return join(folder, "askback.db");
}

export function lockFile(folder: string): string {
  return join(folder, "lock.db");
}

/** Throws where there is no database, so that a mistyped name does not create a folder. */
export function requireDatabase(folder: string): void {
  if (!existsSync(databaseFile(folder))) throw noDataIn(folder);
}

/**
 * Locks a data folder until it is unlocked or the process dies, in whatever way. It is an operating system lock, held
 * through a database of its own so that backups can still read the data.
 */
export function lockFolder(folder: string): () => void {
  const file = lockFile(folder);
  const isNew = !existsSync(file);
  const lock = new DatabaseSync(file);
  try {
    lock.exec("pragma busy_timeout = 0; begin exclusive");
    if (isNew) refuseOpenDatabase(databaseFile(folder));
  } catch (cause) {
    lock.close();
    if (isNew) rmSync(file, { force: true });
    if (isDamaged(cause)) throw damagedLock(file);
    if (!isBusy(cause)) throw cause;
    throw new Error(
      `the data folder ${folder} is in use by another Askback process: stop that one or choose another folder`,
      { cause },
    );
  }
  return () => lock.close();
}

/** If somebody has deleted the lock, a process that held it may still have the database open. */
function refuseOpenDatabase(file: string): void {
  if (!existsSync(file)) return;
  const db = new DatabaseSync(file);
  try {
    db.exec("pragma busy_timeout = 0; pragma locking_mode = exclusive; select count(*) from sqlite_schema");
  } catch (error) {
    // Whether it is damaged is found out when it is opened.
    if (!isDamaged(error)) throw error;
  } finally {
    db.close();
  }
}

function openDatabase(file: string, release: () => void): DatabaseSync {
  const db = new DatabaseSync(file);
  try {
    // FULL syncs the WAL at every commit, which an acknowledgement promises.
    // Deletion is secure from the start, because an erasure cannot reach what earlier updates left in the file.
    db.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on; pragma busy_timeout = ${busyTimeoutMs}; pragma cache_size = -16000; pragma wal_autocheckpoint = ${walPages}`,
    );
    refuseDamaged(db, file);
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    release();
    throw isDamaged(error) ? damagedDatabase(file, error) : error;
  }
}
