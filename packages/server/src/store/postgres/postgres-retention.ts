import type { Event } from "@askback/core";
import { ArchiveRefused } from "../archive.ts";
import { atRest, type PruneRequest, type PruneStep, positionBefore, type Retention, throughOld } from "../retention.ts";
import { refuseUnreadable } from "./archive-reader.ts";
import { openConnection } from "./connection.ts";
import { openDatabase, type Query, type Row } from "./database.ts";
import { lastPosition } from "./horizon.ts";

const conversationsPerStep = 100;
const eventsPerStep = 1_000;

/** Prunes a database beside running servers: each step is one short statement that waits for nobody's conversation. */
export function createPostgresRetention(urls: { readonly url: string; readonly directUrl?: string }): Retention {
  return {
    pruneConversations: (request) => inDatabase(urls, request, pruneConversations),
    pruneLog: (request) => inDatabase(urls, request, pruneLog),
  };
}

type Prune = (query: Query, request: PruneRequest) => AsyncGenerator<PruneStep>;

async function* inDatabase(
  urls: { readonly url: string; readonly directUrl?: string },
  request: PruneRequest,
  prune: Prune,
): AsyncGenerator<PruneStep> {
  const database = openDatabase({ ...urls, failed() {} });
  try {
    const { query, close } = await openConnection(database);
    try {
      await refuseUnreadable(query);
      if (!request.isDryRun) await refuseSecond(query);
      yield* prune(query, request);
      // The database forgets a connection only a moment after it was closed.
      if (!request.isDryRun) await query("select pg_advisory_unlock_all()");
    } finally {
      await close();
    }
  } finally {
    await database.close();
  }
}

const pruneLock = 0x61736b70;

/** Two at once would wait for each other's rows, in orders of their own. */
async function refuseSecond(query: Query): Promise<void> {
  const [row] = await query("select pg_try_advisory_lock($1, 'log_horizon'::regclass::oid::int) as is_ours", [
    pruneLock,
  ]);
  if (row?.is_ours === true) return;
  throw new ArchiveRefused("another prune is at work on this database", "Wait until it has ended, and prune again.");
}

/**
 * A family, which is a conversation that is nobody's sub-agent any more and its sub-agents, goes as a whole or not at all.
 * Rows are locked before they are judged, and what somebody else holds is passed over.
 */
function familiesSql(lock: string): string {
  const isOld = `due_at is null and lease_owner is null and updated_at < $2 and (${atRest})`;
  return `
    with slice as materialized (
      select id from conversations where id > $1 order by id limit ${conversationsPerStep}
    ),
    roots as materialized (
      select id from conversations c where id in (select id from slice) and ${isOld}
        and not exists (select from conversations p where p.id = c.parent) order by id ${lock}
    ),
    children as materialized (
      select id, parent from conversations where parent in (select id from roots) and ${isOld} order by id ${lock}
    ),
    whole as materialized (
      select id from roots
      where (select count(*) from children where parent = roots.id) = (select count(*) from conversations where parent = roots.id)
    ),
    family as materialized (
      select id from whole union all select id from children where parent in (select id from whole)
    )`;
}

const looked = "(select count(*) from slice) as looked, (select max(id) from slice) as last";

const countOldSql = `${familiesSql("")}
  select ${looked}, (select count(*) from family) as conversations,
    (select count(*) from events where conversation_id in (select id from family)) as events`;

const eraseOldSql = `${familiesSql("for update skip locked")},
  forgotten as (delete from events where conversation_id in (select id from family) returning position),
  unsaid as (delete from messages where conversation_id in (select id from family)),
  unasked as (delete from inquiries where conversation_id in (select id from family)),
  unrun as (delete from ended_runs where conversation_id in (select id from family)),
  -- Servers forget old replies too, in an order of their own.
  unanswered as (
    delete from replies where (principal, route, key) in (
      select principal, route, key from replies where conversation_id in (select id from family) for update skip locked)
  ),
  gone as (delete from conversations where id in (select id from family)),
  moved as (
    update log_horizon set position = greatest(position, (select max(position) from forgotten))
    where exists (select from forgotten)
  )
  select ${looked}, (select count(*) from family) as conversations, (select count(*) from forgotten) as events`;

async function* pruneConversations(query: Query, { before, isDryRun }: PruneRequest): AsyncGenerator<PruneStep> {
  const of = Number((await query("select count(*) as count from conversations"))[0]?.count);
  for (let reached: unknown = ""; ; ) {
    const [row] = await query(isDryRun ? countOldSql : eraseOldSql, [reached, before]);
    if (row?.last == null) return;
    const { looked, conversations, events } = row;
    yield { looked: Number(looked), of, conversations: Number(conversations), events: Number(events) };
    reached = row.last;
  }
}

const selectLogSql = `
  select position, event from events where position > $1 and position <= $2 order by position limit ${eventsPerStep}`;

// What somebody else holds, who is erasing its conversation, is passed over.
const removeLogSql = `
  with slice as materialized (
    select position from events where position > $1 and position <= $2 order by position for update skip locked
  ),
  forgotten as (delete from events where position in (select position from slice) returning position),
  moved as (
    update log_horizon set position = greatest(position, (select max(position) from forgotten))
    where exists (select from forgotten)
  )
  select count(*) as events from forgotten`;

async function* pruneLog(query: Query, { before, isDryRun }: PruneRequest): AsyncGenerator<PruneStep> {
  const [newest] = await query(`select ${lastPosition} as position`);
  const end = await positionBefore(before, Number(newest?.position), async (position) => {
    const [row] = await query("select position, event from events where position >= $1 order by position limit 1", [
      position,
    ]);
    return row && loggedAt(row);
  });
  const of = Number((await query("select count(*) as count from events where position <= $1", [end]))[0]?.count);
  for (let reached = 0; ; ) {
    const logged = (await query(selectLogSql, [reached, end])).map(loggedAt);
    const { count, last } = throughOld(before, logged);
    if (last === undefined) return;
    const events = isDryRun ? count : Number((await query(removeLogSql, [reached, last]))[0]?.events);
    yield { looked: count, of, conversations: 0, events };
    if (count < logged.length) return;
    reached = last;
  }
}

function loggedAt({ position, event }: Row) {
  return { position: Number(position), at: (JSON.parse(String(event)) as Event).at };
}
