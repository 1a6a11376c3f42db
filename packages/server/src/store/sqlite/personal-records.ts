import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import { type PersonalStore, rowToPersonalRecord } from "../personal-records.ts";
import type { GroupCommit } from "./commit/group-commit.ts";
import { writeInSteps } from "./commit/write-in-steps.ts";

/** Personal records in a table whose rows are deleted with their inquiry. */
export function createPersonal(db: DatabaseSync, group: GroupCommit, clock: Clock): PersonalStore {
  const select = db.prepare(
    `select * from personal_records where principal = ? and inquiry_id in (select value from json_each(?))`,
  );
  const upsert = (column: string) =>
    `insert into personal_records (inquiry_id, principal, ${column}) select id, ?, ? from inquiries where id = ?
     on conflict do update set ${column} = excluded.${column}`;
  const saveDraft = db.prepare(
    `insert into personal_records (inquiry_id, principal, draft, drafted_at)
     select id, ?, ?, ? from inquiries where id = ? and status in ('open', 'held')
     on conflict do update set draft = excluded.draft, drafted_at = excluded.drafted_at`,
  );
  const snooze = db.prepare(upsert("snoozed_until"));
  const markSeen = db.prepare(upsert("seen_at"));
  const endDraft = db.prepare(endDraftSql);
  const endOldDrafts = db.prepare(
    `update personal_records set draft = null, drafted_at = null where (inquiry_id, principal) in (
       select inquiry_id, principal from personal_records where drafted_at < ? order by drafted_at limit ?)`,
  );

  return {
    recordsOf: async (principal, inquiryIds) =>
      new Map(
        select
          .all(principal, JSON.stringify(inquiryIds))
          .map((row) => [String(row.inquiry_id), rowToPersonalRecord(row)]),
      ),
    saveDraft: ({ principal, inquiryId }, ciphertext) =>
      group.write(() => {
        const savedAt = clock.now();
        const { changes } = saveDraft.run(principal, ciphertext, savedAt, inquiryId);
        return changes === 1 ? { ciphertext, savedAt } : undefined;
      }),
    discardDraft: ({ principal, inquiryId }) => group.write(() => void endDraft.run(inquiryId, principal)),
    snooze: ({ principal, inquiryId }, until) =>
      group.write(() => void snooze.run(principal, until ?? null, inquiryId)),
    markSeen: ({ principal, inquiryId }) => group.write(() => void markSeen.run(principal, clock.now(), inquiryId)),
    deleteOldDrafts(ageMs) {
      const before = clock.now() - ageMs;
      return writeInSteps(group, (limit) => endOldDrafts.run(before, limit).changes);
    },
  };
}

export const endDraftSql =
  "update personal_records set draft = null, drafted_at = null where inquiry_id = ? and principal = ?";
