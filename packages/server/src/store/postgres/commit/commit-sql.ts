import { lastingReplyTime } from "../../store.ts";
import { conversationColumns } from "../columns.ts";
import { type Columns, createColumnTable } from "../connection/column-table.ts";
import { nowSql } from "../connection/sql-values.ts";
import { eraseFilesSql } from "../files.ts";
import { numberPart, ord, type PartName } from "./commit-parts.ts";
import type { CommitRow, GroupRows } from "./commit-rows.ts";

/** The shape says what a statement can write: parts that it does not have cost nothing. */
export interface CommitShape {
  readonly parts: readonly PartName[];
  /** Whether commits may have a reply that is stored with them. */
  readonly replies: boolean;
  /** Whether commits may delete their conversation. */
  readonly erases: boolean;
}

export interface CommitStatement {
  readonly sql: string;
  /** The parameters for a group; the time is only given by tests. */
  parameters(rows: GroupRows, now: number | null): readonly unknown[];
}

const commitColumns: Columns<CommitRow> = {
  ord,
  ...conversationColumns,
  state: ["text", "upsert", ({ state }) => state],
  expected: ["integer", "input", ({ commit }) => commit.expectedVersion],
  seen_at: ["bigint", "input", ({ seenAt }) => seenAt],
  epoch: ["bigint", "input", ({ commit }) => commit.epoch],
  due: ["bigint", "input", ({ commit }) => commit.dueAt],
  claim_owner: ["text", "input", ({ commit }) => commit.claim?.owner],
  claim_ms: ["bigint", "input", ({ commit }) => commit.claim?.leaseMs],
};

const erasesColumn: Columns<CommitRow> = { erases: ["boolean", "input", ({ erases }) => erases] };

const replyColumns: Columns<CommitRow> = {
  principal: ["text", "input", ({ commit }) => commit.reply?.principal],
  route: ["text", "input", ({ commit }) => commit.reply?.route],
  key: ["text", "input", ({ commit }) => commit.reply?.key],
  fingerprint: ["text", "input", ({ commit }) => commit.reply?.fingerprint],
  reply_status: ["integer", "input", ({ commit }) => commit.reply?.status],
  body: ["text", "input", ({ commit }) => commit.reply?.body],
  lasting: ["boolean", "input", ({ commit }) => commit.reply?.lasting ?? false],
};

/**
 * Applies a group of commits of different conversations in one statement; each is granted or refused on its own.
 * Rows are locked and keys inserted in sorted order, so that two servers cannot deadlock.
 * All parts of the statement see the database as it was before it, so a deletion does not see what it inserts itself.
 * Rows are looked up by lateral joins: a generic plan made while the tables were small would scan them.
 * Where another server inserts the same conversation concurrently, the statement fails with a unique violation, which
 * also takes back the reply that was inserted for it.
 */
