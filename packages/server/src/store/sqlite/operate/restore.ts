import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ArchiveRefused, noDataIn } from "../../archive/archive.ts";
import { databaseFile, lockFolder, openDataFolder } from "../data-folder.ts";
import { startNewHistory } from "../history.ts";
import { migrate } from "../schema/schema.ts";
import { requireIntact } from "./backup.ts";
import { filesBeside, finishRestore, type RestorePlan, restorePlan, syncToDisk } from "./restore-plan.ts";

/**
 * Replaces the database of a data folder by a backup: a folder that `copyDatabase` filled or that a stopped server left, or
 * the file in it. Everything is prepared beside the old database and then put in its place; from when it is complete, the
 * next start finishes it, wherever this was ended. Returns the folder that keeps the old database, if there was one.
 */
export function restoreDatabase(folder: string, backup: string, at: Date): string | undefined {
  const from = findDatabase(backup);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(folder);
  const plan = restorePlan(folder);
  try {
    finishRestore(databaseFile(folder));
    mkdirSync(plan.part, { mode: 0o700 });
    prepare(plan, from);
    const aside = existsSync(databaseFile(folder)) ? freeName(folder, at) : undefined;
    if (aside !== undefined) writeFileSync(join(plan.part, plan.asideFile), basename(aside));
    for (const path of [...(aside === undefined ? [] : [join(plan.part, plan.asideFile)]), plan.part]) syncToDisk(path);
    renameSync(plan.part, plan.ready);
    syncToDisk(folder);
    finishRestore(databaseFile(folder));
    return aside;
  } finally {
    rmSync(plan.part, { recursive: true, force: true });
    unlock();
  }
}

/** Gives the log of a data folder another id, for an operator who put a copy back by hand. */
export function startNewSqliteHistory(folder: string): void {
  if (!existsSync(databaseFile(folder))) throw noDataIn(folder);
  const { db, close } = openDataFolder(folder);
  try {
    startNewHistory(db);
  } finally {
    close();
  }
}

function findDatabase(backup: string): string {
  if (!existsSync(backup)) throw noBackup(`there is no ${backup}`);
  const file = statSync(backup).isDirectory() ? databaseFile(backup) : backup;
  if (!existsSync(file)) throw noBackup(`there is no database in ${backup}`);
  return file;
}

function noBackup(message: string): ArchiveRefused {
  return new ArchiveRefused(message, "Nothing was changed. Name a folder that `askback backup` made.");
}

/** The copy is complete and checked before anything of the old database is touched; what a log beside it holds is included. */
function prepare({ part }: RestorePlan, from: string): void {
  const file = databaseFile(part);
  copyFileSync(from, file);
  // The shared memory of a log is made anew.
  for (const [index, beside] of filesBeside(from).entries())
    if (existsSync(beside) && !/-(shm|overwritten)$/.test(beside)) copyFileSync(beside, filesBeside(file)[index] ?? "");
  try {
    const db = new DatabaseSync(file);
    try {
      requireIntact(db, "the backup", "Nothing was changed. Use another backup.");
      migrate(db);
      startNewHistory(db);
      db.exec("pragma wal_checkpoint(truncate); pragma journal_mode = delete");
    } finally {
      db.close();
    }
  } catch (error) {
    if (error instanceof ArchiveRefused) throw error;
    throw new ArchiveRefused(
      `${from} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      "Nothing was changed. Use another backup.",
    );
  }
  syncToDisk(file);
}

function freeName(folder: string, at: Date): string {
  const name = `replaced-${at.toISOString().replaceAll(":", "-").slice(0, 19)}`;
  for (let count = 1; ; count += 1) {
    const path = join(folder, count === 1 ? name : `${name}-${count}`);
    if (!existsSync(path)) return path;
  }
}
