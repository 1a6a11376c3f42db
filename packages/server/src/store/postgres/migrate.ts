import { MigrationRefused, type MigrationReport, planFrom } from "../migration.ts";
import { applicationName } from "./application-name.ts";
import { openConnection } from "./connection.ts";
import { type Database, openDatabase, type Query } from "./database.ts";
import { type Migration, migrations } from "./schema.ts";

export interface MigrateOptions {
  /** Only tell what would run. */
  readonly dryRun?: boolean;
  /** Whether a step runs that servers of an older version do not survive; `never` unless given. */
  readonly unsafe?: "never" | "when-alone" | "always";
  /** For tests: other steps than ours. */
  readonly known?: readonly Migration[];
}

/** One process migrates at a time; the others wait here and then find it done. */
const migrationLock = 0x61736b62;

/** Brings the database of a URL up to this version, or tells what that would take. */
export async function migratePostgres(
  urls: { readonly url: string; readonly directUrl?: string },
  options: MigrateOptions,
): Promise<MigrationReport> {
  const database = openDatabase({ ...urls, failed() {} });
  try {
    return await migrate(database, options);
  } finally {
    await database.close();
  }
}

/** Brings a database up to this version, all of it or nothing; refuses one that is newer. */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<MigrationReport> {
  const { dryRun = false, unsafe = "never", known = migrations } = options;
  // Past any pooler and without the time limits of everyday statements: a step may take long, and so may waiting for it.
  const { query, close } = await openConnection(database);
  try {
    const planned = await planOf(query, known);
    if (dryRun || planned.steps.length === 0) return planned;
    // Who waited for the lock must see what was committed meanwhile, whatever the database has as its default.
    await query("begin isolation level read committed");
    await query("select pg_advisory_xact_lock($1)", [migrationLock]);
    const plan = await planOf(query, known);
    await refuseUnsafe(plan, unsafe, query);
    for (const { number } of plan.steps) await query(known[number - 1]?.sql ?? "");
    await recordVersion(plan, known, query);
    await query("commit");
    return plan;
  } finally {
    await close();
  }
}

/** The version of a database, 0 for one that Askback has not been in; needs no right but to read. */
export async function versionOf(query: Query): Promise<number> {
  // Not by to_regclass, which remembers from before the lock that there was none.
  const [table] = await query(
    "select exists (select from pg_class where relname = 'askback_version' and pg_table_is_visible(oid)) as found",
  );
  return table?.found === true ? Number((await query("select version from askback_version"))[0]?.version ?? 0) : 0;
}

/** What it takes to bring a database up to the steps that are known. */
export async function planOf(query: Query, known: readonly Migration[]): Promise<MigrationReport> {
  const version = await versionOf(query);
  return planFrom(version, known, version > known.length ? await openFrom(query) : version);
}

/** The oldest version whose servers may work on a database: steps that are safe under them leave it open to them. */
async function openFrom(query: Query): Promise<number | undefined> {
  const [row] = await query("select to_jsonb(askback_version) ->> 'open_from' as open_from from askback_version");
  return row?.open_from == null ? undefined : Number(row.open_from);
}

async function recordVersion({ from, to, steps }: MigrationReport, known: readonly Migration[], query: Query) {
  if (steps.length === 0) return;
  await query("create table if not exists askback_version (version integer not null)");
  await query("alter table askback_version add column if not exists open_from integer");
  const oldest = 1 + known.findLastIndex(({ isSafeUnderOlder }) => !isSafeUnderOlder);
  if (from === 0) await query("insert into askback_version (version, open_from) values ($1, $2)", [to, oldest]);
  else await query("update askback_version set version = $1, open_from = $2", [to, oldest]);
}

/** On an empty database nobody can be disturbed. */
async function refuseUnsafe(
  { from, steps }: MigrationReport,
  unsafe: MigrateOptions["unsafe"],
  query: Query,
): Promise<void> {
  const dangerous = steps.filter(({ isSafeUnderOlder }) => !isSafeUnderOlder);
  if (from === 0 || dangerous.length === 0 || unsafe === "always") return;
  const [first] = dangerous;
  const what = `step ${first?.number} (${first?.title}) must not run beside servers of an older version`;
  if (unsafe === "never")
    throw new MigrationRefused(what, "Stop the older servers, run `askback migrate`, and start the new ones.");
  const [others] = await query(
    "select count(*) as count from pg_stat_activity where application_name = $1 and datname = current_database() and pid <> pg_backend_pid()",
    [applicationName],
  );
  if (Number(others?.count) > 0)
    throw new MigrationRefused(
      `${what}, and ${others?.count} connections of servers are open`,
      "Stop all servers and run `askback migrate` again; with --force if you know that none is left.",
    );
}
