import type { Clock, TimeSources } from "../../clock.ts";
import type { SearchLimits } from "../slices.ts";
import type { Commit, CommitResult, Reply, Store } from "../store.ts";
import type { StoreUnavailable } from "../store-unavailable.ts";
import { createAnswerLinks } from "./answer-links.ts";
import { createAudit, createOpenChains } from "./audit.ts";
import { openFolderClock } from "./clock/folder-clock.ts";
import { createCommit } from "./commit/commit.ts";
import { createGroupCommit, type TransactionDatabase } from "./commit/group-commit.ts";
import { createHeads } from "./commit/recent-heads.ts";
import { writeInSteps } from "./commit/write-in-steps.ts";
import { createContacts } from "./contacts.ts";
import { databaseFile, openDataFolder } from "./data-folder.ts";
import { createCheckpoints } from "./disk/checkpoints.ts";
import { createDiskHealth } from "./disk/disk-health.ts";
import { createProbe } from "./disk/probe-disk.ts";
import { createErasures } from "./erase/erasures.ts";
import { createFiles } from "./files.ts";
import { openHistory } from "./history.ts";
import { createLeases } from "./leases.ts";
import { createNotices } from "./notices.ts";
import { createNotifications } from "./notifications.ts";
import { createPeople } from "./people.ts";
import { createPersonal } from "./personal-records.ts";
import { createHorizon, createLogEnd } from "./read/log-horizon.ts";
import { createLogTail } from "./read/log-tail.ts";
import { createOpenCount } from "./read/open-count.ts";
import { createPages } from "./read/pages.ts";
import { createQueries } from "./read/queries.ts";
import { createReader } from "./read/reader.ts";
import { createScrub } from "./scrub.ts";
import { createStanding } from "./standing-answers.ts";

export interface SqliteOptions {
  /** The data folder; it is created when missing and belongs to this process until the store is closed. */
  readonly folder: string;
  /** For tests; without it the clock of the data folder is used. */
  readonly clock?: Clock;
  /** For tests: what the clock of the data folder follows. */
  readonly time?: TimeSources;
  /** Wraps the database for the group commit, so that a test can make the disk fail. */
  readonly transactions?: (db: TransactionDatabase) => TransactionDatabase;
  /** For tests; how much work one page of a search may take. */
  readonly searchLimits?: SearchLimits;
  /** Called once when the folder was deleted or replaced: the store rejects everything from then on. */
  readonly onLost?: (error: StoreUnavailable) => void;
}

