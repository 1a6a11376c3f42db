import { ArchiveRefused } from "../../archive/archive.ts";
import {
  atRestSql,
  findPositionBefore,
  leadingOldEvents,
  type PruneRequest,
  type PruneStep,
  type Retention,
} from "../../retention.ts";
import { type DatabaseUrls, openConnection, openDatabase, type Query, type Row } from "../connection/database.ts";
import { nowSql } from "../connection/sql-values.ts";
import { eraseFilesSql } from "../files.ts";
import { eventCount, lastPosition } from "../read/log-horizon.ts";
import { eventsOfRow } from "../read/log-reader.ts";
import { requireCurrentTables } from "./archive-reader.ts";

const conversationsPerStep = 100;
const rowsPerStep = 1_000;

/** Prunes a database beside running servers: each step is one short statement that skips locked rows. */
export function createPostgresRetention(urls: DatabaseUrls): Retention {
  return {
    pruneConversations: (request) => inDatabase(urls, request, pruneConversations),
    pruneLog: (request) => inDatabase(urls, request, pruneLog),
  };
}

type Prune = (query: Query, request: PruneRequest) => AsyncGenerator<PruneStep>;

async function* inDatabase(urls: DatabaseUrls, request: PruneRequest, prune: Prune): AsyncGenerator<PruneStep> {
  const database = openDatabase({ ...urls, onError() {} });
  try {
    const { query, close } = await openConnection(database);
    try {
      await requireCurrentTables(query);
      if (!request.isDryRun) await refuseConcurrentPrune(query);
      yield* prune(query, request);
      // The database notices a closed connection only after a moment, so the lock is released explicitly.
      if (!request.isDryRun) await query("select pg_advisory_unlock_all()");
    } finally {
      await close();
    }
  } finally {
    await database.close();
  }
}

const pruneLock = 0x61736b70;

/** Two prunes at once could deadlock. */
async function refuseConcurrentPrune(query: Query): Promise<void> {
  const [row] = await query("select pg_try_advisory_lock($1, 'log_horizon'::regclass::oid::int) as is_ours", [
    pruneLock,
  ]);
  if (row?.is_ours === true) return;
  throw new ArchiveRefused("another prune is at work on this database", "Wait until it has ended, and prune again.");
}

/**
 * A family is a conversation without a parent and its sub-agents; it is deleted as a whole or not at all. Rows are locked
 * before they are checked, and rows that are locked by others are skipped.
 */
function familiesSql(lock: string): string {
  const isOld = `due_at is null and lease_owner is null and updated_at < $2 and (${atRestSql})`;
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

const progressSql = "(select count(*) from slice) as examined, (select max(id) from slice) as last";

const countOldSql = `${familiesSql("")}
  select ${progressSql}, (select count(*) from family) as conversations,
    (select coalesce(sum(${eventCount}), 0) from events where conversation_id in (select id from family)) as events`;

const eraseOldSql = `${familiesSql("for update skip locked")},
  deleted_events as (delete from events where conversation_id in (select id from family) returning position, ${eventCount} as count),
  deleted_messages as (delete from messages where conversation_id in (select id from family)),
  deleted_inquiries as (delete from inquiries where conversation_id in (select id from family)),
  deleted_runs as (delete from ended_runs where conversation_id in (select id from family)),
  ${eraseFilesSql("select id from family", nowSql("null"))},
  -- Servers delete old replies too, in another order.
  deleted_replies as (
    delete from replies where (principal, route, key) in (
      select principal, route, key from replies where conversation_id in (select id from family) for update skip locked)
  ),
  deleted_conversations as (delete from conversations where id in (select id from family)),
  moved_horizon as (
    update log_horizon set position = greatest(position, (select max(position) from deleted_events))
    where exists (select from deleted_events)
  )
  select ${progressSql}, (select count(*) from family) as conversations,
    (select coalesce(sum(count), 0) from deleted_events) as events`;

async function* pruneConversations(query: Query, { before, isDryRun }: PruneRequest): AsyncGenerator<PruneStep> {
  const total = Number((await query("select count(*) as count from conversations"))[0]?.count);
  for (let reached: unknown = ""; ; ) {
    const [row] = await query(isDryRun ? countOldSql : eraseOldSql, [reached, before]);
    if (row?.last == null) return;
    const { examined, conversations, events } = row;
    yield { examined: Number(examined), total, conversations: Number(conversations), events: Number(events) };
    reached = row.last;
  }
}

const selectLogSql = `
  select position, event from events where position > $1 and position <= $2 order by position limit ${rowsPerStep}`;

// Events whose conversation is just being erased are locked and skipped.
const removeLogSql = `
  with slice as materialized (
    select position from events where position > $1 and position <= $2 order by position for update skip locked
  ),
  deleted_events as (delete from events where position in (select position from slice) returning position, ${eventCount} as count),
  moved_horizon as (
    update log_horizon set position = greatest(position, (select max(position) from deleted_events))
    where exists (select from deleted_events)
  )
  select coalesce(sum(count), 0) as events from deleted_events`;

async function* pruneLog(query: Query, { before, isDryRun }: PruneRequest): AsyncGenerator<PruneStep> {
  const [newest] = await query(`select ${lastPosition} as position`);
  const end = await findPositionBefore(before, Number(newest?.position), async (position) => {
    const [row] = await query("select position, event from events where position >= $1 order by position limit 1", [
      position,
    ]);
    return row && loggedAt(row);
  });
  const [counted] = await query(`select coalesce(sum(${eventCount}), 0) as count from events where position <= $1`, [
    end,
  ]);
  const total = Number(counted?.count);
  for (let reached = 0; ; ) {
    const logged = (await query(selectLogSql, [reached, end])).map(loggedAt);
    const { count, last } = leadingOldEvents(before, logged);
    if (last === undefined) return;
    const examined = logged.slice(0, count).reduce((sum, row) => sum + row.events, 0);
    const events = isDryRun ? examined : Number((await query(removeLogSql, [reached, last]))[0]?.events);
    yield { examined, total, conversations: 0, events };
    if (count < logged.length) return;
    reached = last;
  }
}

/** A row holds the events of one commit. */
function loggedAt(row: Row) {
  const events = eventsOfRow(row);
  return { position: Number(row.position), at: Math.max(...events.map(({ at }) => at)), events: events.length };
}
