import type pg from "pg";
import { type ArchiveHeader, brokenLine, type NumberedRecord, notEmpty, unknownConversation } from "../archive.ts";
import { columnsOf, insertSql } from "./archive-rows.ts";
import { openConnection } from "./connection.ts";
import type { Database } from "./database.ts";
import { lastPosition } from "./horizon.ts";
import { migrate, versionOf } from "./migrate.ts";

const batchSize = 200;

/** Fills an empty database in one transaction; servers that are there already wait. */
export async function writeDatabase(
  database: Database,
  { horizon }: ArchiveHeader,
  records: AsyncIterable<NumberedRecord>,
): Promise<void> {
  const { client, query, close } = await openConnection(database);
  try {
    // Before tables are changed that are not to be filled.
    if ((await versionOf(query)) > 0) await refuseIf(client, holdsSomething);
    await migrate(database);
    await client.query("begin");
    await client.query("lock table conversations, events, replies in share row exclusive mode");
    await refuseIf(client, `${holdsSomething} or (select position from log_horizon) > 0`);
    // Nothing is known yet of tables that were empty a moment ago, so the planner is told to look rows up by their keys.
    await client.query(
      "set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off",
    );
    for await (const batch of batchesOf(records)) await insert(client, batch);
    await client.query("update log_horizon set position = $1", [horizon]);
    await client.query(
      `select setval(pg_get_serial_sequence('events', 'position'), greatest(${lastPosition}, 1), ${lastPosition} > 0)`,
    );
    await client.query("commit");
    // Everything is stored by now; where this fails, autovacuum does it later.
    await client.query("analyze conversations, events, messages, inquiries, ended_runs, replies").catch(() => {});
  } finally {
    await close();
  }
}

/** In the tables of any version. */
const holdsSomething =
  "(exists (select from conversations) or exists (select from events) or exists (select from replies))";

async function refuseIf(client: pg.Client, isUsed: string): Promise<void> {
  const { rows } = await client.query(`select ${isUsed} as used`);
  if (rows[0]?.used !== false) throw notEmpty;
}

/** Records of one type that follow each other, some at a time. */
async function* batchesOf(records: AsyncIterable<NumberedRecord>): AsyncGenerator<readonly NumberedRecord[]> {
  let batch: NumberedRecord[] = [];
  for await (const one of records) {
    const isFull = batch.length === batchSize || (batch[0] && batch[0].record.type !== one.record.type);
    if (isFull) {
      yield batch;
      batch = [];
    }
    batch.push(one);
  }
  if (batch.length > 0) yield batch;
}

/** A batch that fails is tried again line by line, to tell which one it was. */
async function insert(client: pg.Client, batch: readonly NumberedRecord[]): Promise<void> {
  await client.query("savepoint batch");
  try {
    await insertTogether(client, batch);
  } catch (error) {
    await client.query("rollback to savepoint batch");
    const [only] = batch.length === 1 ? batch : [];
    if (only) throw brokenLine(only.line, error instanceof Error ? error.message : String(error));
    for (const one of batch) await insert(client, [one]);
  }
  await client.query("release savepoint batch");
}

async function insertTogether(client: pg.Client, batch: readonly NumberedRecord[]): Promise<void> {
  const [first] = batch;
  if (!first) return;
  const columns = columnsOf(batch.map(({ record }) => record));
  let inserted: number | null;
  try {
    inserted = (await client.query(insertSql[first.record.type], columns)).rowCount;
  } catch (error) {
    throw new Error(`cannot be stored: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (inserted !== batch.length) throw new Error(unknownConversation);
}
