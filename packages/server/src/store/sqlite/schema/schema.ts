import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { type MigrationReport, planMigration } from "../../migration.ts";
import { createPeopleTables, formerGroupNames } from "../../people/people-tables.ts";
import { turnIndexSql } from "../../project-turns.ts";
import { revokedWordsMigration } from "../../standing-answers.ts";
import { auditTables, standingTables } from "./audit-schema.ts";
import { notificationMigrations } from "./notification-schema.ts";
import { smallerRows } from "./smaller-rows-schema.ts";
import { waitsForSql } from "./waits-for-schema.ts";

interface Migration {
  /** Shown to the operator who runs it. */
  readonly title: string;
  readonly sql: string;
}

/** The tables as numbered steps. Append only: a step that has run anywhere is never edited. */
const migrations: readonly Migration[] = [
  {
    title: "conversations, their log and what people query",
    sql: `create table conversations (
    key integer primary key,
    id text not null unique,
    version integer not null,
    state text not null,
    state_format integer not null,
    status text not null,
    agent text not null,
    title_folded text,
    created_by text not null,
    updated_at integer not null,
    due_at integer,
    lease_owner text,
    lease_until integer,
    lease_epoch integer not null default 0
  );
  create index conversations_due on conversations (due_at, id) where due_at is not null and lease_owner is null;
  create index conversations_leased on conversations (lease_until) where lease_owner is not null;
  create index conversations_by_creator on conversations (created_by, id);
  create index conversations_halted on conversations (status, id) where status in ('paused', 'failed');

  -- One row per commit: position and version are those of the last of its events.
  create table log (
    position integer primary key,
    conversation integer not null,
    version integer not null,
    events text not null
  );
  create index log_of_conversation on log (conversation);

  create table messages (
    conversation integer not null,
    number integer not null,
    place integer,
    message text not null,
    primary key (conversation, number)
  ) without rowid;

  create table inquiries (
    id text primary key,
    run_id text not null,
    agent text not null,
    status text not null,
    asked_at integer not null,
    created_by text not null,
    record text not null
  );
  create index inquiries_oldest on inquiries (asked_at, id);
  create index inquiries_open on inquiries (asked_at, id) where status = 'open';

  create table ended_runs (
    id text primary key,
    record text not null
  ) without rowid;

  create table replies (
    principal text not null,
    route text not null,
    key text not null,
    conversation integer not null,
    fingerprint text not null,
    status integer not null,
    body text not null,
    created_at integer not null,
    primary key (principal, route, key)
  ) without rowid;
  create index replies_of_conversation on replies (conversation);
  create index replies_by_age on replies (created_at);`,
  },

  // Projects, sub-agents and who resolved; states of the first form get what the second one always has.
  {
    title: "projects, sub-agents and who resolved",
    sql: `alter table conversations add column project text not null default 'default';
  alter table conversations add column parent text;
  create index conversations_of_parent on conversations (parent, id) where parent is not null;
  drop index conversations_by_creator;
  create index conversations_of_project on conversations (project, id);
  alter table inquiries add column project text not null default 'default';
  alter table inquiries add column resolved_by text;
  alter table inquiries add column asked text not null default '';
  alter table messages add column said text;
  drop index inquiries_oldest;
  drop index inquiries_open;
  create index inquiries_of_project on inquiries (project, asked_at, id);
  create index inquiries_open on inquiries (project, asked_at, id) where status = 'open';
  update messages set said = (
    select upper(group_concat(part.value ->> '$.text', char(10))) from json_each(message, '$.parts') as part
    where part.value ->> '$.type' = 'text');
  update inquiries set asked = (
    select upper(group_concat(atom, char(10))) from json_tree(record)
    where atom is not null and key in ('text', 'label', 'note', 'comment'));
  update inquiries set record = json_set(record, '$.project', 'default'), resolved_by = record ->> '$.resolution.by';
  update conversations set state = json_set(state, '$.project', 'default', '$.counts.children', 0), state_format = 2;
  update conversations set state = json_set(state, '$.calls', 1) where status in ('acting', 'parked');`,
  },

  // One row: events up to this position may be gone from the log, and no position up to it is given again.
  {
    title: "how far the log was pruned",
    sql: `create table log_horizon (position integer not null);
  insert into log_horizon values (0);`,
  },

  // A row goes with its inquiry, whoever removes that.
  {
    title: "what people keep for inquiries: drafts, snoozes, what they have seen",
    sql: `create table personal_records (
    inquiry_id text not null references inquiries (id) on delete cascade,
    principal text not null,
    draft text,
    drafted_at integer,
    snoozed_until integer,
    seen_at integer,
    primary key (inquiry_id, principal)
  ) without rowid;
  create index personal_drafts on personal_records (drafted_at) where drafted_at is not null;`,
  },

  {
    title: "files that people attach",
    sql: `create table file_contents (
    hash text primary key,
    bytes blob not null
  );
  create table files (
    id text primary key,
    hash text not null references file_contents (hash),
    name text not null,
    type text not null,
    size integer not null,
    project text not null,
    uploaded_by text not null,
    uploaded_at integer not null
  );
  create index files_by_age on files (uploaded_at);
  create index files_of_content on files (hash);
  create table file_uses (
    file_id text not null references files (id),
    conversation integer not null,
    primary key (file_id, conversation)
  ) without rowid;
  create index file_uses_of_conversation on file_uses (conversation);`,
  },

  // One row: the id of the log, and a random text that is renewed when a server starts and stops.
  {
    title: "the identity of the log",
    sql: `create table history (id text not null, mark text);
  insert into history values (lower(hex(randomblob(8))), null);`,
  },

  // Triggers keep the counts, whoever changes an inquiry. Lists never come across sub-agents and deleted conversations.
  {
    title: "how many inquiries are open, and an index of what is listed",
    sql: `create table open_inquiry_counts (
    project text not null,
    created_by text not null,
    count integer not null,
    primary key (project, created_by)
  ) without rowid;
  insert into open_inquiry_counts
    select project, created_by, count(*) from inquiries where status = 'open' group by project, created_by;
  create trigger inquiry_asked after insert on inquiries when new.status = 'open' begin
    insert into open_inquiry_counts values (new.project, new.created_by, 1)
      on conflict do update set count = count + 1;
  end;
  create trigger inquiry_reopened after update of status on inquiries when old.status <> 'open' and new.status = 'open' begin
    insert into open_inquiry_counts values (new.project, new.created_by, 1)
      on conflict do update set count = count + 1;
  end;
  create trigger inquiry_closed after update of status on inquiries when old.status = 'open' and new.status <> 'open' begin
    update open_inquiry_counts set count = count - 1 where project = old.project and created_by = old.created_by;
  end;
  create trigger inquiry_deleted after delete on inquiries when old.status = 'open' begin
    update open_inquiry_counts set count = count - 1 where project = old.project and created_by = old.created_by;
  end;
  create index personal_snoozed on personal_records (principal, snoozed_until) where snoozed_until is not null;
  create index conversations_listed on conversations (project, id) where parent is null and status <> 'deleted';
  drop index conversations_of_project;`,
  },

  // A row goes with its inquiry, whoever removes that; without an inquiry it tells of a deletion.
  {
    title: "what others are told of inquiries",
    sql: `create table notices (
    id text primary key,
    inquiry_id text references inquiries (id) on delete cascade,
    version integer not null,
    channel text not null,
    endpoint text not null,
    recipient text not null,
    project text not null,
    url text,
    type text not null,
    at integer not null,
    record text not null,
    status text not null,
    created_at integer not null,
    tried_from integer not null,
    tries integer not null default 0,
    due_at integer,
    leased integer not null default 0,
    epoch integer not null default 0,
    attempts text not null default '[]'
  );
  create unique index notices_of_event on notices (inquiry_id, version, channel, endpoint);
  create index notices_due on notices (due_at, id) where due_at is not null;
  create index notices_leased on notices (id) where leased = 1;
  create index notices_settled on notices (created_at) where due_at is null;`,
  },

  { title: "people, projects, sessions and keys", sql: createPeopleTables("text") },
  {
    title: "for whom inquiries wait, and who has them",
    sql: waitsForSql,
  },
  ...notificationMigrations,
  auditTables,
  standingTables,
  smallerRows,
  { title: "what is due, by project", sql: turnIndexSql },
  revokedWordsMigration,
  formerGroupNames("text"),
];

