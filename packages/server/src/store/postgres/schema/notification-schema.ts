/** The tables that people are told by, as numbered steps among the others. */
export const notificationMigrations = [
  {
    title: "what tells people that something waits for them",
    isSafeUnderOlder: true,
    // A row is deleted with its inquiry or its run, also by an older server, which leaves a settled one waiting.
    sql: `
    create table notifications (
      id text collate "C" primary key,
      inquiry_id text collate "C" references inquiries (id) on delete cascade,
      run_id text collate "C" references ended_runs (id) on delete cascade,
      project text not null,
      action_status text not null,
      raised_at bigint not null,
      settled_at bigint,
      record text not null
    );
    create index notifications_listed on notifications (project, raised_at, id);
    create index notifications_by_status on notifications (project, action_status, raised_at, id);
    create unique index notifications_of_inquiry on notifications (inquiry_id) where inquiry_id is not null;
    create unique index notifications_of_run on notifications (run_id) where run_id is not null;
    create table notification_reads (
      notification_id text collate "C" not null references notifications (id) on delete cascade,
      person text not null,
      raised_at bigint not null,
      read_at bigint not null,
      primary key (notification_id, person)
    );
    -- Deliveries to people are notices too: which notification they tell, which earlier notice they follow, and what the channel calls what it sent.
    alter table notices add column notification_id text collate "C" references notifications (id) on delete cascade;
    alter table notices add column follows text collate "C";
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
      updated_at bigint not null,
      primary key (project, person)
    );
    create table push_subscriptions (
      id text collate "C" primary key,
      project text not null,
      person text not null,
      endpoint text not null,
      record text not null,
      created_at bigint not null
    );
    create unique index push_subscriptions_of_person on push_subscriptions (project, person, endpoint);
    create table answer_links (
      hash text collate "C" primary key,
      inquiry_id text collate "C" not null references inquiries (id) on delete cascade,
      project text not null,
      person text not null,
      created_at bigint not null,
      expires_at bigint not null,
      used_at bigint
    );
    create index answer_links_of_inquiry on answer_links (inquiry_id);
    create index answer_links_by_age on answer_links (expires_at);`,
  },
] as const;
