import { type Clock, systemClock } from "../../clock.ts";
import type { Reply, Store } from "../store.ts";
import type { StoreUnavailable } from "../store-unavailable.ts";
import { createCommit } from "./commit.ts";
import { openDataFolder } from "./data-folder.ts";
import { createDiskHealth } from "./disk/disk-health.ts";
import { createProbe } from "./disk/probe-disk.ts";
import { createFiles } from "./files.ts";
import { createGroupCommit, type TransactionDatabase } from "./group-commit.ts";
import { createLeases } from "./leases.ts";
import { createHorizon } from "./log-horizon.ts";
import { createPersonal } from "./personal-records.ts";
import { createQueries } from "./queries.ts";
import { createScrub } from "./scrub.ts";

export interface SqliteOptions {
  /** The data folder; it is created when missing and belongs to this process until the store is closed. */
  readonly folder: string;
  readonly clock?: Clock;
  /** Wraps the database for the group commit, so that a test can make the disk fail. */
  readonly transactions?: (db: TransactionDatabase) => TransactionDatabase;
  /** Called once when the folder was deleted or replaced: the store rejects everything from then on. */
  readonly onLost?: (error: StoreUnavailable) => void;
}

/** The store in one file, for one process. */
export function createSqliteStore(options: SqliteOptions): Store {
  const { folder, clock = systemClock, transactions = (db) => db, onLost = () => {} } = options;
  const { db, file, checkIdentity, close } = openDataFolder(folder);
  const disk = transactions(db);
  const health = createDiskHealth({ clock, checkIdentity, onLost, probe: createProbe(disk, db, folder) });
  const listeners = new Set<() => void>();
  const apply = createCommit(db);
  const leases = createLeases(db);
  const queries = createQueries(db);
  const group = createGroupCommit(health.watch(disk), handleFlush);
  const selectReply = db.prepare(
    "select fingerprint, status, body from replies where principal = ? and route = ? and key = ?",
  );
  const deleteReplies = db.prepare("delete from replies where created_at < ?");
  leases.expireAll();

  const scrub = createScrub(file, clock);
  scrub.start();

  let lastPosition = queries.position();
  function handleFlush(): void {
    // A write after close is rejected, and there is nothing to notify.
    if (!db.isOpen) return;
    scrub.start();
    const position = queries.position();
    if (position === lastPosition) return;
    lastPosition = position;
    for (const listener of listeners) listener();
  }

  return health.guard<Store>({
    load: async (id) => queries.load(id),
    async commit(commit) {
      const result = await group.write(() => apply(commit, clock.now()));
      // A deletion is acknowledged when the bytes are gone.
      if (commit.events.some(({ type }) => type === "conversation.deleted")) await scrub.settled();
      return result;
    },
    claim: (request) => group.write(() => leases.claim(request, clock.now())),
    extend: (request) => group.write(() => leases.extend(request, clock.now())),
    release: (id, epoch) => group.write(() => leases.release(id, epoch)),
    dueIn: async () => leases.dueIn(clock.now()),
    modelMessages: async (id, start) => queries.modelMessages(id, start),
    messages: async (id, range) => queries.messages(id, range),
    conversations: async (filter) => queries.conversations(filter),
    inquiry: async (id) => queries.inquiry(id),
    inquiries: async (filter) => queries.inquiries(filter, clock.now()),
    openInquiryCount: async (filter) => queries.openInquiryCount(filter, clock.now()),
    run: async (id) => queries.run(id),
    runs: async (id) => queries.runs(id),
    events: async (range) => queries.events(range),
    ...createHorizon(db),
    position: async () => queries.position(),
    isKnownPosition: async (position) => position <= queries.position(),
    onCommitted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async reply({ principal, route, key }) {
      const found = selectReply.get(principal, route, key) as Reply | undefined;
      return found && { ...found };
    },
    deleteOldReplies: (ageMs) => group.write(() => void deleteReplies.run(clock.now() - ageMs)),
    personal: createPersonal(db, group, clock),
    files: createFiles(db, group, clock),
    whyUnavailable: health.whyUnavailable,
    async close() {
      if (!db.isOpen) return;
      group.flush();
      health.close();
      scrub.close();
      close();
    },
  });
}
