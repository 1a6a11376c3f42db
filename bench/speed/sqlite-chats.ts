import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { temporaryFolder } from "../temporary-folder.ts";
import type { ChatTable } from "./competitor.ts";

/** The table of the competitor on SQLite. */
export function createSqliteChats(): ChatTable & { readonly file: string } {
  const file = join(temporaryFolder(), "chats.db");
  const db = new DatabaseSync(file);
  db.exec(`pragma journal_mode = wal; pragma synchronous = full;
    create table chats (id text primary key, status text not null, messages text not null, pending text, updated_at integer not null);
    create index chats_by_status on chats (status, updated_at);`);
  const insert = db.prepare("insert into chats values (?, 'working', ?, null, ?)");
  const update = db.prepare("update chats set status = ?, messages = ?, pending = ?, updated_at = ? where id = ?");
  const select = db.prepare("select messages, pending from chats where id = ? and status = 'waiting'");
  return {
    file,
    async insert(id, messages) {
      insert.run(id, messages, Date.now());
    },
    async update(id, status, messages, pending) {
      update.run(status, messages, pending, Date.now(), id);
    },
    async findWaiting(id) {
      const row = select.get(id);
      return row && { messages: String(row.messages), pending: String(row.pending) };
    },
    close: () => db.close(),
  };
}