export function createCommitStatement({ parts, replies, erases }: CommitShape): CommitStatement {
  const table = createColumnTable<CommitRow>({
    ...commitColumns,
    ...(erases && erasesColumn),
    ...(replies && replyColumns),
  });
  let next = table.nextParameter;
  const numbered = parts.map((name) => {
    const part = numberPart(name, next);
    next = part.nextParameter;
    return [name, part] as const;
  });
  const files = numbered.find(([name]) => name === "files")?.[1];

  const earlierSql = `earlier as materialized (
  select input.ord, found.* from input
  cross join lateral (
    select fingerprint, status, body from replies
    where principal = input.principal and route = input.route and key = input.key offset 0
  ) as found
  where input.key is not null
)`;
  const lackingSql = `lacking as materialized (
  select distinct f.ord from ${files?.rows("f")}
  where f.is_required and not exists (select from files where files.id = f.file_id offset 0)
)`;
  const checkedSql = `checked as materialized (
  select input.*, locked.lease_owner, locked.lease_until, coalesce(locked.lease_epoch, 0) as lease_epoch,
    case
      ${replies ? "when earlier.ord is not null then 'reply'" : ""}
      when input.epoch is not null and (locked.lease_owner is null or locked.lease_epoch <> input.epoch) then 'epoch'
      when coalesce(locked.version, 0) <> input.expected or locked.updated_at <> input.seen_at then 'version'
      ${files ? "when lacking.ord is not null then 'file'" : ""}
    end as reason
  from input left join locked using (id)
    ${replies ? "left join earlier using (ord)" : ""} ${files ? "left join lacking using (ord)" : ""}
)`;
  const insertedRepliesSql = `inserted_replies as (
  insert into replies (principal, route, key, conversation_id, fingerprint, status, body, created_at)
  select principal, route, key, id, fingerprint, reply_status, body,
    case when lasting then ${lastingReplyTime} else now end from checked, clock
  where reason is null and key is not null order by principal, route, key, ord
  on conflict do nothing returning conversation_id as id
)`;
  const grantedSql = `granted as materialized (
  select checked.*,
    case when due = 0 then now else due end as due_at,
    coalesce(due = 0, false) and epoch is null and claim_owner is not null and lease_owner is null as claims,
    epoch is not null and due is distinct from 0 as releases
  from checked cross join clock ${replies ? "left join inserted_replies using (id)" : ""}
  where reason is null ${replies ? "and (checked.key is null or inserted_replies.id is not null)" : ""}
)`;
  const writtenSql = `updated as (
  update conversations c set
    ${table.updated("g")}, updated_at = now, due_at = g.due_at,
    lease_owner = case when claims then claim_owner when releases then null else g.lease_owner end,
    lease_until = case when claims then now + claim_ms when releases then null else g.lease_until end,
    lease_epoch = g.lease_epoch + claims::integer
  from granted g, clock where c.id = g.id and g.expected > 0
  returning c.id
),
inserted as (
  insert into conversations (${table.inserted()}, updated_at, due_at, lease_owner, lease_until, lease_epoch)
  select ${table.inserted()}, now, due_at,
    case when claims then claim_owner end, case when claims then now + claim_ms end, claims::integer
  from granted, clock where expected = 0 order by id collate "C"
  returning id
),
done as materialized (
  select ord, id, project, created_by${erases ? ", erases" : ""} from granted
  where id in (select id from updated union all select id from inserted)
)`;
  const items = [
    `clock as materialized (select ${nowSql(`$${next}`)} as now)`,
    `input as materialized (select * from ${table.rows("t")})`,
    lockedSql,
    ...(replies ? [earlierSql] : []),
    ...(files ? [lackingSql] : []),
    checkedSql,
    ...(replies ? [insertedRepliesSql] : []),
    grantedSql,
    writtenSql,
    ...(erases ? [erasedSql] : []),
    ...numbered.map(([, { sql }]) => sql),
  ];
  return {
    sql: `with ${items.join(",\n")}
select checked.ord, checked.reason, done.ord is not null as done,
  case when granted.claims then granted.lease_epoch + 1 when granted.epoch is not null and not granted.releases then granted.epoch end as epoch,
  ${replies ? "earlier.fingerprint, earlier.status as reply_status, earlier.body," : ""} exists (select from inserted_events) as has_events,
  checked.epoch is null and checked.lease_owner is distinct from checked.claim_owner and checked.lease_owner is not null as is_leased_elsewhere,
  clock.now as at
from checked cross join clock left join done using (ord) left join granted using (ord) ${replies ? "left join earlier using (ord)" : ""}`,
    parameters: (rows, now) => [
      ...table.parameters(rows.commits),
      ...numbered.flatMap(([name, part]) => part.parameters(rows[name])),
      now,
    ],
  };
}

const lockedSql = `locked as materialized (
  select found.* from (select id from input order by id collate "C") as wanted
  cross join lateral (
    select id, version, updated_at, lease_owner, lease_until, lease_epoch from conversations where id = wanted.id for update
  ) as found
)`;

const erasedSql = `erased_events as (delete from events where conversation_id in (select id from done where erases)),
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
)`;
