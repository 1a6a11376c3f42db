import { readFileSync, writeFileSync } from "node:fs";
import pg from "pg";
import { fill } from "../../testing/filled-store.ts";
import { createTurnableClock, type TurnableClock } from "../../testing/turnable-clock.ts";
import { callTool, finishTool, start } from "../../testing/wishes.ts";
import { createWorkbench } from "../../testing/workbench.ts";
import { createPostgresStore } from "../postgres-store.ts";
import { migrations } from "../schema.ts";
import { freshSchema } from "./fresh-schema.ts";

/** The time at which the conversations of all fixtures were had. */
const recordedAt = 1_700_000_000_000;
const few = { contract: "ask_user_question", stepLimit: 1, askLimit: 50 } as const;

export function fixtureClock(): TurnableClock {
  return createTurnableClock(recordedAt);
}

/** The database of a version as it was kept, or made now where it is missing and that is wished. */
export async function readFixture(version: number): Promise<string> {
  const file = new URL(`version-${version}.sql`, import.meta.url);
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (!process.env.ASKBACK_WRITE_FIXTURES)
      throw new Error(
        `there is no database of version ${version} to test upgrades with: run ASKBACK_WRITE_FIXTURES=1 npx vitest run upgrade.test.ts and commit the file`,
        { cause: error },
      );
    const sql = await makeFixture(version);
    writeFileSync(file, sql);
    return sql;
  }
}

/** SQL that makes, in an empty schema, the tables of a version and in them a conversation of every kind. */
export async function makeFixture(version: number): Promise<string> {
  const source = await filledSchema();
  const tables = migrations.slice(0, version).map(({ sql }) => sql);
  const empty = await freshSchema();
  await run(empty, tables.join("\n"));
  const inserts = [];
  for (const { name, columns } of await emptyTables(empty)) {
    const { rows } = await run(source, `select ${columns} from ${name} order by 1, 2`);
    for (const row of rows)
      inserts.push(`insert into ${name} (${columns}) overriding system value values (${valuesOf(row)});`);
  }
  return [
    ...tables,
    `create table askback_version (version integer not null);\ninsert into askback_version values (${version});`,
    ...inserts,
    "select setval(pg_get_serial_sequence('events', 'position'), (select max(position) from events));\n",
  ].join("\n");
}

/** A schema with the tables of today and conversations in them. */
async function filledSchema(): Promise<string> {
  const url = await freshSchema();
  const clock = fixtureClock();
  const store = await createPostgresStore({ url, clock, failed() {} });
  const workbench = createWorkbench(store, clock);
  await fill(workbench);
  await workbench.performAll("conv_paused", start({ terms: few }), callTool("c1"), finishTool());
  const claim = { owner: "a server that is gone", leaseMs: 15_000 };
  await workbench.perform("conv_thinking", start(), { claim });
  const kept = { principal: "ana", inquiryId: "inq_parked_1" };
  await store.personal.saveDraft(kept, "sealed");
  await store.personal.snooze(kept, recordedAt + 3_600_000);
  await store.close();
  return url;
}

/** The tables that the steps themselves put nothing into. */
async function emptyTables(url: string): Promise<readonly { readonly name: string; readonly columns: string }[]> {
  const { rows } = await run(
    url,
    `select table_name as name, string_agg(column_name, ', ' order by ordinal_position) as columns
     from information_schema.columns where table_schema = current_schema() group by table_name order by table_name`,
  );
  const found = [];
  for (const { name, columns } of rows)
    if ((await run(url, `select from ${name} limit 1`)).rowCount === 0) found.push({ name, columns });
  return found;
}

function valuesOf(row: Readonly<Record<string, unknown>>): string {
  return Object.values(row)
    .map((value) => (value === null ? "null" : pg.escapeLiteral(String(value))))
    .join(", ");
}

/** Statements on a connection of their own. */
export async function run(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
