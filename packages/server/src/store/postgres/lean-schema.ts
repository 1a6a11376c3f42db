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
