import { MigrationRefused, type MigrationReport, planMigration } from "../../migration.ts";
import {
  applicationName,
  type Database,
  type DatabaseUrls,
  openConnection,
  openDatabase,
  type Query,
} from "../connection/database.ts";
import { type Migration, migrations } from "../schema/schema.ts";

export interface MigrateOptions {
  /** Only reports the steps. */
  readonly dryRun?: boolean;
  /** Whether to run a step under which servers of an older version cannot go on; `never` by default. */
  readonly unsafe?: "never" | "when-alone" | "always";
  /** For tests: other steps than ours. */
  readonly known?: readonly Migration[];
}

/** The advisory lock under which one process migrates; the others wait and then find it done. */
const migrationLock = 0x61736b62;

/** Migrates the database of a URL to this version, or reports the steps. */
export async function migratePostgres(urls: DatabaseUrls, options: MigrateOptions): Promise<MigrationReport> {
  const database = openDatabase({ ...urls, onError() {} });
  try {
    return await migrate(database, options);
  } finally {
    await database.close();
  }
}

/** Migrates a database to this version in one transaction; refuses one that is newer. */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<MigrationReport> {
  const { dryRun = false, unsafe = "never", known = migrations } = options;
  // A step, and waiting for the lock, may take longer than the statement timeout of the pool.
  const { query, close } = await openConnection(database);
  try {
    const planned = await plan(query, known);
    if (dryRun || planned.steps.length === 0) return planned;
    // After waiting for the lock the transaction must see what was committed meanwhile.
    await query("begin isolation level read committed");
    await query("select pg_advisory_xact_lock($1)", [migrationLock]);
    const report = await plan(query, known);
    await refuseUnsafe(report, unsafe, query);
    for (const { number } of report.steps) await query(known[number - 1]?.sql ?? "");
    await recordVersion(report, known, query);
    await query("commit");
    return report;
  } finally {
    await close();
  }
}

/** The version of a database, 0 for an empty one; needs only the right to read. */
export async function readVersion(query: Query): Promise<number> {
  // to_regclass would use a cached result from before the lock.
  const [table] = await query(
    "select exists (select from pg_class where relname = 'askback_version' and pg_table_is_visible(oid)) as found",
  );
  return table?.found === true ? Number((await query("select version from askback_version"))[0]?.version ?? 0) : 0;
}

/** The steps from the database's version to the known ones. */
export async function plan(query: Query, known: readonly Migration[]): Promise<MigrationReport> {
  const version = await readVersion(query);
  return planMigration(version, known, version > known.length ? await readOldestSupported(query) : version);
}

/** The oldest version whose servers may work on a database: all steps since are safe under them. */
async function readOldestSupported(query: Query): Promise<number | undefined> {
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

/** An empty database has no older servers, so every step is safe there. */
async function refuseUnsafe(
  { from, steps }: MigrationReport,
  unsafe: MigrateOptions["unsafe"],
  query: Query,
): Promise<void> {
  const [first] = steps.filter(({ isSafeUnderOlder }) => !isSafeUnderOlder);
  if (from === 0 || !first || unsafe === "always") return;
  const reason = `step ${first.number} (${first.title}) must not run beside servers of an older version`;
  if (unsafe === "never")
    throw new MigrationRefused(reason, "Stop the older servers, run `askback migrate`, and start the new ones.");
  const [others] = await query(
    "select count(*) as count from pg_stat_activity where application_name = $1 and datname = current_database() and pid <> pg_backend_pid()",
    [applicationName],
  );
  if (Number(others?.count) > 0)
    throw new MigrationRefused(
      `${reason}, and ${others?.count} connections of servers are open`,
      "Stop all servers and run `askback migrate` again; with --force if you know that none is left.",
    );
}
