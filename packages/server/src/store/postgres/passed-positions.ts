import type { Database } from "./database.ts";

/** What readers know of the log, as far as a server that took over may know less. */
export interface Reached {
  /** The last position that readers have passed; undefined while nobody has read. */
  passed(): number | undefined;
  /** Called after the database was lost; with true where it is another one, in which part of the log is missing. */
  lost(isShortened: boolean): void;
}

/**
 * A server that took over, or was restored from a backup, may know less than we have read. Positions that readers have
 * passed must not be given again: nobody would read what gets them.
 */
export function createPassedPositions(database: Database, reached: Reached) {
  // A user who may only write to the tables may not look at how positions are given.
  const selectGiven = database.prepared(
    "askback_given",
    `select coalesce(pg_sequence_last_value(counter), 0) as position
     from (select pg_get_serial_sequence('events', 'position')::regclass as counter) as log
     where has_sequence_privilege(counter, 'usage')`,
  );
  const skipPositions = database.prepared(
    "askback_skip",
    "select count(nextval(pg_get_serial_sequence('events', 'position')::regclass)) from generate_series(1, $1::bigint)",
  );
  let losses = database.losses();
  let checking: Promise<void> | undefined;

  /** The last position that readers have ever passed. */
  let passed = 0;

  async function check(): Promise<void> {
    const seen = database.losses();
    passed = Math.max(passed, reached.passed() ?? 0);
    const [given] = await selectGiven([]);
    const missing = given ? passed - Number(given.position) : 0;
    if (missing > 0) await skipPositions([missing]);
    reached.lost(missing > 0);
    losses = seen;
  }

  return {
    /** To be awaited before the log is read or written: after a loss it takes a round trip, which all who come share. */
    async secure(): Promise<void> {
      while (losses !== database.losses()) {
        checking ??= check().finally(() => {
          checking = undefined;
        });
        await checking;
      }
    },
  };
}
