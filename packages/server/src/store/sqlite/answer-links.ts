import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import { type AnswerLinkStore, rowToAnswerLink } from "../answer-links.ts";
import type { GroupCommit } from "./commit/group-commit.ts";
import { writeInSteps } from "./commit/write-in-steps.ts";

export function createAnswerLinks(db: DatabaseSync, group: GroupCommit, clock: Clock): AnswerLinkStore {
  const insert = db.prepare(
    `insert into answer_links (hash, inquiry_id, project, person, created_at, expires_at)
     select ?, id, ?, ?, ?, ? from inquiries where id = ?`,
  );
  const select = db.prepare("select * from answer_links where hash = ?");
  const use = db.prepare("update answer_links set used_at = ? where hash = ? and used_at is null");
  const deleteExpired = db.prepare(
    "delete from answer_links where hash in (select hash from answer_links where expires_at < ? order by expires_at limit ?)",
  );

  return {
    create: ({ hash, inquiryId, project, person, lifetimeMs }) =>
      group.write(() => {
        const now = clock.now();
        insert.run(hash, project, person, now, now + lifetimeMs, inquiryId);
      }),
    async find(hash) {
      const row = select.get(hash);
      return row && rowToAnswerLink(row);
    },
    use: (hash) => group.write(() => use.run(clock.now(), hash).changes === 1),
    deleteExpired(ageMs) {
      const before = clock.now() - ageMs;
      return writeInSteps(group, (limit) => deleteExpired.run(before, limit).changes);
    },
  };
}
