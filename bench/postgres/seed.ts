import { createPostgresStore } from "@askback/server";
import type pg from "pg";
import { createBenchRuntime } from "../bench-runtime.ts";
import { withClient } from "./databases.ts";
import { progress } from "./progress.ts";

const deadlineMs = 30 * 24 * 3600 * 1000;

/** The tables of a parked conversation, and their columns that contain its id. */
const idColumns = {
  events: ["conversation_id", "event"],
  conversations: ["id", "state"],
  messages: ["conversation_id", "message", "said"],
  inquiries: ["id", "conversation_id", "run_id", "record"],
} as const;
type Table = keyof typeof idColumns;

/**
 * Fills a database with parked conversations, and as many that also have a deadline. They are copies of the rows of two
 * real ones under other ids, with deadlines a second apart.
 */
export async function seedDatabase(url: string, amount: number): Promise<void> {
  const templates = await parkTwo(url);
  // The log is as large as the other tables together, so it gets a connection of its own.
  await Promise.all([
    withClient(url, (client) => fill(client, "events", templates, amount)),
    withClient(url, async (client) => {
      for (const table of ["conversations", "messages", "inquiries"] as const)
        await fill(client, table, templates, amount);
    }),
  ]);
  progress("  analyze, checkpoint");
  await withClient(url, async (client) => {
    await client.query("analyze");
    await client.query("checkpoint");
  });
}

async function parkTwo(url: string): Promise<readonly string[]> {
  const store = await createPostgresStore({ url, onError: (error) => console.error(error) });
  const ids: string[] = [];
  for (const ask of [{}, { deadlineMs }]) {
    const bench = createBenchRuntime(store, ask);
    ids.push(await bench.park());
    await bench.stop();
  }
  await store.close();
  return ids;
}

/** Fills a table in the transaction that truncates it, and builds its indexes last, which is much faster. */
async function fill(client: pg.Client, table: Table, templates: readonly string[], amount: number): Promise<void> {
  progress(`  ${amount * templates.length} times the rows in ${table}`);
  const owner = table === "conversations" ? "id" : "conversation_id";
  await client.query("set maintenance_work_mem = '1GB'");
  await client.query("begin");
  await client.query(`create temporary table template as select * from ${table} where ${owner} = any($1)`, [templates]);
  await client.query(`truncate ${table}`);
  const rebuild = await dropIndexes(client, table);
  for (const template of templates) await copyRows(client, table, { template, owner, amount });
  for (const sql of rebuild) await client.query(sql);
  await client.query("drop table template");
  await client.query("commit");
}

async function dropIndexes(client: pg.Client, table: Table): Promise<readonly string[]> {
  const keys = await client.query(
    "select conname as name, pg_get_constraintdef(oid) as sql from pg_constraint where contype = 'p' and conrelid = $1::regclass",
    [table],
  );
  const indexes = await client.query(
    "select indexname as name, indexdef as sql from pg_indexes where tablename = $1 and not indexname = any($2)",
    [table, keys.rows.map(({ name }) => name)],
  );
  for (const { name } of keys.rows) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  return [
    ...keys.rows.map(({ name, sql }) => `alter table ${table} add constraint ${name} ${sql}`),
    ...indexes.rows.map(({ sql }) => String(sql)),
  ];
}

interface CopyOptions {
  readonly template: string;
  readonly owner: string;
  readonly amount: number;
}

/** The ids differ in their last digits, so that copies are in the order of their creation, as real ones are. */
async function copyRows(client: pg.Client, table: Table, { template, owner, amount }: CopyOptions): Promise<void> {
  const { rows } = await client.query(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_identity = 'NO'`,
    [table],
  );
  const columns = rows.map(({ name }) => String(name));
  const named: readonly string[] = idColumns[table];
  const suffix = template.slice("conv_".length);
  const newSuffix = `'${suffix.slice(0, -8)}' || lpad(to_hex(n), 8, '0')`;
  const values = columns.map((column) => {
    if (named.includes(column)) return `replace(${column}, '${suffix}', ${newSuffix})`;
    return column === "due_at" ? "due_at + n * 1000" : column;
  });
  await client.query(
    `insert into ${table} (${columns.join(", ")})
     select ${values.join(", ")} from generate_series(1, ${amount}) as n
     cross join lateral (select * from template where ${owner} = '${template}' and n > 0) as copy`,
  );
}
