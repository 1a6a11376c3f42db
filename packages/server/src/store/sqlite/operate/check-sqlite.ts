import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { systemTime, type TimeSources } from "../../../clock.ts";
import { describeSkew } from "../../check-clock.ts";
import { type Finding, failed, ok, warning } from "../../check-finding.ts";
import { MigrationRefused } from "../../migration.ts";
import { readFolderTime } from "../clock/folder-clock.ts";
import { databaseFile, lockFile } from "../data-folder.ts";
import { findDamage, restoreHint } from "../disk/damage.ts";
import { findOverwritten } from "../disk/overwritten.ts";
import { planMigrationOf } from "../schema/schema.ts";

/** Checks the database of a data folder, also while a server works on it; changes nothing. */
export function checkSqlite(folder: string, time: TimeSources = systemTime): readonly Finding[] {
  const file = databaseFile(folder);
  const use = checkUse(folder);
  if (!existsSync(file)) return [ok("database", "none yet; the first server makes it"), use];
  const overwritten = findOverwritten(file);
  if (overwritten) return [failed("database", overwritten.message, overwritten.hint), use];
  try {
    const now = time.wall();
    const clock = describeSkew(now - readFolderTime(folder, { ...time, wall: () => now }), "data folder");
    return [checkFile(file), checkTables(file), clock, use];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [failed("database", `${file} cannot be read: ${why}`, adviceFor(why)), use];
  }
}

function checkFile(file: string): Finding {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const damage = findDamage(db);
    if (damage !== undefined) return failed("database", `${file} is damaged: ${damage}`, restoreHint);
    const mode = String(db.prepare("pragma journal_mode").get()?.journal_mode);
    if (mode === "wal") return ok("database", `${file} is intact, journal mode wal`);
    return warning("database", `${file} is intact, journal mode ${mode}`, "A server sets it to wal when it starts.");
  } finally {
    db.close();
  }
}

function checkTables(file: string): Finding {
  try {
    const { from, to } = planMigrationOf(file);
    if (from === to) return ok("tables", `version ${to}`);
    return warning("tables", `version ${from}, and this Askback has ${to}`, "The next start brings them up to date.");
  } catch (error) {
    if (!(error instanceof MigrationRefused)) throw error;
    return failed("tables", error.message, error.hint);
  }
}

/** Whether a server runs on the folder: its exclusive lock keeps others from reading the lock file. */
function checkUse(folder: string): Finding {
  const file = lockFile(folder);
  if (!existsSync(file)) return ok("server", "none runs on this folder");
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { readOnly: true });
    lock.exec("pragma busy_timeout = 0; select count(*) from sqlite_schema");
    return ok("server", "none runs on this folder");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (/locked/.test(why)) return ok("server", "one runs on this folder");
    return failed("server", `${file} cannot be read: ${why}`, adviceFor(why));
  } finally {
    lock?.close();
  }
}

function adviceFor(message: string): string {
  if (/not a database|malformed|disk image/.test(message)) return restoreHint;
  return "Run this as the user of the server, who owns the file.";
}