/** The store in one file, for one process. */
export function createSqliteStore(options: SqliteOptions): Store {
  const { folder, transactions = (db) => db, onLost = () => {} } = options;
  const dataFolder = openDataFolder(folder);
  const { db, file, identity, close } = dataFolder;
  const logEnd = createLogEnd(db);
  const folderClock = openFolderClock(dataFolder, folder, logEnd.position, options.time);
  const { clock = folderClock } = options;
  const disk = transactions(db);
  const health = createDiskHealth({ clock, identity, onLost, probe: createProbe(disk, db, folder) });
  const checkpoints = createCheckpoints(db, identity);
  const listeners = new Set<() => void>();
  const heads = createHeads();
  const chains = createOpenChains(db);
  const tail = createLogTail();
  const apply = createCommit(db, { heads, logEnd, appendAudit: chains.append });
  const leases = createLeases(db, heads);
  const queries = createQueries(db);
  const reader = createReader(databaseFile(folder));
  const group = createGroupCommit(health.watch(disk), {
    beforeCommit: chains.writeEnds,
    onRolledBack() {
      heads.clear();
      chains.forget();
      logEnd.forget();
      tail.forget();
    },
    onFlushed: handleFlush,
  });
  const selectReply = db.prepare(
    "select fingerprint, status, body from replies where principal = ? and route = ? and key = ?",
  );
  const deleteReplies = db.prepare(
    `delete from replies where (principal, route, key) in (
       select principal, route, key from replies where created_at < ? order by created_at limit ?)`,
  );
  leases.expireAll();
  const history = openHistory(db, folder, { identity, isShorter: logEnd.position() < folderClock.savedPosition });

  const erasures = createErasures(db, { group, clock, onErased: () => scrub.start() });
  const scrub = createScrub({ ...file, checkpoints, erasures, betweenReads: reader.betweenReads }, clock);
  // The process before may have left rows of a deleted conversation.
  if (scrub.isMarked()) void erasures.recover().catch(() => {});

  let lastPosition = logEnd.position();
  function handleFlush(): void {
    // A write after close is rejected, and there is nothing to notify.
    if (!db.isOpen) return;
    checkpoints.runIfDue();
    folderClock.save();
    scrub.start();
    const position = logEnd.position();
    if (position === lastPosition) return;
    tail.publish(lastPosition, position);
    lastPosition = position;
    for (const listener of listeners) listener();
  }

  function write(commit: Commit): CommitResult {
    const applied = apply(commit, clock.now());
    if (applied.ok && listeners.size > 0) tail.add(commit, applied.version);
    return applied;
  }

  /** A deletion is acknowledged when the rows and the bytes are gone. */
  async function commitDeletion(commit: Commit): Promise<CommitResult> {
    const { id } = commit.projection.conversation;
    let result: CommitResult;
    let isAdded = false;
    try {
      // It runs again where another write of its group throws, and may be refused then.
      result = await group.write(() => {
        if (isAdded) erasures.drop(id);
        isAdded = false;
        const applied = write(commit);
        if (applied.ok) erasures.add(id);
        isAdded = applied.ok;
        return applied;
      });
    } catch (error) {
      if (isAdded) erasures.drop(id);
      throw error;
    }
    if (result.ok) await erasures.finish(id);
    // Bytes are cleared when no deletion is under way.
    await erasures.settled();
    await scrub.settled();
    return result;
  }

  let closing: Promise<void> | undefined;
  async function closeAll(): Promise<void> {
    // The last connection to close empties the WAL, and has to be this one.
    await reader.close();
    group.flush();
    health.close();
    erasures.close();
    scrub.close();
    folderClock.close();
    history.close();
    close();
  }

  return health.guard<Store>({
    clock,
    load: async (id) => queries.load(id),
    remembered: heads.state,
    async commit(commit) {
      const isDeletion = commit.events.some(({ type }) => type === "conversation.deleted");
      return isDeletion ? commitDeletion(commit) : group.write(() => write(commit));
    },
    claim: (request) => group.write(() => leases.claim(request, clock.now())),
    extend: (request) => group.write(() => leases.extend(request, clock.now())),
    release: (id, epoch) => group.write(() => leases.release(id, epoch)),
    dueIn: async () => leases.dueIn(clock.now()),
    overdueMs: async () => leases.overdueMs(clock.now()),
    modelMessages: async (id, start) => queries.modelMessages(id, start),
    messages: async (id, range) => queries.messages(id, range),
    ...createPages(clock, {
      readPage: async (sql, values) => db.prepare(sql).all(...values),
      readSlice: reader.read,
      limits: options.searchLimits,
    }),
    inquiry: async (id) => queries.inquiry(id),
    ...createOpenCount(db, clock),
    run: async (id) => queries.run(id),
    runs: async (id) => queries.runs(id),
    events: async (range) => tail.events(range) ?? queries.events(range),
    ...createHorizon(db),
    position: async () => queries.position(),
    isKnownPosition: async (position) => position <= queries.position(),
    history: async () => history.id,
    onCommitted(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) tail.clear();
      };
    },
    async reply({ principal, route, key }) {
      const found = selectReply.get(principal, route, key) as Reply | undefined;
      return found && { ...found };
    },
    deleteOldReplies(ageMs) {
      const before = clock.now() - ageMs;
      return writeInSteps(group, (limit) => deleteReplies.run(before, limit).changes);
    },
    personal: createPersonal(db, group, clock),
    files: createFiles(db, group, clock),
    notices: createNotices(db, group, chains.append, clock),
    ...createPeople(db, group),
    notifications: createNotifications(db, group, clock),
    contacts: createContacts(db, group, clock),
    answerLinks: createAnswerLinks(db, group, clock),
    audit: createAudit(db, group, chains.append, reader.read),
    standing: createStanding(db, group, chains.append),
    whyUnavailable: health.whyUnavailable,
    close() {
      closing ??= closeAll();
      return closing;
    },
  });
}
