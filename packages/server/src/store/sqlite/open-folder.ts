import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { noData } from "../archive.ts";
import { lockFolder } from "./folder-lock.ts";
import { migrate } from "./schema.ts";

/** The database in a data folder. */
export function databaseFile(folder: string): string {
  return join(folder, "askback.db");
}

/** A wrong name is not to make a folder. */
export function refuseMissing(folder: string): void {
  if (!existsSync(databaseFile(folder))) throw noData(folder);
}

/** Makes a data folder this process's own, and opens its database at this version. */
export function openFolder(folder: string): { readonly db: DatabaseSync; close(): void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(folder);
  const db = openDatabase(databaseFile(folder), unlock);
  return {
    db,
    close() {
      db.close();
      unlock();
    },
  };
}

function openDatabase(file: string, unlock: () => void): DatabaseSync {
  // For the owner only, wherever the folder is; the log beside it gets the same mode.
  closeSync(openSync(file, "a", 0o600));
  const db = new DatabaseSync(file);
  try {
    // FULL syncs the log at every commit, which is what an acknowledgement promises.
    // Deletion is secure from the start, since an erasure cannot reach what earlier updates left in the file.
    db.exec(
      "pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on; pragma busy_timeout = 5000; pragma cache_size = -16000; pragma wal_autocheckpoint = 4000",
    );
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    unlock();
    throw error;
  }
}
