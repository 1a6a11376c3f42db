/**
 * How many projects a claim looks at for one whose turn it is. Projects that wait for a time take a turn as well, so that a
 * claim costs the same however many there are.
 */
export const maxProjects = 100;

/** Indexes what is free and due at some time by project: a claim reads the first row of a project and goes on to the next. */
export const turnIndexSql =
  "create index conversations_in_turn on conversations (project, due_at, id) where due_at is not null and lease_owner is null;";
