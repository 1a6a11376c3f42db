import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { Event } from "@askback/core";
import { systemClock, type TimeSources } from "../../../clock.ts";
import { ArchiveRefused } from "../../archive/archive.ts";
import {
  atRestSql,
  findPositionBefore,
  leadingOldEvents,
  type PruneRequest,
  type PruneStep,
  type Retention,
} from "../../retention.ts";
import { readFolderTime } from "../clock/folder-clock.ts";
import { openDataFolder, openForReading, requireDatabase } from "../data-folder.ts";
import { createCheckpoints } from "../disk/checkpoints.ts";
import { DiskUnavailable } from "../disk/disk-errors.ts";
import { createEraseFiles } from "../files.ts";
import { lastPosition } from "../read/log-horizon.ts";
import { derivedIdRange } from "../schema/schema.ts";
import { createScrub, markForScrub } from "../scrub.ts";

const conversationsPerStep = 200;
const rowsPerStep = 500;

/** Prunes a data folder that no server runs on, so leases in it are ignored. */
export function createSqliteRetention({ folder, time }: RetentionOptions): Retention {
  const now = () => readFolderTime(folder, time);
  return {
    pruneConversations: (request) => inFolder(folder, request, (db) => pruneConversations(db, request, now)),
    pruneLog: (request) => inFolder(folder, request, (db) => pruneLog(db, request)),
  };
}

interface RetentionOptions {
  readonly folder: string;
  /** For tests: what the clock of the data folder follows. */
  readonly time?: TimeSources;
}

type Prune = (db: DatabaseSync) => AsyncGenerator<PruneStep>;

async function* inFolder(folder: string, request: PruneRequest, prune: Prune): AsyncGenerator<PruneStep> {
  requireDatabase(folder);
  // A dry run only reads, so a server may run on the folder meanwhile.
  if (request.isDryRun) {
    const db = openForReading(folder);
    try {
      return yield* prune(db);
    } finally {
      db.close();
    }
  }
  const { db, file, identity, close } = openDataFolder(folder);
  const checkpoints = createCheckpoints(db, identity);
  const scrub = createScrub({ ...file, checkpoints }, systemClock);
  try {
    for await (const step of prune(db)) {
      checkpoints.runIfDue();
      yield step;
      // A step blocks the event loop, so that signals and timers wait for its end and not for that of all.
      await setImmediate();
    }
    scrub.start();
    await scrub.settled();
    const failure = scrub.failure();
    if (failure !== undefined) throw notCleared(failure);
  } finally {
    scrub.close();
    close();
  }
}

function notCleared(failure: unknown): Error {
  if (failure instanceof DiskUnavailable) return failure;
  const why = failure instanceof Error ? failure.message : String(failure);
  return new ArchiveRefused(
    `what was pruned may still be in the bytes of the files: ${why}`,
    "Its rows are removed. End what reads the files, and prune again; the next server on this folder clears them as well.",
  );
}

async function* pruneConversations(
  db: DatabaseSync,
  { before, isDryRun }: PruneRequest,
  now: () => number,
): AsyncGenerator<PruneStep> {
  const total = selectNumber(db, "(select count(*) from conversations)");
  const selectSlice = db.prepare(
    `select max(key) as last, count(*) as examined from
       (select key from conversations where key > ? order by key limit ${conversationsPerStep})`,
  );
  const isOld = `due_at is null and updated_at < ?3 and (${atRestSql})`;
  const selectOld = db.prepare(
    `with old as (
       select key, id from conversations as root where key > ?1 and key <= ?2 and ${isOld}
         and not exists (select 1 from conversations where id = root.parent)
         and not exists (select 1 from conversations where parent = root.id and not (${isOld})))
     select key, id from old
     union all select conversations.key, conversations.id from old join conversations on parent = old.id`,
  );
  const countEvents = db.prepare("select sum(json_array_length(events)) as count from log where conversation = ?");
  const erase = createErase(db, now);
  for (let reached = 0; ; ) {
    const { last, examined } = selectSlice.get(reached) ?? {};
    if (last == null) return;
    const old = selectOld.all(reached, Number(last), before);
    let events = 0;
    for (const { key } of old) events += Number(countEvents.get(Number(key))?.count ?? 0);
    if (!isDryRun && old.length > 0) {
      db.exec(`begin immediate; ${markForScrub}`);
      for (const { key, id } of old) erase(Number(key), String(id));
      db.exec("commit");
    }
    yield { examined: Number(examined), total, conversations: old.length, events };
    reached = Number(last);
  }
}

/** Deletes a conversation and all that belongs to it, inside the open transaction. */
function createErase(db: DatabaseSync, now: () => number): (key: number, id: string) => void {
  const moveHorizon = db.prepare(
    `update log_horizon set position =
       max(position, coalesce((select max(position) from log where conversation = ?), 0))`,
  );
  const removals = [
    "delete from log where conversation = ?",
    "delete from messages where conversation = ?",
    "delete from replies where conversation = ?",
    "delete from conversations where key = ?",
  ].map((sql) => db.prepare(sql));
  const eraseFiles = createEraseFiles(db);
  const removeInquiries = db.prepare("delete from inquiries where id between ? and ?");
  const removeRuns = db.prepare("delete from ended_runs where id between ? and ?");
  return (key, id) => {
    moveHorizon.run(key);
    for (const removal of removals) removal.run(key);
    eraseFiles(key, now());
    removeInquiries.run(...derivedIdRange("inq", id));
    removeRuns.run(...derivedIdRange("run", id));
  };
}

async function* pruneLog(db: DatabaseSync, { before, isDryRun }: PruneRequest): AsyncGenerator<PruneStep> {
  const selectFrom = db.prepare("select position, events from log where position >= ? order by position limit 1");
  const end = await findPositionBefore(before, selectNumber(db, lastPosition), async (position) => {
    const row = selectFrom.get(position);
    return row && loggedAt(row);
  });
  const total = selectNumber(db, `(select sum(json_array_length(events)) from log where position <= ${end})`);
  const selectSlice = db.prepare(
    `select position, events from log where position > ? and position <= ? order by position limit ${rowsPerStep}`,
  );
  const remove = db.prepare("delete from log where position <= ?");
  const moveHorizon = db.prepare("update log_horizon set position = max(position, ?)");
  for (let reached = 0; ; ) {
    const logged = selectSlice.all(reached, end).map(loggedAt);
    const { count, last } = leadingOldEvents(before, logged);
    if (last === undefined) return;
    reached = last;
    if (!isDryRun) {
      db.exec(`begin immediate; ${markForScrub}`);
      remove.run(reached);
      moveHorizon.run(reached);
      db.exec("commit");
    }
    const events = logged.slice(0, count).reduce((sum, row) => sum + row.events, 0);
    yield { examined: events, total, conversations: 0, events };
    if (count < logged.length) return;
  }
}

/** A row holds the events of one commit. */
function loggedAt({ position, events }: Record<string, unknown>) {
  const all = JSON.parse(String(events)) as Event[];
  return { position: Number(position), at: Math.max(...all.map(({ at }) => at)), events: all.length };
}

function selectNumber(db: DatabaseSync, expression: string): number {
  return Number(db.prepare(`select ${expression} as value`).get()?.value ?? 0);
}
