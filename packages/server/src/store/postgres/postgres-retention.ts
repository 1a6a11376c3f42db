import type { Event } from "@askback/core";
import { atRest, type PruneRequest, type PruneStep, positionBefore, type Retention } from "../retention.ts";
import { refuseUnreadable } from "./archive-reader.ts";
import { openDatabase, type Query } from "./database.ts";
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
    const client = await database.connect();
    // A connection that breaks shows in the query that it breaks.
    client.on("error", () => {});
    const query: Query = async (sql, values = []) => (await client.query(sql, [...values])).rows;
    try {
      await refuseUnreadable(query);
      yield* prune(query, request);
    } finally {
      await client.end();
    }
  } finally {
    await database.close();
  }
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

const countLogSql = `
  select max(position) as last, count(*) as events from
    (select position from events where position > $1 and position <= $2 order by position limit ${eventsPerStep}) as slice`;

const removeLogSql = `
  with slice as materialized (
    select position from events where position > $1 and position <= $2 order by position limit ${eventsPerStep}
  ),
  forgotten as (delete from events where position in (select position from slice)),
  moved as (
    update log_horizon set position = greatest(position, (select max(position) from slice))
    where exists (select from slice)
  )
  select max(position) as last, count(*) as events from slice`;

async function* pruneLog(query: Query, { before, isDryRun }: PruneRequest): AsyncGenerator<PruneStep> {
  const [newest] = await query(`select ${lastPosition} as position`);
  const end = await positionBefore(before, Number(newest?.position), async (position) => {
    const [row] = await query("select position, event from events where position >= $1 order by position limit 1", [
      position,
    ]);
    return row && { position: Number(row.position), at: (JSON.parse(String(row.event)) as Event).at };
  });
  const of = Number((await query("select count(*) as count from events where position <= $1", [end]))[0]?.count);
  for (let reached: unknown = 0; ; ) {
    const [row] = await query(isDryRun ? countLogSql : removeLogSql, [reached, end]);
    if (row?.last == null) return;
    const events = Number(row.events);
    yield { looked: events, of, conversations: 0, events };
    reached = row.last;
  }
}
