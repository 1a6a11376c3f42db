import { closeSync, openSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { ArchiveRefused } from "../../archive/archive.ts";
import { databaseFile, requireDatabase } from "../data-folder.ts";
import { isDamaged } from "../disk/damage.ts";
import { markAsCopy } from "../history.ts";
import { hasHistory } from "../schema/schema.ts";
import { syncToDisk } from "./restore-plan.ts";

const pagesPerStep = 1_000;
const damagedHint =
  "Nothing was copied. `askback doctor` checks the data folder; restore an earlier backup if it is damaged.";

export interface BackupProgress {
  readonly pages: number;
  readonly done: number;
}

/**
 * Copies the database of a data folder into another folder, as of one moment. A server can go on working on it: a read
 * transaction holds the moment, while SQLite would start over with every commit of the server without it.
 */
export async function copyDatabase(
  folder: string,
  into: string,
  onProgress: (progress: BackupProgress) => void = () => {},
): Promise<void> {
  requireDatabase(folder);
  const file = databaseFile(into);
  // Only the owner may read the copy, from its first byte.
  closeSync(openSync(file, "wx", 0o600));
  const source = new DatabaseSync(databaseFile(folder), { readOnly: true });
  try {
    source.exec("begin");
    source.prepare("select count(*) from sqlite_schema").get();
    const pages = await backup(source, file, {
      rate: pagesPerStep,
      progress: ({ totalPages, remainingPages }) =>
        onProgress({ pages: totalPages, done: totalPages - remainingPages }),
    });
    onProgress({ pages, done: pages });
  } catch (error) {
    throw isDamaged(error) ? refusalOf("the copy", error, damagedHint) : error;
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(file);
  try {
    requireIntact(copy, "the copy", damagedHint);
    if (hasHistory(copy)) markAsCopy(copy);
  } catch (error) {
    // If the names of the tables are damaged, nothing can be checked.
    throw isDamaged(error) ? refusalOf("the copy", error, damagedHint) : error;
  } finally {
    copy.close();
  }
  syncToDisk(file);
  syncToDisk(into);
}

/** Throws where the pages, the indexes or the references of a database do not fit together. */
export function requireIntact(db: DatabaseSync, name: string, hint: string): void {
  const [first] = db.prepare("pragma integrity_check(1)").all();
  const broken = db.prepare("select count(*) as count from pragma_foreign_key_check").get()?.count;
  if (first?.integrity_check !== "ok" || broken !== 0)
    throw refusalOf(name, first?.integrity_check ?? "it cannot be checked", hint);
}

function refusalOf(name: string, fault: unknown, hint: string): ArchiveRefused {
  const why = fault instanceof Error ? fault.message : String(fault);
  return new ArchiveRefused(`${name} is damaged: ${why.slice(0, 200)}`, hint);
}
