import { lastingReplyTime } from "../../store.ts";
import { nowSql } from "../connection/sql-values.ts";
import { eraseFilesSql } from "../files.ts";
import { endsDraftSql } from "../personal-records.ts";
import {
  auditTable,
  commitTable,
  eventTable,
  fileTable,
  inquiryTable,
  messageTable,
  noticeTable,
  notificationTable,
  nowParameter,
  placementTable,
  runTable,
  settledTable,
} from "./commit-columns.ts";

/**
 * Applies a group of commits of different conversations in one statement; each is granted or refused on its own.
 * Rows are locked and keys inserted in sorted order, so that two servers cannot deadlock.
 * All parts of the statement see the database as it was before it, so a deletion does not see what it inserts itself.
 * Rows are looked up by lateral joins: a generic plan made while the tables were small would scan them.
 * Where another server inserts the same conversation concurrently, the statement fails with a unique violation, which
 * also takes back the reply that was inserted for it.
 */
export const commitSql = `
with clock as materialized (select ${nowSql(nowParameter)} as now),
input as materialized (select * from ${commitTable.rows("t")}),
locked as materialized (
  select found.* from (select id from input order by id collate "C") as wanted
  cross join lateral (
    select id, version, lease_owner, lease_until, lease_epoch from conversations where id = wanted.id for update
  ) as found
),
earlier as materialized (
  select input.ord, found.* from input
  cross join lateral (
    select fingerprint, status, body from replies
    where principal = input.principal and route = input.route and key = input.key offset 0
  ) as found
  where input.key is not null
),
lacking as materialized (
  select distinct f.ord from ${fileTable.rows("f")}
  where f.is_required and not exists (select from files where files.id = f.file_id offset 0)
),
checked as materialized (
  select input.*, locked.lease_owner, locked.lease_until, coalesce(locked.lease_epoch, 0) as lease_epoch,
    case
      when earlier.ord is not null then 'reply'
      when input.epoch is not null and (locked.lease_owner is null or locked.lease_epoch <> input.epoch) then 'epoch'
      when coalesce(locked.version, 0) <> input.expected then 'version'
      when lacking.ord is not null then 'file'
    end as reason
  from input left join locked using (id) left join earlier using (ord) left join lacking using (ord)
),
inserted_replies as (
  insert into replies (principal, route, key, conversation_id, fingerprint, status, body, created_at)
  select principal, route, key, id, fingerprint, reply_status, body,
    case when lasting then ${lastingReplyTime} else now end from checked, clock
  where reason is null and key is not null order by principal, route, key, ord
  on conflict do nothing returning conversation_id as id
),
granted as materialized (
  select checked.*,
    case when due = 0 then now else due end as due_at,
    coalesce(due = 0, false) and epoch is null and claim_owner is not null and lease_owner is null as claims,
    epoch is not null and due is distinct from 0 as releases
  from checked cross join clock left join inserted_replies using (id)
  where reason is null and (checked.key is null or inserted_replies.id is not null)
),
updated as (
  update conversations c set
    ${commitTable.updated("g")}, updated_at = now, due_at = g.due_at,
    lease_owner = case when claims then claim_owner when releases then null else g.lease_owner end,
    lease_until = case when claims then now + claim_ms when releases then null else g.lease_until end,
    lease_epoch = g.lease_epoch + claims::integer
  from granted g, clock where c.id = g.id and g.expected > 0
  returning c.id
),
inserted as (
  insert into conversations (${commitTable.inserted()}, updated_at, due_at, lease_owner, lease_until, lease_epoch)
  select ${commitTable.inserted()}, now, due_at,
    case when claims then claim_owner end, case when claims then now + claim_ms end, claims::integer
  from granted, clock where expected = 0 order by id collate "C"
  returning id
),
done as materialized (
  select ord, id, project, created_by, erases from granted
  where id in (select id from updated union all select id from inserted)
),
erased_events as (delete from events where conversation_id in (select id from done where erases)),
erased_messages as (delete from messages where conversation_id in (select id from done where erases)),
erased_inquiries as (delete from inquiries where conversation_id in (select id from done where erases)),
erased_runs as (delete from ended_runs where conversation_id in (select id from done where erases)),
erased_texts as (delete from live_texts where conversation_id in (select id from done where erases)),
${eraseFilesSql("select id from done where erases", "select now from clock")},
emptied_replies as (
  update replies set body = '' where conversation_id in (select id from done where erases) and created_at <> ${lastingReplyTime}
),
deleted_replies as (
  delete from replies where conversation_id in (select id from done where erases) and created_at = ${lastingReplyTime}
),
inserted_events as (
  insert into events (conversation_id, project, ${eventTable.inserted()})
  select done.id, done.project, ${eventTable.inserted("e")} from ${eventTable.rows("e")} join done using (ord)
  order by e.ord, e.version returning position
),
inserted_messages as (
  insert into messages (conversation_id, ${messageTable.inserted()})
  select done.id, ${messageTable.inserted("m")} from ${messageTable.rows("m")} join done using (ord)
),
placed_messages as (
  update messages set place = p.place from ${placementTable.rows("p")} join done using (ord)
  where messages.conversation_id = done.id and messages.number = p.number
),
upserted_inquiries as (
  insert into inquiries (conversation_id, project, created_by, ${inquiryTable.inserted()})
  select done.id, done.project, done.created_by, ${inquiryTable.inserted("i")}
  from ${inquiryTable.rows("i")} join done using (ord)
  on conflict (id) do update set ${inquiryTable.updated("excluded")}
),
ended_drafts as (
  update personal_records set draft = null, drafted_at = null
  from ${inquiryTable.rows("r", ["ord", "id", "status", "resolved_by"])} join done using (ord)
  where personal_records.inquiry_id = r.id and personal_records.principal = r.resolved_by and ${endsDraftSql("r.status")}
),
used_files as (
  insert into file_uses (file_id, conversation_id)
  select found.id, done.id from ${fileTable.rows("f")} join done using (ord)
  cross join lateral (select files.id from files where files.id = f.file_id offset 0) as found
  order by 1, 2 on conflict do nothing
),
inserted_runs as (
  insert into ended_runs (conversation_id, ${runTable.inserted()})
  select done.id, ${runTable.inserted("r")} from ${runTable.rows("r")} join done using (ord)
),
raised_notifications as (
  insert into notifications (${notificationTable.inserted()})
  select ${notificationTable.inserted("n")} from ${notificationTable.rows("n")} join done using (ord)
  on conflict (id) do update set ${notificationTable.updated("excluded")}
),
settled_notifications as (
  update notifications set action_status = s.action_status, settled_at = s.settled_at
  from ${settledTable.rows("s")} join done using (ord) where notifications.id = s.id
),
inserted_notices as (
  insert into notices (${noticeTable.inserted()}, status, created_at, tried_from, due_at)
  select ${noticeTable.inserted("n")}, 'pending', now, now, now
  from ${noticeTable.rows("n")} join done using (ord) cross join clock
),
inserted_audit as (
  insert into audit (${auditTable.inserted()})
  select ${auditTable.inserted("a")} from ${auditTable.rows("a")} join done using (ord)
  order by a.ord, a.place
)
select checked.ord, checked.reason, done.ord is not null as done,
  case when granted.claims then granted.lease_epoch + 1 when granted.epoch is not null and not granted.releases then granted.epoch end as epoch,
  earlier.fingerprint, earlier.status as reply_status, earlier.body, exists (select from inserted_events) as has_events,
  checked.epoch is null and checked.lease_owner is distinct from checked.claim_owner and checked.lease_owner is not null as is_leased_elsewhere
from checked left join done using (ord) left join granted using (ord) left join earlier using (ord)`;
