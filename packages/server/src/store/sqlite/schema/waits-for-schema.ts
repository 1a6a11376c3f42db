/** Adds for whom inquiries wait and who has them. Triggers keep the counts of what waits for some people, whoever changes it. */
export const waitsForSql = `alter table inquiries add column waits_for text;
  alter table inquiries add column assigned_to text;
  create table restricted_inquiry_counts (
    project text not null,
    created_by text not null,
    waits_for text not null,
    count integer not null,
    primary key (project, created_by, waits_for)
  ) without rowid;
  create trigger restricted_inquiry_asked after insert on inquiries
    when new.status = 'open' and new.waits_for is not null begin
    insert into restricted_inquiry_counts values (new.project, new.created_by, new.waits_for, 1)
      on conflict do update set count = count + 1;
  end;
  create trigger restricted_inquiry_entered after update of status, waits_for on inquiries
    when new.status = 'open' and new.waits_for is not null
      and (old.status <> 'open' or old.waits_for is not new.waits_for) begin
    insert into restricted_inquiry_counts values (new.project, new.created_by, new.waits_for, 1)
      on conflict do update set count = count + 1;
  end;
  create trigger restricted_inquiry_left after update of status, waits_for on inquiries
    when old.status = 'open' and old.waits_for is not null
      and (new.status <> 'open' or new.waits_for is not old.waits_for) begin
    update restricted_inquiry_counts set count = count - 1
      where project = old.project and created_by = old.created_by and waits_for = old.waits_for;
    delete from restricted_inquiry_counts
      where project = old.project and created_by = old.created_by and waits_for = old.waits_for and count = 0;
  end;
  create trigger restricted_inquiry_deleted after delete on inquiries
    when old.status = 'open' and old.waits_for is not null begin
    update restricted_inquiry_counts set count = count - 1
      where project = old.project and created_by = old.created_by and waits_for = old.waits_for;
    delete from restricted_inquiry_counts
      where project = old.project and created_by = old.created_by and waits_for = old.waits_for and count = 0;
  end;`;
