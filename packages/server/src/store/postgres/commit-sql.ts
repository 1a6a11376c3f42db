import { endingsOfDrafts } from "../personal.ts";

/** The time, in milliseconds: the database's, unless a test gives another. */
export function nowMs(given: string): string {
  return `coalesce(${given}::bigint, floor(extract(epoch from clock_timestamp()) * 1000)::bigint)`;
}

/** How an inquiry ends when its author's draft does. */
export const endings = endingsOfDrafts.map((status) => `'${status}'`).join(", ");

/** What PostgreSQL says when a reply was written for a commit that then was not made: nothing of the group stays. */
export const halfDone = "22012";

/**
 * Applies a group of commits of different conversations in one statement, each granted or refused on its own.
 * Rows are locked, and keys taken, in their order, so that two servers cannot wait for each other.
 * All parts of the statement see the database as it was before it, so a deletion does not see what it inserts itself.
 * Rows are looked up one by one: a plan that was made while the tables were small, and kept, would read them whole.
 */
export const commitSql = `
with clock as materialized (select ${nowMs("$49")} as now),
input as materialized (
  select * from unnest(
    $1::integer[], $2::text[], $3::integer[], $4::bigint[], $5::integer[], $6::text[], $7::integer[], $8::text[], $9::text[],
    $10::text[], $11::text[], $12::text[], $13::text[], $14::bigint[], $15::text[], $16::bigint[], $17::boolean[],
    $18::text[], $19::text[], $20::text[], $21::text[], $22::integer[], $23::text[]
  ) as t (
    ord, id, expected, epoch, version, state, state_format, status, agent,
    project, parent, title_folded, created_by, due, claim_owner, claim_ms, erases,
    principal, route, key, fingerprint, reply_status, body
  )
),
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
checked as materialized (
  select input.*, locked.lease_owner, locked.lease_until, coalesce(locked.lease_epoch, 0) as lease_epoch,
    case
      when earlier.ord is not null then 'reply'
      when input.epoch is not null and (locked.lease_owner is null or locked.lease_epoch <> input.epoch) then 'epoch'
      when coalesce(locked.version, 0) <> input.expected then 'version'
    end as reason
  from input left join locked using (id) left join earlier using (ord)
),
replied as (
  insert into replies (principal, route, key, conversation_id, fingerprint, status, body, created_at)
  select principal, route, key, id, fingerprint, reply_status, body, now from checked, clock
  where reason is null and key is not null order by principal, route, key, ord
  on conflict do nothing returning conversation_id as id
),
granted as materialized (
  select checked.*,
    case when due = 0 then now else due end as due_at,
    coalesce(due = 0, false) and epoch is null and claim_owner is not null and lease_owner is null as claims,
    epoch is not null and due is distinct from 0 as frees
  from checked cross join clock left join replied using (id)
  where reason is null and (checked.key is null or replied.id is not null)
),
updated as (
  update conversations c set
    version = g.version, state = g.state, state_format = g.state_format, status = g.status, title_folded = g.title_folded,
    updated_at = now, due_at = g.due_at,
    lease_owner = case when claims then claim_owner when frees then null else g.lease_owner end,
    lease_until = case when claims then now + claim_ms when frees then null else g.lease_until end,
    lease_epoch = g.lease_epoch + claims::integer
  from granted g, clock where c.id = g.id and g.expected > 0
  returning c.id
),
inserted as (
  insert into conversations
    (id, version, state, state_format, status, agent, project, parent, title_folded, created_by, updated_at, due_at,
     lease_owner, lease_until, lease_epoch)
  select id, version, state, state_format, status, agent, project, parent, title_folded, created_by, now, due_at,
    case when claims then claim_owner end, case when claims then now + claim_ms end, claims::integer
  from granted, clock where expected = 0 order by id collate "C"
  on conflict do nothing returning id
),
done as materialized (
  select ord, id, project, erases from granted where id in (select id from updated union all select id from inserted)
),
forgotten as (delete from events where conversation_id in (select id from done where erases)),
unsaid as (delete from messages where conversation_id in (select id from done where erases)),
unasked as (delete from inquiries where conversation_id in (select id from done where erases)),
unrun as (delete from ended_runs where conversation_id in (select id from done where erases)),
unshown as (delete from live_texts where conversation_id in (select id from done where erases)),
emptied as (update replies set body = '' where conversation_id in (select id from done where erases)),
logged as (
  insert into events (conversation_id, project, version, event)
  select done.id, done.project, e.version, e.event
  from unnest($24::integer[], $25::integer[], $26::text[]) as e (ord, version, event) join done using (ord)
  order by e.ord, e.version returning position
),
said as (
  insert into messages (conversation_id, number, place, said, message)
  select done.id, m.number, m.place, m.said, m.message
  from unnest($27::integer[], $28::integer[], $29::integer[], $30::text[], $31::text[]) as m (ord, number, place, said, message)
  join done using (ord)
),
placed as (
  update messages set place = p.place
  from unnest($32::integer[], $33::integer[], $34::integer[]) as p (ord, number, place) join done using (ord)
  where messages.conversation_id = done.id and messages.number = p.number
),
asked as (
  insert into inquiries (id, conversation_id, run_id, agent, project, status, asked_at, created_by, resolved_by, asked, record)
  select i.id, done.id, i.run_id, i.agent, done.project, i.status, i.asked_at, i.created_by, i.resolved_by, i.asked, i.record
  from unnest($35::integer[], $36::text[], $37::text[], $38::text[], $39::text[], $40::bigint[], $41::text[], $42::text[], $43::text[], $44::text[])
    as i (ord, id, run_id, agent, status, asked_at, created_by, resolved_by, asked, record) join done using (ord)
  on conflict (id) do update set
    status = excluded.status, resolved_by = excluded.resolved_by, asked = excluded.asked, record = excluded.record
),
undrafted as (
  update personal_records set draft = null, drafted_at = null
  from unnest($35::integer[], $36::text[], $39::text[], $42::text[]) as r (ord, id, status, resolved_by) join done using (ord)
  where personal_records.inquiry_id = r.id and personal_records.principal = r.resolved_by and r.status in (${endings})
),
ran as (
  insert into ended_runs (id, conversation_id, ended_order, record)
  select r.id, done.id, r.ended_order, r.record
  from unnest($45::integer[], $46::text[], $47::integer[], $48::text[]) as r (ord, id, ended_order, record) join done using (ord)
)
select checked.ord, checked.reason, done.ord is not null as done,
  case when granted.claims then granted.lease_epoch + 1 when granted.epoch is not null and not granted.frees then granted.epoch end as epoch,
  earlier.fingerprint, earlier.status as reply_status, earlier.body, exists (select from logged) as grown,
  checked.epoch is null and checked.lease_owner is distinct from checked.claim_owner and checked.lease_owner is not null as disturbs,
  1 / case when replied.id is not null and done.ord is null then 0 else 1 end as whole
from checked left join done using (ord) left join granted using (ord) left join earlier using (ord)
  left join replied on replied.id = checked.id`;
