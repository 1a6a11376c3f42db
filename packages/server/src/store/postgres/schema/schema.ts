import { createPeopleTables, formerGroupNames } from "../../people/people-tables.ts";
import { turnIndexSql } from "../../project-turns.ts";
import { revokedWordsMigration } from "../../standing-answers.ts";
import { auditTables, standingTables } from "./audit-schema.ts";
import { notificationMigrations } from "./notification-schema.ts";
import { logOfCommits, smallerNotifications, smallerStates } from "./smaller-rows-schema.ts";
import { waitsForSql } from "./waits-for-schema.ts";

export interface Migration {
  /** Shown to the operator who runs it. */
  readonly title: string;
  readonly sql: string;
  /** Whether servers of any version since the last unsafe step can go on working while and after it runs. */
  readonly isSafeUnderOlder: boolean;
}

/** The tables as numbered steps. Append only: a step that has run anywhere is never edited. */
export const migrations: readonly Migration[] = [
  {
    title: "conversations, their log and what people query",
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
  {
    title: "how far the log was pruned",
    isSafeUnderOlder: true,
    sql: `
    -- One row: events up to this position may be gone from the log.
    create table log_horizon (position bigint not null);
    insert into log_horizon values (0);`,
  },
  {
    title: "the secret that signs browsers in",
    isSafeUnderOlder: true,
    sql: "create table secrets (name text primary key, value text not null);",
  },
  {
    title: "no room in pages that no update uses",
    isSafeUnderOlder: true,
    // Updates change indexed columns, so a new row version never stays in the page of the old one.
    sql: "alter table conversations reset (fillfactor); alter table inquiries reset (fillfactor);",
  },
  {
    title: "what people keep for inquiries: drafts, snoozes, what they have seen",
    isSafeUnderOlder: true,
    // A row is deleted with its inquiry, also by an older server that does not know this table.
    sql: `
    create table personal_records (
      inquiry_id text collate "C" not null references inquiries (id) on delete cascade,
      principal text not null,
      draft text,
      drafted_at bigint,
      snoozed_until bigint,
      seen_at bigint,
      primary key (inquiry_id, principal)
    );
    create index personal_drafts on personal_records (drafted_at) where drafted_at is not null;
    create index personal_snoozed on personal_records (principal, snoozed_until) where snoozed_until is not null;`,
  },
  {
    title: "files that people attach",
    isSafeUnderOlder: true,
    // An older server that erases a conversation leaves its uses, which the next deletion of unused files finds.
    sql: `
    create table file_contents (
      hash text collate "C" primary key,
      bytes bytea not null
    );
    -- Images and PDF are compressed already.
    alter table file_contents alter column bytes set storage external;
    create table files (
      id text collate "C" primary key,
      hash text collate "C" not null references file_contents (hash),
      name text not null,
      type text not null,
      size integer not null,
      project text not null,
      uploaded_by text not null,
      uploaded_at bigint not null
    );
    create index files_by_age on files (uploaded_at);
    create index files_of_content on files (hash);
    create table file_uses (
      file_id text collate "C" not null references files (id),
      conversation_id text collate "C" not null,
      primary key (file_id, conversation_id)
    );
    create index file_uses_of_conversation on file_uses (conversation_id);`,
  },
  {
    title: "the identity of the log",
    isSafeUnderOlder: true,
    // One row. `origin` says in which cluster and tables the log was when a server last looked.
    sql: `
    create table history (id text collate "C" not null, origin text);
    insert into history values (replace(gen_random_uuid()::text, '-', ''), null);`,
  },
  {
    title: "how many inquiries are open, and an index of what is listed",
    isSafeUnderOlder: true,
    // Triggers record the changes, so an older server does it too. Lists never come across sub-agents and deleted conversations.
    sql: `
    -- In the order of a commit, which would wait for this step while the step waits for it. Dropping the index needs this
    -- mode: under a weaker one a commit would lock rows first, and that would be in the way of a stronger one later.
    lock table conversations in access exclusive mode;
    lock table inquiries in share row exclusive mode;
    create table open_inquiry_changes (
      project text not null,
      created_by text not null,
      change bigint not null
    );
    create function record_open_inquiry_change() returns trigger language plpgsql as $$
    begin
      insert into open_inquiry_changes (project, created_by, change)
      values (coalesce(new.project, old.project), coalesce(new.created_by, old.created_by), tg_argv[0]::bigint);
      return null;
    end
    $$;
    create trigger inquiry_asked after insert on inquiries for each row
      when (new.status = 'open') execute function record_open_inquiry_change('1');
    create trigger inquiry_reopened after update of status on inquiries for each row
      when (old.status <> 'open' and new.status = 'open') execute function record_open_inquiry_change('1');
    create trigger inquiry_closed after update of status on inquiries for each row
      when (old.status = 'open' and new.status <> 'open') execute function record_open_inquiry_change('-1');
    create trigger inquiry_deleted after delete on inquiries for each row
      when (old.status = 'open') execute function record_open_inquiry_change('-1');
    insert into open_inquiry_changes
      select project, created_by, count(*) from inquiries where status = 'open' group by project, created_by;
    create index conversations_listed on conversations (project, id) where parent is null and status <> 'deleted';
    drop index conversations_of_project;`,
  },
  {
    title: "what others are told of inquiries",
    isSafeUnderOlder: true,
    // A row is deleted with its inquiry, also by an older server; without an inquiry it tells of a deletion.
    sql: `
    create table notices (
      id text collate "C" primary key,
      inquiry_id text collate "C" references inquiries (id) on delete cascade,
      version integer not null,
      channel text not null,
      endpoint text collate "C" not null,
      recipient text not null,
      project text not null,
      url text,
      type text not null,
      at bigint not null,
      record text not null,
      status text not null,
      created_at bigint not null,
      tried_from bigint not null,
      tries integer not null default 0,
      due_at bigint,
      leased boolean not null default false,
      epoch integer not null default 0,
      attempts text not null default '[]'
    );
    create unique index notices_of_event on notices (inquiry_id, version, channel, endpoint);
    create index notices_due on notices (due_at, id) where due_at is not null;
    create index notices_settled on notices (created_at) where due_at is null;`,
  },
  {
    title: "people, projects, sessions and keys",
    isSafeUnderOlder: true,
    sql: createPeopleTables('text collate "C"'),
  },
  {
    title: "for whom inquiries wait, and who has them",
    isSafeUnderOlder: true,
    sql: waitsForSql,
  },
  ...notificationMigrations,
  auditTables,
  standingTables,
  { title: "what is due, by project", isSafeUnderOlder: true, sql: turnIndexSql },
  revokedWordsMigration,
  logOfCommits,
  smallerNotifications,
  smallerStates,
  formerGroupNames('text collate "C"'),
];
