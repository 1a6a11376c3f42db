/** Rows of the log are so far apart: the events of one have the position of the row and those right before it. */
export const positionsPerRow = 100;

/** One row of the log for each commit; rows of before hold one event, which is no array. */
export const logOfCommits = {
  title: "one row of the log for each commit",
  // An older server would take the array for an event.
  isSafeUnderOlder: false,
  sql: `
    do $$
    declare positions regclass := pg_get_serial_sequence('events', 'position');
    begin
      execute format('alter sequence %s increment by ${positionsPerRow}', positions);
      if pg_sequence_last_value(positions) is null then perform setval(positions, ${positionsPerRow}, false); end if;
    end
    $$;`,
} as const;

/** A notification of an inquiry has neither its words nor its id any more: its own id names the inquiry, which has the words. */
export const smallerNotifications = {
  title: "notifications without what their inquiries have",
  // An older server would look for the words in the notification.
  isSafeUnderOlder: false,
  sql: `
    create function delete_notification_of_inquiry() returns trigger language plpgsql as $$
    begin
      delete from notifications where id = 'ntf_' || old.id;
      return null;
    end
    $$;
    create trigger inquiry_not_told after delete on inquiries for each row execute function delete_notification_of_inquiry();
    alter table notifications drop constraint notifications_inquiry_id_fkey;
    drop index notifications_of_inquiry;`,
} as const;

/** What a parked conversation waits for stands in the row of its inquiry. */
export const smallerStates = {
  title: "parked states without what their inquiries have",
  // An older server would take the id for the inquiry.
  isSafeUnderOlder: false,
  sql: "comment on column conversations.state is 'JSON; that of a parked conversation begins with the id of its inquiry';",
} as const;
