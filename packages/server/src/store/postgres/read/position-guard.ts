import type { Database } from "../connection/database.ts";
import { positionsPerRow } from "../schema/smaller-rows-schema.ts";

export interface PositionGuardOptions {
  /** The last position that readers have passed; undefined before the first read. */
  readPosition(): number | undefined;
  /** The position at which the log ends now. */
  readEnd(): Promise<number>;
  /** Called after a connection loss; `isShorter` where the server now has a shorter log. */
  onReconnected(isShorter: boolean): Promise<void>;
}

export interface PositionGuard {
  /** To be awaited before the log is read or written; after a connection loss it takes one round trip, which all share. */
  guardPositions(): Promise<void>;
  /** Does the same where the log ends before what readers have passed, though no connection was lost. */
  checkEnd(): Promise<void>;
}

/**
 * After a failover or a restore the server may have a shorter log than we have read. Positions that readers have passed
 * must not be given to new events, because nobody would read those.
 */
export function createPositionGuard(
  database: Database,
  { readPosition, readEnd, onReconnected }: PositionGuardOptions,
): PositionGuard {
  // A user who may only write to the tables may not read the sequence.
  const selectLast = database.prepared(
    "askback_last_given",
    `select coalesce(pg_sequence_last_value(sequence), 0) as position
     from (select pg_get_serial_sequence('events', 'position')::regclass as sequence) as log
     where has_sequence_privilege(sequence, 'usage')`,
  );
  const skipPositions = database.prepared(
    "askback_skip",
    "select count(nextval(pg_get_serial_sequence('events', 'position')::regclass)) from generate_series(1, $1::bigint)",
  );
  let checkedLosses = database.connectionLosses();
  let checking: Promise<void> | undefined;
  let highestRead = 0;

  async function check(): Promise<void> {
    const losses = database.connectionLosses();
    highestRead = Math.max(highestRead, readPosition() ?? 0);
    const [last] = await selectLast([]);
    const missing = last ? highestRead - Number(last.position) : 0;
    if (missing > 0) await skipPositions([Math.ceil(missing / positionsPerRow)]);
    await onReconnected(missing > 0 || (await isShorter()));
    checkedLosses = losses;
  }

  /** The position is taken first, since the log grows meanwhile. */
  async function isShorter(): Promise<boolean> {
    const read = readPosition();
    return read !== undefined && (await readEnd()) < read;
  }

  function checkOnce(): Promise<void> {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  }

  return {
    async guardPositions() {
      while (checkedLosses !== database.connectionLosses()) await checkOnce();
    },
    async checkEnd() {
      if (await isShorter()) await checkOnce();
    },
  };
}
