import { type BigIntStats, statSync } from "node:fs";
import { DiskUnavailable } from "./disk-errors.ts";

/** Throws when the files at these paths are no longer those that were opened. */
export type CheckIdentity = () => void;

/**
 * Remembers files by device and inode, which no other file can have while they are open. Times and sizes are not compared:
 * a copy can have those of the original.
 */
export function rememberIdentity(paths: readonly string[]): CheckIdentity {
  const known = paths.flatMap((path) => {
    const found = read(path);
    return found ? [{ path, found }] : [];
  });
  return () => {
    for (const { path, found } of known) {
      const now = read(path);
      if (now?.ino !== found.ino || now.dev !== found.dev) throw new DiskUnavailable("replaced");
    }
  };
}

function read(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}
