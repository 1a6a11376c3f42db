import type { Clock } from "../../clock.ts";
import { type PersonalStore, rowToPersonalRecord } from "../personal.ts";
import { endings, nowMs } from "./commit-sql.ts";
import type { Database } from "./database.ts";

/**
 * What people keep for inquiries, in a table whose rows go with the inquiry. Who writes holds the inquiry's key, so that
 * an erasure at the same moment comes before it or finds what it wrote; commits that change the inquiry do not wait.
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
     select id, $2, $3, ${nowMs("$4")} from inquiries where id = $1 and status in ('open', 'held') for key share
     on conflict (inquiry_id, principal) do update set draft = excluded.draft, drafted_at = excluded.drafted_at
     returning drafted_at`,
  );
  const upsert = (column: string, value: string) =>
    `insert into personal_records (inquiry_id, principal, ${column})
     select id, $2, ${value} from inquiries where id = $1 for key share
     on conflict (inquiry_id, principal) do update set ${column} = excluded.${column}`;
  const snooze = database.prepared("askback_snooze", upsert("snoozed_until", "$3::bigint"));
  const see = database.prepared("askback_see", upsert("seen_at", nowMs("$3")));
  const endDraft = database.prepared(
    "askback_end_draft",
    "update personal_records set draft = null, drafted_at = null where inquiry_id = $1 and principal = $2",
  );
  const endOldDrafts = database.prepared(
    "askback_end_old_drafts",
    // Servers that do so at the same moment pass over each other's.
    `with old as materialized (
       select inquiry_id, principal from personal_records
       where drafted_at < ${nowMs("$2")} - $1::bigint
         -- Saved while its author's answer was recorded, or answered by a server that knows no drafts.
         or drafted_at is not null and exists (
           select from inquiries
           where id = inquiry_id and resolved_by = principal and status in (${endings})
         )
       for update skip locked
     )
     update personal_records kept set draft = null, drafted_at = null
     from old where kept.inquiry_id = old.inquiry_id and kept.principal = old.principal`,
  );
  const now = () => clock?.now() ?? null;

  return {
    async recordsOf(principal, inquiryIds) {
      const rows = await select([principal, inquiryIds]);
      return new Map(rows.map((row) => [String(row.inquiry_id), rowToPersonalRecord(row)]));
    },
    async saveDraft({ principal, inquiryId }, sealed) {
      const [row] = await saveDraft([inquiryId, principal, sealed, now()]);
      return row && { sealed, savedAt: Number(row.drafted_at) };
    },
    async discardDraft({ principal, inquiryId }) {
      await endDraft([inquiryId, principal]);
    },
    async snooze({ principal, inquiryId }, until) {
      await snooze([inquiryId, principal, until ?? null]);
    },
    async see({ principal, inquiryId }) {
      await see([inquiryId, principal, now()]);
    },
    async forgetDrafts(ageMs) {
      await endOldDrafts([ageMs, now()]);
    },
  };
}
