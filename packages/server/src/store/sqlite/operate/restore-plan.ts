import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export interface RestorePlan {
  /** The folder in which a restore is prepared. */
  readonly part: string;
  /** Its name when it is complete: from then on the restore is finished, whatever happens. */
  readonly ready: string;
  /** The file in it that names the folder for the old database. */
  readonly asideFile: string;
}

export function restorePlan(folder: string): RestorePlan {
  return { part: join(folder, "restore.part"), ready: join(folder, "restore"), asideFile: "aside" };
}

/**
 * Puts a prepared database in the place of this one, if there is one; needs the lock of the folder. It can be repeated after
 * every step: the old database goes first, so that no part of it is left to be read, and the new one comes last.
 */
export function finishRestore(file: string): void {
  const folder = dirname(file);
  const { part, ready, asideFile } = restorePlan(folder);
  rmSync(part, { recursive: true, force: true });
  if (!existsSync(ready)) return;
  const restored = join(ready, basename(file));
  if (existsSync(restored)) {
    const named = join(ready, asideFile);
    const aside = existsSync(named) ? join(folder, basename(readFileSync(named, "utf8"))) : undefined;
    if (aside !== undefined) mkdirSync(aside, { recursive: true, mode: 0o700 });
    for (const old of [file, ...filesBeside(file)]) {
      if (!existsSync(old)) continue;
      if (aside === undefined) rmSync(old);
      else renameSync(old, join(aside, basename(old)));
    }
    // Remains of the old log, which a crash could leave, must be gone before the new database has its name.
    syncToDisk(folder);
    renameSync(restored, file);
    syncToDisk(folder);
  }
  rmSync(ready, { recursive: true, force: true });
}

/** The files that SQLite has beside a database, and the note that somebody wrote over it. */
export function filesBeside(database: string): readonly string[] {
  return ["-wal", "-shm", "-journal", "-overwritten"].map((suffix) => `${database}${suffix}`);
}

/** Syncs a file, or the names in a folder. */
export function syncToDisk(path: string): void {
  const opened = openSync(path, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
