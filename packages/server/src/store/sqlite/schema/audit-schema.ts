/** The tables of the audit. A row is never changed or deleted, also not with its conversation. */
export const auditTables = {
  title: "who asked, saw and answered, as chains",
  sql: `create table audit (
    project text not null,
    number integer not null,
    type text not null,
    at integer not null,
    conversation_id text not null,
    inquiry_id text,
    actor text,
    facts text not null,
    hash text not null,
    primary key (project, number)
  ) without rowid;
  create index audit_of_inquiry on audit (inquiry_id) where inquiry_id is not null;
  create table audit_chains (
    project text primary key,
    number integer not null,
    hash text not null
  ) without rowid;`,
} as const;

/** A row stays when it is revoked; only one for the same questions of an agent is in force. */
export const standingTables = {
  title: "what is always answered so",
  sql: `create table standing_answers (
    id text primary key,
    project text not null,
    agent text not null,
    fingerprint text not null,
    made_by text not null,
    at integer not null,
    inquiry_id text not null,
    conversation_id text not null,
    questions text not null,
    answers text not null,
    revoked_at integer,
    revoked_by text
  );
  create unique index standing_in_force on standing_answers (project, agent, fingerprint) where revoked_at is null;`,
} as const;
