import type { Clock } from "../../clock.ts";
import { draftEndingResolutions, type PersonalStore, rowToPersonalRecord } from "../personal-records.ts";
import type { Database } from "./connection/database.ts";
import { nowSql } from "./connection/sql-values.ts";

/** Whether an inquiry ended in a way that also ends the draft of the person who resolved it. */
export function endsDraftSql(status: string): string {
  return `${status} in (${draftEndingResolutions.map((type) => `'${type}'`).join(", ")})`;
}

/**
 * Personal records in a table whose rows are deleted with their inquiry. A write holds a key share lock on the inquiry: a
 * concurrent erasure comes before it or deletes what it wrote, and commits that change the inquiry do not wait.
 */
export function createPersonal(database: Database, clock?: Clock): PersonalStore {
  const select = database.prepared(
    "askback_personal",
    `select found.* from unnest($2::text[]) as wanted (id)
     cross join lateral (
       select * from personal_records where inquiry_id = wanted.id and principal = $1 offset 0
     ) as found`,
  );
  const saveDraft = database.prepared(
    "askback_save_draft",
    `insert into personal_records (inquiry_id, principal, draft, drafted_at)
     select id, $2, $3, ${nowSql("$4")} from inquiries where id = $1 and status in ('open', 'held') for key share
     on conflict (inquiry_id, principal) do update set draft = excluded.draft, drafted_at = excluded.drafted_at
     returning drafted_at`,
  );
  const upsert = (column: string, value: string) =>
    `insert into personal_records (inquiry_id, principal, ${column})
     select id, $2, ${value} from inquiries where id = $1 for key share
     on conflict (inquiry_id, principal) do update set ${column} = excluded.${column}`;
  const snooze = database.prepared("askback_snooze", upsert("snoozed_until", "$3::bigint"));
  const markSeen = database.prepared("askback_mark_seen", upsert("seen_at", nowSql("$3")));
  const endDraft = database.prepared(
    "askback_end_draft",
    "update personal_records set draft = null, drafted_at = null where inquiry_id = $1 and principal = $2",
  );
  const endOldDrafts = database.prepared(
    "askback_end_old_drafts",
    // Servers that do this at the same time skip each other's rows.
    `with old as materialized (
       select inquiry_id, principal from personal_records
       where drafted_at < ${nowSql("$2")} - $1::bigint
         -- Saved while its author's answer was committed, or answered on a server of a version without drafts.
         or drafted_at is not null and exists (
           select from inquiries where id = inquiry_id and resolved_by = principal and ${endsDraftSql("status")}
         )
       for update skip locked
     )
     update personal_records p set draft = null, drafted_at = null
     from old where p.inquiry_id = old.inquiry_id and p.principal = old.principal`,
  );
  const now = () => clock?.now() ?? null;

  return {
    async recordsOf(principal, inquiryIds) {
      const rows = await select([principal, inquiryIds]);
      return new Map(rows.map((row) => [String(row.inquiry_id), rowToPersonalRecord(row)]));
    },
    async saveDraft({ principal, inquiryId }, ciphertext) {
      const [row] = await saveDraft([inquiryId, principal, ciphertext, now()]);
      return row && { ciphertext, savedAt: Number(row.drafted_at) };
    },
    async discardDraft({ principal, inquiryId }) {
      await endDraft([inquiryId, principal]);
    },
    async snooze({ principal, inquiryId }, until) {
      await snooze([inquiryId, principal, until ?? null]);
    },
    async markSeen({ principal, inquiryId }) {
      await markSeen([inquiryId, principal, now()]);
    },
    async deleteOldDrafts(ageMs) {
      await endOldDrafts([ageMs, now()]);
    },
  };
}
