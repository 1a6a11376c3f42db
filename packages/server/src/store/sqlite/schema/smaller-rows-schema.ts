/** Less to write for each commit: what a row says already is not stored again, and no index is written that does not change. */
export const smallerRows = {
  title: "less to write for each commit",
  // The list has a column of its own, because an index over the status is written with every change of it.
  sql: `alter table conversations add column listed integer not null default 1;
  update conversations set listed = 0 where parent is not null or status = 'deleted';
  drop index conversations_listed;
  create index conversations_listed on conversations (project, id) where listed = 1;

  -- A notification of an inquiry has neither its words nor its id any more: its own id names the inquiry, which has the words.
  create trigger inquiry_not_told after delete on inquiries begin
    delete from notifications where id = 'ntf_' || old.id;
  end;
  update notifications set inquiry_id = null, record = '' where inquiry_id is not null;`,
} as const;
