import { setTimeout as delay } from "node:timers/promises";
import type { Event } from "@askback/core";
import type { EventRange, RecordedEvent } from "../../store.ts";
import { numberEvents } from "../../stored-events.ts";
import type { Database, Row } from "../connection/database.ts";
import { positionsPerRow } from "../schema/smaller-rows-schema.ts";
import { lastPosition } from "./log-horizon.ts";
import { createPositionGuard } from "./position-guard.ts";

const batchSize = 1_000;
const recheckMs = 20;

interface LogReaderOptions {
  /** Called when it is time to read the position again. */
  recheck(): void;
  /** Called after a connection loss, before the log is read or written; `isShorter` where it now ends earlier. */
  onReconnected(isShorter: boolean): Promise<void>;
}

/**
 * Reads the log without skipping an event. A transaction takes its positions before it commits, so a higher position can
 * become visible first. The reader stops at such a gap until the missing row appears, or until every transaction that was
 * writing to the log when the gap was seen has ended, since then nobody can fill it. Other transactions do not matter.
 */
export function createLogReader(database: Database, { recheck, onReconnected }: LogReaderOptions) {
  const selectPositions = database.prepared(
    "askback_positions",
    `select position from events where position > $1 order by position limit ${batchSize}`,
  );
  const selectEvents = database.prepared(
    "askback_events",
    `select position, conversation_id, project, version, event from events
     where position > $1 and position <= $2 order by position limit $3`,
  );
  const selectEventsOf = database.prepared(
    "askback_events_of",
    `select position, conversation_id, project, version, event from events
     where position > $1 and position <= $2 and conversation_id = any($4::text[]) order by position limit $3`,
  );
  const selectLast = database.prepared("askback_last", `select ${lastPosition} as position`);
  // A transaction holds this lock from before it takes a position until its rows are visible.
  const selectWriters = database.prepared(
    "askback_writers",
    `select distinct virtualtransaction as writer from pg_locks
     where locktype = 'relation' and relation = 'events'::regclass and mode = 'RowExclusiveLock'
       and database = (select oid from pg_database where datname = current_database())`,
  );

  /** Up to here the log is final: positions that are missing will never appear. */
  let frontier: number | undefined;
  /** A gap beyond the frontier: the transactions that may still fill it, and the last position that was seen then. */
  let gap: { readonly through: number; readonly writers: ReadonlySet<string> } | undefined;
  /** Raised when the database was replaced by one with a shorter log, which invalidates a read under way. */
  let generation = 0;
  let reading: Promise<number> | undefined;
  let nextReading: Promise<number> | undefined;
  let recheckTimer: NodeJS.Timeout | undefined;
  const { guardPositions, checkEnd } = createPositionGuard(database, {
    readPosition: () => frontier,
    readEnd: lastRow,
    async onReconnected(isShorter) {
      gap = undefined;
      if (isShorter) reset();
      await onReconnected(isShorter);
    },
  });

  /** Forgets what was read, since another log may have taken the place of this one. */
  function reset(): void {
    gap = undefined;
    frontier = undefined;
    generation += 1;
  }

  async function currentWriters(): Promise<ReadonlySet<string>> {
    return new Set((await selectWriters([])).map((row) => String(row.writer)));
  }

  async function lastRow(): Promise<number> {
    return Number((await selectLast([]))[0]?.position ?? 0);
  }

  /** The first reader waits for all transactions that could still write below the last row. */
  async function firstFrontier(): Promise<number> {
    const last = await lastRow();
    for (
      let writers = await currentWriters();
      writers.size > 0;
      writers = intersection(writers, await currentWriters())
    )
      await delay(5);
    return last;
  }

  async function advance(): Promise<number> {
    await guardPositions();
    const readGeneration = generation;
    let reached = frontier ?? (await firstFrontier());
    for (let isMore = true; isMore; ) {
      const positions = (await selectPositions([reached])).map((row) => Number(row.position));
      const start = reached;
      for (const position of positions) if (position === reached + positionsPerRow) reached = position;
      const last = positions.at(-1) ?? reached;
      isMore = reached > start && positions.length === batchSize;
      if (reached === last) gap = undefined;
      else if (await isGapFinal(last)) {
        reached = Math.max(reached, gap?.through ?? 0);
        gap = undefined;
        isMore = true;
      }
    }
    if (readGeneration === generation) frontier = Math.max(reached, frontier ?? 0);
    return reached;
  }

  /** Whether every transaction that could fill the gap when it was first seen has ended. */
  async function isGapFinal(last: number): Promise<boolean> {
    const writers = await currentWriters();
    gap ??= { through: last, writers };
    return intersection(gap.writers, writers).size === 0;
  }

  /**
   * A position up to which the log is final and which includes everything committed before the call. A read under way may
   * have missed that, so callers that come meanwhile share the next one.
   */
  function position(): Promise<number> {
    if (!reading) return read();
    nextReading ??= reading
      .catch(() => {})
      .then(() => {
        nextReading = undefined;
        return reading ?? read();
      });
    return nextReading;
  }

  function read(): Promise<number> {
    reading = advance().finally(() => {
      reading = undefined;
      // A rollback is not notified, so a gap is checked again after a while.
      if (gap) recheckTimer ??= setTimeout(recheckGap, recheckMs);
    });
    return reading;
  }

  /** Reads on at the frontier, for a reader that follows the log: rows without a gap move it, and need no reading of positions before. */
  async function eventsAtEnd(after: number, limit: number): Promise<readonly Row[] | undefined> {
    await guardPositions();
    if (after !== frontier) return undefined;
    const readGeneration = generation;
    const rows = await selectEvents([after, Number.MAX_SAFE_INTEGER, limit]);
    const last = after + rows.length * positionsPerRow;
    const hasGap = rows.length > 0 && Number(rows.at(-1)?.position) !== last;
    if (hasGap || readGeneration !== generation) return undefined;
    frontier = Math.max(frontier, last);
    if (gap && gap.through <= frontier) gap = undefined;
    return rows;
  }

  function recheckGap(): void {
    recheckTimer = undefined;
    recheck();
  }

  return {
    position,
    guardPositions,
    checkEnd,
    reset,
    close: () => clearTimeout(recheckTimer),
    async events({ after, limit, conversationIds }: EventRange): Promise<readonly RecordedEvent[]> {
      const tail = conversationIds ? undefined : await eventsAtEnd(after, limit);
      if (tail) return toEvents(tail, after, limit);
      const through = await position();
      const rows = conversationIds
        ? await selectEventsOf([after, through, limit, [...conversationIds]])
        : await selectEvents([after, through, limit]);
      return toEvents(rows, after, limit);
    },
  };
}

function intersection(some: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...some].filter((one) => others.has(one)));
}

/** The first row may contain events that the reader already has. */
function toEvents(rows: readonly Row[], after: number, limit: number): readonly RecordedEvent[] {
  return rows
    .flatMap(rowToEvents)
    .filter(({ position }) => position > after)
    .slice(0, limit);
}

export function rowToEvents(row: Row): readonly RecordedEvent[] {
  return numberEvents(row, eventsOfRow(row));
}

/** Rows of before version 17 hold one event. */
export function eventsOfRow({ event }: Row): readonly Event[] {
  const stored = JSON.parse(String(event)) as Event | readonly Event[];
  return Array.isArray(stored) ? stored : [stored as Event];
}
