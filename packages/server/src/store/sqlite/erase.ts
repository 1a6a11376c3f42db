import type { DatabaseSync } from "node:sqlite";

/** Up to this size the file is rewritten at once, which takes a fraction of a second. */
const rewriteLimit = 64 * 1024 * 1024;

/**
 * Clears what deletions left in the bytes of the file. `secure_delete` has overwritten what was removed, but a page that
 * was ever split may keep copies in its unused part, which only a rewrite clears. The log with the old pages is emptied.
 */
export function scrub(db: DatabaseSync): void {
  const size = db.prepare("select page_count * page_size as size from pragma_page_count, pragma_page_size").get()?.size;
  if (Number(size) <= rewriteLimit) db.exec("vacuum");
  db.exec("pragma wal_checkpoint(truncate)");
}
