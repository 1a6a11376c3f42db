import type { DatabaseSync } from "node:sqlite";

const contentsPerStep = 500;

/** Deletes the contents of files that no upload has any more, each in a transaction of its own, since one can have megabytes. */
export async function deleteUnusedContents(db: DatabaseSync, nextTurn: () => Promise<void>): Promise<void> {
  const select = db.prepare(
    `select hash, exists (select 1 from files where files.hash = file_contents.hash) as is_used
     from file_contents where hash > ? order by hash limit ${contentsPerStep}`,
  );
  // The same content may have been uploaded meanwhile.
  const remove = db.prepare(
    "delete from file_contents where hash = ?1 and not exists (select 1 from files where hash = ?1)",
  );
  for (let reached = ""; ; ) {
    const contents = select.all(reached);
    for (const { hash, is_used } of contents) {
      if (is_used) continue;
      remove.run(String(hash));
      await nextTurn();
    }
    const last = contents.at(-1);
    if (!last) return;
    reached = String(last.hash);
    await nextTurn();
  }
}
