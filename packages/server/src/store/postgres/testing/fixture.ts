import { readFileSync, writeFileSync } from "node:fs";
import pg from "pg";
import { createCommandRunner } from "../../testing/command-runner.ts";
import { callTool, finishTool, start } from "../../testing/commands.ts";
import { createManualClock, type ManualClock } from "../../testing/manual-clock.ts";
import { fillStore } from "../../testing/sample-data.ts";
import { auditTables } from "../schema/audit-schema.ts";
import { migrations } from "../schema/schema.ts";
import { createPostgresStore } from "../store.ts";
import { freshSchema } from "./fresh-schema.ts";
import { runSql } from "./run-sql.ts";

/** The time of the conversations in all fixtures. */
const recordedAt = 1_700_000_000_000;
const few = { contract: "ask_user_question", stepLimit: 1, askLimit: 50 } as const;

export function fixtureClock(): ManualClock {
  return createManualClock(recordedAt);
}

/** The stored database of a version; with ASKBACK_WRITE_FIXTURES a missing one is made and stored. */
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

/** SQL that makes the tables of a version, with conversations of every status. */
export async function makeFixture(version: number): Promise<string> {
  const source = await filledSchema();
  const tables = migrations.slice(0, version).map(({ sql }) => sql);
  const empty = await freshSchema();
  await runSql(empty, tables.join("\n"));
  const inserts = [];
  for (const { name, columns } of await emptyTables(empty)) {
    const rows = await runSql(source, `select ${columns} from ${name} order by 1, 2`);
    for (const row of rows)
      inserts.push(`insert into ${name} (${columns}) overriding system value values (${valuesOf(row)});`);
  }
  return [
    ...tables,
    `create table askback_version (version integer not null);\ninsert into askback_version values (${version});`,
    ...inserts,
    ...(tables.includes(auditTables.sql)
      ? ["select setval(pg_get_serial_sequence('audit', 'id'), (select max(id) from audit));"]
      : []),
    "select setval(pg_get_serial_sequence('events', 'position'), (select max(position) from events));\n",
  ].join("\n");
}

/** A schema with the current tables and conversations in them. */
async function filledSchema(): Promise<string> {
  const url = await freshSchema();
  const clock = fixtureClock();
  const store = await createPostgresStore({ url, clock, onError() {} });
  const runner = createCommandRunner(store, clock);
  await fillStore(runner);
  await runner.performAll("conv_paused", start({ terms: few }), callTool("c1"), finishTool());
  const claim = { owner: "a server that is gone", leaseMs: 15_000 };
  await runner.perform("conv_thinking", start(), { claim });
  const key = { principal: "ana", inquiryId: "inq_parked_1" };
  await store.personal.saveDraft(key, "ciphertext");
  await store.personal.snooze(key, recordedAt + 3_600_000);
  await store.close();
  return url;
}

/** The tables that are empty after the migrations, without those that triggers fill. */
async function emptyTables(url: string): Promise<readonly { readonly name: string; readonly columns: string }[]> {
  const rows = await runSql(
    url,
    `select table_name as name, string_agg(column_name, ', ' order by ordinal_position) as columns
     from information_schema.columns where table_schema = current_schema() and table_name not in ('open_inquiry_changes', 'restricted_inquiry_changes')
     group by table_name order by table_name`,
  );
  const found = [];
  for (const { name, columns } of rows)
    if ((await runSql(url, `select from ${name} limit 1`)).length === 0)
      found.push({ name: String(name), columns: String(columns) });
  return found;
}

function valuesOf(row: Readonly<Record<string, unknown>>): string {
  return Object.values(row)
    .map((value) => (value === null ? "null" : pg.escapeLiteral(String(value))))
    .join(", ");
}
