import type { Database } from "./database.ts";

interface Migration {
  readonly sql: string;
  /** Whether servers of the version before can go on working while and after it runs. */
  readonly isSafeUnderOlder: boolean;
}

/** The tables as numbered steps. Append only: a step that has run anywhere is never edited. */
const migrations: readonly Migration[] = [
  {
    isSafeUnderOlder: true,
    sql: `
    -- Rows are rewritten at every step of a conversation: room in the page keeps the new version beside the old one.
    create table conversations (
      id text collate "C" primary key,
      version integer not null,
      state text not null,
      state_format integer not null,
      status text not null,
      agent text not null,
      project text not null,
      parent text collate "C",
      title_folded text,
      created_by text not null,
      updated_at bigint not null,
      due_at bigint,
      lease_owner text,
      lease_until bigint,
      lease_epoch bigint not null default 0
    ) with (fillfactor = 70);
    create index conversations_due on conversations (due_at, id) where due_at is not null and lease_owner is null;
    create index conversations_leased on conversations (lease_until) where lease_owner is not null;
    create index conversations_of_project on conversations (project, id);
    create index conversations_halted on conversations (status, id) where status in ('paused', 'failed');
    create index conversations_of_parent on conversations (parent, id) where parent is not null;

    create table events (
      position bigint generated always as identity primary key,
      conversation_id text collate "C" not null,
      project text not null,
      version integer not null,
      event text not null
    );
    create index events_of_conversation on events (conversation_id, position);

    create table messages (
      conversation_id text collate "C" not null,
      number integer not null,
      place integer,
      said text,
      message text not null,
      primary key (conversation_id, number)
    );

    create table inquiries (
      id text collate "C" primary key,
      conversation_id text collate "C" not null,
      run_id text collate "C" not null,
      agent text not null,
      project text not null,
      status text not null,
      asked_at bigint not null,
      created_by text not null,
      resolved_by text,
      asked text not null,
      record text not null
    ) with (fillfactor = 80);
    create index inquiries_of_project on inquiries (project, asked_at, id);
    create index inquiries_open on inquiries (project, asked_at, id) where status = 'open';
    create index inquiries_of_conversation on inquiries (conversation_id);

    create table ended_runs (
      id text collate "C" primary key,
      conversation_id text collate "C" not null,
      ended_order integer not null,
      record text not null
    );
    create index ended_runs_of_conversation on ended_runs (conversation_id, ended_order);

    create table replies (
      principal text not null,
      route text not null,
      key text not null,
      conversation_id text collate "C" not null,
      fingerprint text not null,
      status integer not null,
      body text not null,
      created_at bigint not null,
      primary key (principal, route, key)
    );
    create index replies_of_conversation on replies (conversation_id);
    create index replies_by_age on replies (created_at);

    -- Text that streams right now: worth nothing after a crash, so it is not logged.
    create unlogged table live_texts (
      conversation_id text collate "C" primary key,
      project text not null,
      run_id text not null,
      step integer not null,
      attempt integer not null,
      text text not null,
      updated_at bigint not null
    );`,
  },
];

const schemaVersion = migrations.length;

/** One server migrates at a time; the others wait here and then find it done. */
const migrationLock = 0x61736b62;

export interface MigrationReport {
  readonly from: number;
  readonly to: number;
  /** Steps during which servers of the older version must not run. */
  readonly unsafe: readonly number[];
}

/** Brings a database up to this version; refuses one that is newer. */
export async function migrate(database: Database): Promise<MigrationReport> {
  return database.transaction(async (query) => {
    await query("select pg_advisory_xact_lock($1)", [migrationLock]);
    await query("create table if not exists askback_version (version integer not null)");
    const found = Number((await query("select version from askback_version"))[0]?.version ?? 0);
    refuseNewer(found);
    for (const { sql } of migrations.slice(found)) await query(sql);
    if (found === 0) await query("insert into askback_version values ($1)", [schemaVersion]);
    else if (found < schemaVersion) await query("update askback_version set version = $1", [schemaVersion]);
    const unsafe = migrations.flatMap(({ isSafeUnderOlder }, index) =>
      index >= found && !isSafeUnderOlder ? [index + 1] : [],
    );
    return { from: found, to: schemaVersion, unsafe };
  });
}

function refuseNewer(found: number): void {
  if (found > schemaVersion)
    throw new Error(
      `this database has version ${found}, and this Askback knows versions up to ${schemaVersion}: start a newer Askback on it`,
    );
}
