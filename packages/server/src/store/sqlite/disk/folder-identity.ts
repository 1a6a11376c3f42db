import { type BigIntStats, statSync } from "node:fs";
import { DiskUnavailable } from "./disk-errors.ts";
import { noteOverwritten } from "./overwritten.ts";
import { openWalIndex, type WalState } from "./wal-index.ts";

/** Whether the files of a data folder are those that were opened, and hold what SQLite has written to them. */
export interface FolderIdentity {
  /** Throws when a file was deleted, replaced or overwritten. */
  check(): void;
  /** Calls `work`, which may write to the database file itself: copy the write-ahead log to it or clear its pages. */
  whileWriting<Value>(work: () => Value): Value;
  /** Whether a check found the opened files, with other contents. */
  readonly isOverwritten: boolean;
  /** How many pages of the write-ahead log are not in the database file. */
  uncopiedPages(): number;
  /** To be called when the database is closed. */
  close(): void;
}

/** The time of the last change of its name or its rights is not compared, since both are harmless. */
interface Contents {
  readonly mtimeNs: bigint;
  readonly size: bigint;
}

/**
 * Remembers files by device and inode, which no other file can have while they are open. A commit writes to the write-ahead
 * log alone, and whoever copies it to the database file records that in the index of the log: where the database file has changed and
 * the index has not, somebody has written over it. The log itself must still have the frames that it had.
 */
export function rememberIdentity(database: string, lock: string): FolderIdentity {
  const known = [database, `${database}-wal`, `${database}-shm`, lock].flatMap((path) => {
    const found = read(path);
    return found ? [{ path, found }] : [];
  });
  const index = openWalIndex(database);
  // Read before the contents of the file, so that a checkpoint that ends in between is still to be seen as one.
  let log = index.read();
  let contents: Contents | undefined = read(database);
  let latest = contents;
  let lost: DiskUnavailable | undefined;
  let isOverwritten = false;

  function check(): void {
    const earlier = index.read();
    if (!lost && areOpened() && hasExpected(earlier)) return;
    if (!lost && areOpened()) {
      isOverwritten = true;
      noteOverwritten(database);
    }
    lost ??= new DiskUnavailable("replaced");
    throw lost;
  }

  function areOpened(): boolean {
    return known.every(({ path, found }) => {
      const now = read(path);
      if (path === database) latest = now;
      return now?.ino === found.ino && now.dev === found.dev;
    });
  }

  function hasExpected(earlier: WalState | undefined): boolean {
    const before = log;
    const now = index.read();
    // What cannot be told now is compared at the next check.
    if (!earlier || !now) return true;
    const lastFrame = now.salts === before?.salts ? Math.min(before.frames, now.frames) : 0;
    // Where the salts change while they are compared, another program has begun the log anew.
    if (now.frames > 0 && !index.holds(lastFrame, now) && index.read()?.salts === now.salts) return false;
    const isSame = latest?.mtimeNs === contents?.mtimeNs && latest?.size === contents?.size;
    contents = latest;
    log = earlier;
    return isSame || !before || wasCopied(before, now);
  }

  return {
    check,
    whileWriting(work) {
      check();
      try {
        return work();
      } finally {
        log = index.read();
        contents = read(database);
      }
    },
    get isOverwritten() {
      return isOverwritten;
    },
    uncopiedPages() {
      const { frames, copied } = index.read() ?? { frames: 0, copied: 0 };
      return frames - copied;
    },
    close: index.close,
  };
}

/** Whether somebody who uses SQLite has copied the log to the database, or has begun to: the pages are written before the end is recorded. */
function wasCopied(before: WalState, now: WalState): boolean {
  if (now.salts === before.salts) return Math.max(now.copied, now.attempted) > before.copied;
  // A log begins anew only when all of it is in the database: what it had then, and what others than the last commit added since.
  return (
    Math.max(now.copied, now.attempted) > 0 || before.copied < before.frames || (now.commit - before.commit) >>> 0 > 1
  );
}

function read(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}
