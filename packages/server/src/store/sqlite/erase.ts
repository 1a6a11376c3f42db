import type { DatabaseSync } from "node:sqlite";

/** Up to this size the file is rewritten at once, which takes a fraction of a second. */
const rewriteLimit = 64 * 1024 * 1024;

/** Removing a conversation's content from the tables, and then from the bytes of the file. */
export function createErase(db: DatabaseSync) {
  const removals = [
    "delete from events where conversation_id = ? and json_extract(event, '$.type') <> 'conversation.deleted'",
    "delete from messages where conversation_id = ?",
    "delete from inquiries where conversation_id = ?",
    "delete from runs where conversation_id = ?",
    "delete from replies where conversation_id = ?",
  ].map((sql) => db.prepare(sql));
  const selectSize = db.prepare("select page_count * page_size as size from pragma_page_count, pragma_page_size");

  return {
    remove(conversationId: string): void {
      for (const removal of removals) removal.run(conversationId);
    },
    /**
     * `secure_delete` has overwritten what was removed, but a page that was ever split may keep copies in its unused
     * part, which only a rewrite clears. The log that still holds the old pages is emptied.
     */
    scrub(): void {
      if (Number(selectSize.get()?.size) <= rewriteLimit) db.exec("vacuum");
      db.exec("pragma wal_checkpoint(truncate)");
    },
  };
}
