/** The tables that people are told by, as numbered steps among the others. */
export const notificationMigrations = [
  // A row goes with its inquiry or its run, whoever removes that.
  {
    title: "what tells people that something waits for them",
    sql: `create table notifications (
    id text primary key,
    inquiry_id text references inquiries (id) on delete cascade,
    run_id text references ended_runs (id) on delete cascade,
    project text not null,
    action_status text not null,
    raised_at integer not null,
    settled_at integer,
    record text not null
  );
  create index notifications_listed on notifications (project, raised_at, id);
  create index notifications_by_status on notifications (project, action_status, raised_at, id);
  create unique index notifications_of_inquiry on notifications (inquiry_id) where inquiry_id is not null;
  create unique index notifications_of_run on notifications (run_id) where run_id is not null;
  create table notification_reads (
    notification_id text not null references notifications (id) on delete cascade,
    person text not null,
    raised_at integer not null,
    read_at integer not null,
    primary key (notification_id, person)
  ) without rowid;
  -- Deliveries to people are notices too: which notification they tell, which earlier notice they follow, and what the channel calls what it sent.
  alter table notices add column notification_id text references notifications (id) on delete cascade;
  alter table notices add column follows text;
  alter table notices add column reference text;
  alter table notices add column why text;
  drop index notices_of_event;
  create index notices_by_lane on notices (endpoint, due_at, id) where due_at is not null;
  create index notices_of_inquiry on notices (inquiry_id, version, id) where inquiry_id is not null;
  create index notices_of_notification on notices (notification_id, id) where notification_id is not null;
  create table contacts (
    project text not null,
    person text not null,
    record text not null,
    updated_at integer not null,
    primary key (project, person)
  );
  create table push_subscriptions (
    id text primary key,
    project text not null,
    person text not null,
    endpoint text not null,
    record text not null,
    created_at integer not null
  );
  create unique index push_subscriptions_of_person on push_subscriptions (project, person, endpoint);
  create table answer_links (
    hash text primary key,
    inquiry_id text not null references inquiries (id) on delete cascade,
    project text not null,
    person text not null,
    created_at integer not null,
    expires_at integer not null,
    used_at integer
  );
  create index answer_links_of_inquiry on answer_links (inquiry_id);
  create index answer_links_by_age on answer_links (expires_at);`,
  },
] as const;
