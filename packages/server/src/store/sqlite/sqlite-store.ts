import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Clock, systemClock } from "../../clock.ts";
import type { Reply, Store } from "../store.ts";
import { createCommit } from "./commit.ts";
import { createScrub } from "./erase.ts";
import { lockFolder } from "./folder-lock.ts";
import { createGroupCommit, type TransactionDatabase } from "./group-commit.ts";
import { createLeases } from "./leases.ts";
import { createQueries } from "./queries.ts";
import { migrate } from "./schema.ts";

export interface SqliteOptions {
  /** The data folder; it is created when missing and belongs to this process until the store is closed. */
  readonly folder: string;
  readonly clock?: Clock;
  /** Stands between the group commit and the database, so that a test can make the disk fail. */
  readonly transactions?: (db: TransactionDatabase) => TransactionDatabase;
}

/** The store in one file, for one process. */
export function createSqliteStore({ folder, clock = systemClock, transactions = (db) => db }: SqliteOptions): Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(folder);
  const db = openDatabase(join(folder, "askback.db"), unlock);
  const listeners = new Set<() => void>();
  const apply = createCommit(db);
  const leases = createLeases(db);
  const queries = createQueries(db);
  const group = createGroupCommit(transactions(db), committed);
  const selectReply = db.prepare(
    "select fingerprint, status, body from replies where principal = ? and route = ? and key = ?",
  );
  const dropReplies = db.prepare("delete from replies where created_at < ?");
  leases.expireAll();

  const scrub = createScrub(db, clock);
  scrub();

  let announced = queries.position();
  function committed(): void {
    // A write that came too late to be heard is rejected, and nobody is left to be told.
    if (!db.isOpen) return;
    scrub();
    const position = queries.position();
    if (position === announced) return;
    announced = position;
    for (const listener of listeners) listener();
  }

  return {
    load: async (id) => queries.load(id),
    commit: (commit) => group.write(() => apply(commit, clock.now())),
    claim: (request) => group.write(() => leases.claim(request, clock.now())),
    extend: (request) => group.write(() => leases.extend(request, clock.now())),
    release: (id, epoch) => group.write(() => leases.release(id, epoch)),
    nextDue: async () => leases.nextDue(),
    modelMessages: async (id, edge) => queries.modelMessages(id, edge),
    messages: async (id) => queries.messages(id),
    conversations: async (filter) => queries.conversations(filter),
    inquiry: async (id) => queries.inquiry(id),
    inquiries: async (filter) => queries.inquiries(filter),
    openInquiryCount: async (createdBy) => queries.openInquiryCount(createdBy),
    run: async (id) => queries.run(id),
    runs: async (id) => queries.runs(id),
    events: async (range) => queries.events(range),
    position: async () => queries.position(),
    onCommitted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async reply({ principal, route, key }) {
      const found = selectReply.get(principal, route, key) as Reply | undefined;
      return found && { ...found };
    },
    forgetReplies: (before) => group.write(() => void dropReplies.run(before)),
    async close() {
      if (!db.isOpen) return;
      group.flush();
      db.close();
      unlock();
    },
  };
}

function openDatabase(file: string, unlock: () => void): DatabaseSync {
  // For the owner only, wherever the folder is; the log beside it gets the same mode.
  closeSync(openSync(file, "a", 0o600));
  const db = new DatabaseSync(file);
  try {
    // FULL syncs the log at every commit, which is what an acknowledgement promises.
    // Deletion is secure from the start, since an erasure cannot reach what earlier updates left in the file.
    db.exec(
      "pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on; pragma busy_timeout = 5000; pragma cache_size = -16000; pragma wal_autocheckpoint = 4000",
    );
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    unlock();
    throw error;
  }
}