/**
 * Migrates a database to this version, each step in its own transaction; refuses one that is newer. The steps of a new one
 * share a transaction: each would sync the disk, and nothing is lost where all are undone.
 */
export function migrate(db: Pick<DatabaseSync, "exec" | "prepare">): void {
  const from = readVersion(db);
  const steps = planFrom(from).steps.map(
    ({ number }) => `${migrations[number - 1]?.sql}; pragma user_version = ${number}`,
  );
  for (const sql of from === 0 ? [steps.join(";")] : steps) db.exec(`begin immediate; ${sql}; commit`);
}

/** The steps that opening the file would run, found without changing it. */
export function planMigrationOf(file: string): MigrationReport {
  if (!existsSync(file)) return planFrom(0);
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return planFrom(readVersion(db));
  } finally {
    db.close();
  }
}

/** Whether the log of a database has an id of its own. */
export function hasHistory(db: DatabaseSync): boolean {
  return readVersion(db) >= 6;
}

function readVersion(db: Pick<DatabaseSync, "prepare">): number {
  return Number(db.prepare("pragma user_version").get()?.user_version ?? 0);
}

function planFrom(from: number): MigrationReport {
  return planMigration(
    from,
    migrations.map((step) => ({ ...step, isSafeUnderOlder: true })),
  );
}

/** The range of all ids of a kind that derive from a conversation's id: they differ only in the count at the end. */
export function derivedIdRange(kind: "inq" | "run", conversationId: string): readonly [string, string] {
  const prefix = `${kind}_${conversationId.slice("conv_".length)}_`;
  return [prefix, `${prefix}~`];
}
