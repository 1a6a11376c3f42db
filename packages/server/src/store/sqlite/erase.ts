import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";

/** Up to this size the file is rewritten at once, which takes a fraction of a second. */
const rewriteLimit = 64 * 1024 * 1024;
const retryMs = 60_000;

/** A mark in the file, set by the transaction that deletes, until what it left in the bytes is cleared. */
export const scrubMark = "pragma application_id = 1";

/**
 * Clears what deletions left in the bytes of the file. `secure_delete` has overwritten what was removed, but a page that
 * was ever split may keep copies in its unused part, which only a rewrite clears. The log with the old pages is emptied.
 * It never waits for a reader of the file and never fails a commit: what it cannot do now it tries again later.
 */
export function createScrub(db: DatabaseSync, clock: Clock): () => void {
  const readMark = db.prepare("pragma application_id");
  let nextTry = 0;
  return function scrub(): void {
    if (clock.now() < nextTry || readMark.get()?.application_id !== 1) return;
    try {
      db.exec("pragma busy_timeout = 0");
      const size = db
        .prepare("select page_count * page_size as size from pragma_page_count, pragma_page_size")
        .get()?.size;
      if (Number(size) <= rewriteLimit) db.exec("vacuum");
      db.exec("pragma application_id = 0");
      if (db.prepare("pragma wal_checkpoint(truncate)").get()?.busy === 0) return;
      db.exec(scrubMark);
    } catch {
      // A full disk or a reader in the way: the mark stays.
    } finally {
      db.exec("pragma busy_timeout = 5000");
    }
    nextTry = clock.now() + retryMs;
  };
}
