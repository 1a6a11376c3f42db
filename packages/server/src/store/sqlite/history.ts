import { randomBytes } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { databaseFile } from "./data-folder.ts";
import type { FolderIdentity } from "./disk/folder-identity.ts";

export interface History {
  /** The id of the log. */
  readonly id: string;
  /** To be called before the database is closed. */
  close(): void;
}

export interface HistoryOptions {
  readonly identity: FolderIdentity;
  /** Whether the log ends earlier than it did. */
  readonly isShorter: boolean;
}

/**
 * Finds out whether the database is the one that was here before, and gives the log another id if not. A random mark is in
 * the database and in a file beside it, with the number and the birth time of the database's file; both are renewed at every start and stop.
 * The database also has the time at which the system wrote that file, which no copy of it can have. An older copy that was put back by hand
 * has another mark, is another file or has a shorter log. A new id only costs readers a snapshot.
 */
export function openHistory(db: DatabaseSync, folder: string, { identity, isShorter }: HistoryOptions): History {
  const { id, mark } = db.prepare("select id, mark from history").get() as { id: string; mark: string | null };
  const isSame = (mark === null || isMarked(folder, mark)) && !isShorter;
  if (!isSame) startNewHistory(db);
  renewMark(db, folder);
  return {
    id: isSame ? id : String(db.prepare("select id from history").get()?.id),
    close() {
      try {
        identity.check();
        renewMark(db, folder);
      } catch {
        // On a disk that takes no writes, or where another folder has the place of this one, the mark stays as it was.
      }
    },
  };
}

/** Gives the log another id; the next start takes the database as it is. */
export function startNewHistory(db: DatabaseSync): void {
  db.prepare("update history set id = ?, mark = null").run(randomBytes(8).toString("hex"));
}

/** Makes a copy that nobody takes for the original, wherever it is put. */
export function markAsCopy(db: DatabaseSync): void {
  db.prepare("update history set mark = 'copy'").run();
}

function renewMark(db: DatabaseSync, folder: string): void {
  const random = randomBytes(8).toString("hex");
  let mark = random;
  try {
    writeFileSync(markFile(folder), markText(folder, random), { mode: 0o600 });
    mark = `${random} ${writtenAt(folder)}`;
  } catch {
    // Without the file the next start begins a new history, which is safe.
  }
  db.prepare("update history set mark = ?").run(mark);
}

/** A mark of an older server has no time. */
function isMarked(folder: string, mark: string): boolean {
  const [random = "", time] = mark.split(" ");
  return readMark(folder) === markText(folder, random) && (time === undefined || time === writtenAt(folder));
}

function writtenAt(folder: string): string {
  return String(statSync(markFile(folder), { bigint: true }).ctimeNs);
}

function readMark(folder: string): string | undefined {
  try {
    return readFileSync(markFile(folder), "utf8");
  } catch {
    return undefined;
  }
}

function markText(folder: string, mark: string): string {
  // A file system gives the number of a deleted file to another one, which was created later.
  const { ino, birthtimeNs } = statSync(databaseFile(folder), { bigint: true });
  return `${mark} ${ino} ${birthtimeNs}\n`;
}

function markFile(folder: string): string {
  return join(folder, "history");
}
