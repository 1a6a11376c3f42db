import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { TransactionDatabase } from "../commit/group-commit.ts";

/** More than what a few commits need, so that a disk with hardly any room is still a full one. */
const probe = Buffer.alloc(256 * 1024);

/** Writes a file to the folder and a page to the database; throws while one of them cannot be written. */
export function createProbe(disk: TransactionDatabase, db: DatabaseSync, folder: string): () => void {
  const version = Number(db.prepare("pragma user_version").get()?.user_version);
  return () => {
    writeFileIn(folder);
    try {
      disk.exec("begin immediate");
      // Writing the value that is there writes the first page.
      disk.exec(`pragma user_version = ${version}`);
      disk.exec("commit");
    } finally {
      if (db.isTransaction) db.exec("rollback");
    }
  };
}

function writeFileIn(folder: string): void {
  const path = join(folder, "probe");
  const file = openSync(path, "w", 0o600);
  try {
    if (writeSync(file, probe) < probe.length) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
    fsyncSync(file);
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
}
