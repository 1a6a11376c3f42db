import type { DatabaseSync } from "node:sqlite";
import type { FolderIdentity } from "./folder-identity.ts";

/** When the write-ahead log is copied to the database file. SQLite would do so in a commit, where it cannot be told from somebody who writes over the file. */
export interface Checkpoints {
  /** Copies the log if it has grown; to be called after a commit. */
  runIfDue(): void;
  /** Leaves the log as it is until the returned function is called. */
  hold(): () => void;
}

/** After so many pages the write-ahead log is copied to the database. */
export const walPages = 4_000;

export function createCheckpoints(db: DatabaseSync, identity: FolderIdentity): Checkpoints {
  let isHeld = false;
  db.exec("pragma wal_autocheckpoint = 0");
  return {
    runIfDue() {
      if (isHeld || identity.uncopiedPages() < walPages) return;
      try {
        identity.whileWriting(() => db.exec("pragma wal_checkpoint(passive)"));
      } catch {
        // What was acknowledged is in the log; it is copied after a later commit.
      }
    },
    hold() {
      isHeld = true;
      return () => {
        isHeld = false;
      };
    },
  };
}
