import { setTimeout as rest } from "node:timers/promises";
import type { Event } from "@askback/core";
import type { EventRange, RecordedEvent } from "../store.ts";
import type { Database, Row } from "./database.ts";
import { lastPosition } from "./horizon.ts";
import { createPassedPositions } from "./passed-positions.ts";

const batchSize = 1_000;
const relookMs = 20;

/**
 * Reads the log so that nothing is ever skipped. Positions are given before a transaction commits, so a later one can be
 * seen first. The reader stops at a gap until the missing row appears, or until every transaction that was writing to
 * the log when the gap was seen has ended: then nobody can fill it any more. Transactions elsewhere do not matter.
 */
export function createLogReader(database: Database, lookAgain: () => void) {
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
  // A transaction holds this lock from before it takes a position until what it wrote can be seen.
  const selectWriters = database.prepared(
    "askback_writers",
    `select distinct virtualtransaction as writer from pg_locks
     where locktype = 'relation' and relation = 'events'::regclass and mode = 'RowExclusiveLock'
       and database = (select oid from pg_database where datname = current_database())`,
  );

  /** Everything up to here is final: rows that are missing will never come. */
  let frontier: number | undefined;
  /** Beyond the frontier a row was missing: those who might still write it, and how far that was looked at. */
  let gap: { readonly through: number; readonly writers: ReadonlySet<string> } | undefined;
  /** Raised where the log became another one, which what a look has found so far is not about. */
  let edition = 0;
  let looking: Promise<number> | undefined;
  let next: Promise<number> | undefined;
  let waiting: NodeJS.Timeout | undefined;
  const { secure } = createPassedPositions(database, {
    passed: () => frontier,
    lost(isShortened) {
      gap = undefined;
      if (!isShortened) return;
      frontier = undefined;
      edition += 1;
    },
  });

  async function writers(): Promise<ReadonlySet<string>> {
    return new Set((await selectWriters([])).map((row) => String(row.writer)));
  }

  /** At the start nothing is known: all that could still come below the last row is waited for. */
  async function firstFrontier(): Promise<number> {
    const last = Number((await selectLast([]))[0]?.position ?? 0);
    for (let pending = await writers(); pending.size > 0; pending = intersection(pending, await writers()))
      await rest(5);
    return last;
  }

  async function advance(): Promise<number> {
    await secure();
    const read = edition;
    let reached = frontier ?? (await firstFrontier());
    for (let isMore = true; isMore; ) {
      const positions = (await selectPositions([reached])).map((row) => Number(row.position));
      const start = reached;
      for (const position of positions) if (position === reached + 1) reached = position;
      const last = positions.at(-1) ?? reached;
      isMore = reached > start && positions.length === batchSize;
      if (reached === last) gap = undefined;
      else if (await isFinal(last)) {
        reached = Math.max(reached, gap?.through ?? 0);
        gap = undefined;
        isMore = true;
      }
    }
    if (read === edition) frontier = reached;
    return reached;
  }

  /** Whether nobody can write any more what was missing when the gap was first seen. */
  async function isFinal(last: number): Promise<boolean> {
    const now = await writers();
    gap ??= { through: last, writers: now };
    return intersection(gap.writers, now).size === 0;
  }

  /**
   * A position up to which everything is final, with all that was committed before it was asked for. A look under way may
   * have missed that, so those who come meanwhile share the next one.
   */
  function position(): Promise<number> {
    if (!looking) return look();
    next ??= looking
      .catch(() => {})
      .then(() => {
        next = undefined;
        return looking ?? look();
      });
    return next;
  }

  function look(): Promise<number> {
    looking = advance().finally(() => {
      looking = undefined;
      // Nobody announces that a transaction was rolled back.
      if (gap) waiting ??= setTimeout(relook, relookMs);
    });
    return looking;
  }

  function relook(): void {
    waiting = undefined;
    lookAgain();
  }

  return {
    position,
    /** To be awaited before events are written. */
    secure,
    close: () => clearTimeout(waiting),
    async events({ after, limit, conversationIds }: EventRange): Promise<readonly RecordedEvent[]> {
      const through = await position();
      const rows = conversationIds
        ? await selectEventsOf([after, through, limit, [...conversationIds]])
        : await selectEvents([after, through, limit]);
      return rows.map(rowToEvent);
    },
  };
}

function intersection(some: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...some].filter((one) => others.has(one)));
}

export function rowToEvent(row: Row): RecordedEvent {
  return {
    position: Number(row.position),
    conversationId: String(row.conversation_id),
    project: String(row.project),
    version: Number(row.version),
    event: JSON.parse(String(row.event)) as Event,
  };
}
