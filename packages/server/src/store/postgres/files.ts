import type { Clock } from "../../clock.ts";
import { type FileStore, rowToFile, type StoredFile } from "../files.ts";
import type { Database, Row } from "./connection/database.ts";
import { isFileConflict } from "./connection/pg-errors.ts";
import { nowSql } from "./connection/sql-values.ts";

/**
 * Deletes the uses of some conversations, the files that no other one uses and the contents that no other file has. All
 * parts of the statement see the tables as they were before it, so each part leaves out what the others delete. With
 * arrays and offsets the planner has nothing to join: on small tables it would scan. `now` is the time as SQL: an upload
 * that a draft keeps is renewed beyond it.
 */
export function eraseFilesSql(conversations: string, now: string): string {
  return `
erased_uses as (delete from file_uses where conversation_id in (${conversations}) returning file_id),
erased_files as (
  delete from files where id = any(array(select file_id from erased_uses)) and uploaded_at <= (${now}) and not exists (
    select from file_uses u where u.file_id = files.id and u.conversation_id not in (${conversations}) offset 0
  )
  returning id, hash
),
${eraseContentsSql}`;
}

const eraseContentsSql = `erased_contents as (
  delete from file_contents c where hash = any(array(select hash from erased_files))
    and not exists (select from files f where f.hash = c.hash and f.id not in (select id from erased_files) offset 0)
)`;

const usesSql =
  "array(select conversation_id from file_uses where file_id = files.id order by conversation_id) as conversation_ids";

/** Files in tables: contents by hash, uploads, and the conversations that use them. */
export function createFiles(database: Database, clock?: Clock): FileStore {
  const save = database.prepared(
    "askback_save_file",
    // The update locks a content that is stored already, so that nobody deletes it meanwhile.
    `with content as (
       insert into file_contents (hash, bytes) values ($2, $3)
       on conflict (hash) do update set hash = excluded.hash returning hash
     )
     insert into files (id, hash, name, type, size, project, uploaded_by, uploaded_at)
     select $1, hash, $4, $5, $6::integer, $7, $8, ${nowSql("$9")} from content
     on conflict (id) do update set uploaded_at = greatest(files.uploaded_at, excluded.uploaded_at)`,
  );
  const renew = database.prepared(
    "askback_renew_files",
    `with renewed as (update files set uploaded_at = ${nowSql("$2")} + $3::bigint where id = any($1::text[]) returning *)
     select files.*, ${usesSql} from renewed as files`,
  );
  const find = database.prepared("askback_find_file", `select *, ${usesSql} from files where id = $1`);
  const read = database.prepared(
    "askback_read_file",
    "select bytes from file_contents join files using (hash) where id = $1",
  );
  const otherUnusedBytes = database.prepared(
    "askback_other_unused_bytes",
    `select coalesce(sum(size), 0) as bytes from files
     where project = $1 and uploaded_by = $2 and id <> $3 and uploaded_at >= ${nowSql("$5")} - $4::bigint
       and not exists (select from file_uses where file_id = files.id)`,
  );
  // Servers of a version without files erase conversations and leave their uses.
  const dropLeftUses = database.prepared(
    "askback_drop_left_uses",
    `delete from file_uses u
     where not exists (select from conversations c where c.id = u.conversation_id and c.status <> 'deleted')`,
  );
  const deleteUnused = database.prepared(
    "askback_delete_unused_files",
    `with old as materialized (
       select id from files where uploaded_at < ${nowSql("$2")} - $1::bigint
         and not exists (select from file_uses where file_id = files.id) for update skip locked
     ),
     erased_files as (delete from files using old where files.id = old.id returning files.id, files.hash),
     ${eraseContentsSql}
     select`,
  );
  const now = () => clock?.now() ?? null;

  return {
    async save({ id, hash, bytes, name, type, size, project, uploadedBy }) {
      const values = [id, hash, Buffer.from(bytes), name, type, size, project, uploadedBy, now()];
      await save(values).catch((error) => {
        if (!isFileConflict(error)) throw error;
        return save(values);
      });
    },
    async renew(ids, extraMs = 0) {
      const rows = await renew([ids, now(), extraMs]);
      const fileById = new Map(rows.map((row) => [row.id, rowToStoredFile(row)]));
      return ids.flatMap((id) => fileById.get(id) ?? []);
    },
    async find(id) {
      const [row] = await find([id]);
      return row && rowToStoredFile(row);
    },
    async read(id) {
      return (await read([id]))[0]?.bytes as Buffer | undefined;
    },
    async otherUnusedBytes({ id, project, uploadedBy }, ageMs) {
      const [row] = await otherUnusedBytes([project, uploadedBy, id, ageMs, now()]);
      return Number(row?.bytes);
    },
    async deleteUnused(ageMs) {
      await dropLeftUses([]);
      await deleteUnused([ageMs, now()]).catch((error) => {
        // Somebody uses one of them just now; the next time finds the others.
        if (!isFileConflict(error)) throw error;
      });
    },
  };
}

function rowToStoredFile(row: Row): StoredFile {
  return { ...rowToFile(row), conversationIds: row.conversation_ids as string[] };
}
