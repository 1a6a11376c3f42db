/**
 * Adds for whom inquiries wait and who has them. Triggers record the changes of what waits for some people, beside those of
 * everything that is open, which older servers go on counting.
 */
export const waitsForSql = `
    alter table inquiries add column waits_for text, add column assigned_to text;
    create table restricted_inquiry_changes (
      project text not null,
      created_by text not null,
      waits_for text not null,
      change bigint not null
    );
    create function record_restricted_inquiry_change() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        if old.status = 'open' and old.waits_for is not null then
          insert into restricted_inquiry_changes (project, created_by, waits_for, change)
          values (old.project, old.created_by, old.waits_for, -1);
        end if;
      end if;
      if tg_op <> 'DELETE' then
        if new.status = 'open' and new.waits_for is not null then
          insert into restricted_inquiry_changes (project, created_by, waits_for, change)
          values (new.project, new.created_by, new.waits_for, 1);
        end if;
      end if;
      return null;
    end
    $$;
    create trigger restricted_inquiry_asked after insert on inquiries for each row
      when (new.waits_for is not null) execute function record_restricted_inquiry_change();
    create trigger restricted_inquiry_changed after update of status, waits_for on inquiries for each row
      when (old.status <> new.status or old.waits_for is distinct from new.waits_for)
      execute function record_restricted_inquiry_change();
    create trigger restricted_inquiry_deleted after delete on inquiries for each row
      when (old.waits_for is not null) execute function record_restricted_inquiry_change();`;
