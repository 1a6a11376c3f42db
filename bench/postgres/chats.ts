import pg from "pg";
import type { ChatTable } from "../speed/competitor.ts";

/** The table of the competitor on PostgreSQL, with a pool of connections and statements that are prepared once. */
export async function createPostgresChats(url: string): Promise<ChatTable> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  await pool.query(`create table if not exists chats
    (id text primary key, status text not null, messages text not null, pending text, updated_at bigint not null)`);
  await pool.query("create index if not exists chats_by_status on chats (status, updated_at)");
  const insert = { name: "insert", text: "insert into chats values ($1, 'working', $2, null, $3)" };
  const update = {
    name: "update",
    text: "update chats set status = $1, messages = $2, pending = $3, updated_at = $4 where id = $5",
  };
  const select = { name: "select", text: "select messages, pending from chats where id = $1 and status = 'waiting'" };
  return {
    async insert(id, messages) {
      await pool.query({ ...insert, values: [id, messages, Date.now()] });
    },
    async update(id, status, messages, pending) {
      await pool.query({ ...update, values: [status, messages, pending, Date.now(), id] });
    },
    async findWaiting(id) {
      const { rows } = await pool.query({ ...select, values: [id] });
      return rows[0];
    },
    close: () => pool.end(),
  };
}
