import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import { type FileStore, rowToFile, type StoredFile } from "../files.ts";
import type { GroupCommit } from "./commit/group-commit.ts";
import { writeInSteps } from "./commit/write-in-steps.ts";
import { markForScrub } from "./scrub.ts";

/** Uploads are deleted with their contents, each of which may be many pages. */
const filesPerStep = 20;

/** Files in tables: contents by hash, uploads, and the conversations that use them. */
export function createFiles(db: DatabaseSync, group: GroupCommit, clock: Clock): FileStore {
  const insertContent = db.prepare("insert into file_contents (hash, bytes) values (?, ?) on conflict do nothing");
  const insertFile = db.prepare(
    `insert into files (id, hash, name, type, size, project, uploaded_by, uploaded_at) values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict do update set uploaded_at = max(uploaded_at, excluded.uploaded_at)`,
  );
  const renew = db.prepare("update files set uploaded_at = ? where id = ?");
  const select = db.prepare("select * from files where id = ?");
  const selectUses = db.prepare(
    "select conversations.id from file_uses join conversations on key = conversation where file_id = ? order by 1",
  );
  const selectBytes = db.prepare("select bytes from file_contents join files using (hash) where id = ?");
  const unusedSql =
    "select id from files where uploaded_at < ? and not exists (select 1 from file_uses where file_id = files.id)";
  const selectUnused = db.prepare(unusedSql);
  const selectStillUnused = db.prepare(`${unusedSql} and id = ?`);
  const selectUnusedBytes = db.prepare(
    `select total(size) as bytes from files where uploaded_at >= ? and project = ? and uploaded_by = ? and id <> ?
     and not exists (select 1 from file_uses where file_id = files.id)`,
  );
  const removeFile = createRemoveFile(db);

  function find(id: string): StoredFile | undefined {
    const row = select.get(id);
    return row && { ...rowToFile(row), conversationIds: selectUses.all(id).map((use) => String(use.id)) };
  }

  return {
    save: ({ id, hash, name, type, size, project, uploadedBy, bytes }) =>
      group.write(() => {
        insertContent.run(hash, bytes);
        insertFile.run(id, hash, name, type, size, project, uploadedBy, clock.now());
      }),
    renew: (ids, extraMs = 0) =>
      group.write(() => {
        for (const id of ids) renew.run(clock.now() + extraMs, id);
        return ids.flatMap((id) => find(id) ?? []);
      }),
    find: async (id) => find(id),
    read: async (id) => selectBytes.get(id)?.bytes as Uint8Array | undefined,
    otherUnusedBytes: async ({ id, project, uploadedBy }, ageMs) =>
      Number(selectUnusedBytes.get(clock.now() - ageMs, project, uploadedBy, id)?.bytes),
    async deleteUnused(ageMs) {
      const before = clock.now() - ageMs;
      const found = selectUnused.all(before).map(({ id }) => String(id));
      if (found.length === 0) return;
      const deleteNext = (limit: number) => {
        const step = found.splice(0, limit);
        for (const id of step) if (selectStillUnused.get(before, id)) removeFile(id);
        return step.length;
      };
      await writeInSteps(group, deleteNext, filesPerStep);
    },
  };
}

/** Whether all these uploads are stored. */
export function createHasFiles(db: DatabaseSync): (ids: readonly string[]) => boolean {
  const select = db.prepare("select 1 from files where id = ?");
  return (ids) => ids.every((id) => select.get(id) !== undefined);
}

/** Adds the uses of a conversation; an upload that was deleted meanwhile has none. */
export function createUseFiles(db: DatabaseSync): (ids: readonly string[], conversation: number) => void {
  const insertUse = db.prepare(
    "insert into file_uses (file_id, conversation) select id, ? from files where id = ? on conflict do nothing",
  );
  return (ids, conversation) => {
    for (const id of ids) insertUse.run(conversation, id);
  };
}

/** Deletes the uses of a conversation and the files that no other one uses and no draft keeps, inside the open transaction. */
export function createEraseFiles(db: DatabaseSync): (conversation: number, now: number) => void {
  const selectUsed = db.prepare("select file_id from file_uses where conversation = ?");
  const removeUses = db.prepare("delete from file_uses where conversation = ?");
  const selectOther = db.prepare("select 1 from file_uses where file_id = ? limit 1");
  // A draft renews its uploads beyond the present.
  const selectKept = db.prepare("select 1 from files where id = ? and uploaded_at > ?");
  const removeFile = createRemoveFile(db);
  return (conversation, now) => {
    const used = selectUsed.all(conversation).map((row) => String(row.file_id));
    removeUses.run(conversation);
    for (const id of used) if (!selectOther.get(id) && !selectKept.get(id, now)) removeFile(id);
  };
}

/** Deletes an upload; its content is deleted before the bytes are cleared, unless another upload has the same. */
function createRemoveFile(db: DatabaseSync): (id: string) => void {
  const removeUpload = db.prepare("delete from files where id = ?");
  return (id) => {
    db.exec(markForScrub);
    removeUpload.run(id);
  };
}
