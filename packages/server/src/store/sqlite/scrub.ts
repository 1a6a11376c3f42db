import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";

/** Up to this size a vacuum takes a fraction of a second. */
const vacuumLimit = 64 * 1024 * 1024;
const retryMs = 60_000;

/** Marks the file as holding deleted content; set in the transaction that deletes. */
export const markForScrub = "pragma application_id = 1";

/**
 * Clears deleted content from the bytes of the file. `secure_delete` overwrites what is deleted, but a page that was split
 * may keep copies in its unused part, which only a vacuum clears; the WAL with the old pages is truncated. It never waits
 * for a reader of the file and never fails a commit: it tries again later.
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
      if (Number(size) <= vacuumLimit) db.exec("vacuum");
      db.exec("pragma application_id = 0");
      if (db.prepare("pragma wal_checkpoint(truncate)").get()?.busy === 0) return;
      db.exec(markForScrub);
    } catch {
      // The disk is full or a reader holds the file; the mark stays.
    } finally {
      db.exec("pragma busy_timeout = 5000");
    }
    nextTry = clock.now() + retryMs;
  };
}
