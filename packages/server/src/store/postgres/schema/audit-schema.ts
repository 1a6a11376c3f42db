/**
 * The tables of the audit. A row is inserted without a place in its chain, gets that once, and is never changed after it or
 * deleted, also not with its conversation.
 */
export const auditTables = {
  title: "who asked, saw and answered, as chains",
  isSafeUnderOlder: true,
  sql: `
    create table audit (
      id bigint generated always as identity primary key,
      project text collate "C" not null,
      type text not null,
      at bigint not null,
      conversation_id text collate "C" not null,
      inquiry_id text collate "C",
      actor text,
      facts text not null,
      number bigint,
      hash text
    );
    create unique index audit_chain on audit (project, number) where number is not null;
    create index audit_unsealed on audit (id) where number is null;
    create index audit_of_inquiry on audit (inquiry_id, id) where inquiry_id is not null;
    create table audit_chains (
      project text collate "C" primary key,
      number bigint not null,
      hash text not null
    );`,
} as const;

/** A row stays when it is revoked; only one for the same questions of an agent is in force. */
export const standingTables = {
  title: "what is always answered so",
  isSafeUnderOlder: true,
  sql: `
    create table standing_answers (
      id text collate "C" primary key,
      project text collate "C" not null,
      agent text collate "C" not null,
      fingerprint text collate "C" not null,
      made_by text not null,
      at bigint not null,
      inquiry_id text collate "C" not null,
      conversation_id text collate "C" not null,
      questions text not null,
      answers text not null,
      revoked_at bigint,
      revoked_by text
    );
    create unique index standing_in_force on standing_answers (project, agent, fingerprint) where revoked_at is null;`,
} as const;
