import type { Clock } from "../../clock.ts";
import type { SearchLimits } from "../slices.ts";
import type { Store } from "../store.ts";
import { createAnswerLinks } from "./answer-links.ts";
import { createAudit } from "./audit.ts";
import { createAuditChainWriter } from "./audit-chain-writer.ts";
import { type DatabaseClock, startDatabaseClock } from "./cluster/database-clock.ts";
import { createHistory } from "./cluster/history.ts";
import { createLeases } from "./cluster/leases.ts";
import { createSharedLiveTexts } from "./cluster/live-texts.ts";
import { createNotifyChannel, type NotifyChannel } from "./cluster/notify-channel.ts";
import { createSharedPresence } from "./cluster/presence.ts";
import { createSharedSecret } from "./cluster/secret.ts";
import { createGroupCommit } from "./commit/group-commit.ts";
import { createRecentStates } from "./commit/recent-states.ts";
import { type DatabaseOptions, openDatabase } from "./connection/database.ts";
import { nowSql } from "./connection/sql-values.ts";
import { createContacts } from "./contacts.ts";
import { createFiles } from "./files.ts";
import { createNotices } from "./notices.ts";
import { createNotifications } from "./notifications.ts";
import { migrate } from "./operate/migrate.ts";
import { createPeople } from "./people/people.ts";
import { createPersonal } from "./personal-records.ts";
import { createHorizon } from "./read/log-horizon.ts";
import { createLogReader } from "./read/log-reader.ts";
import { createOpenCount } from "./read/open-count.ts";
import { createPageQuery } from "./read/page-query.ts";
import { createPages } from "./read/pages.ts";
import { createQueries } from "./read/queries.ts";
import { createStanding } from "./standing-answers.ts";

export interface PostgresOptions extends DatabaseOptions {
  /** How often to read the log without a notification. */
  readonly pollMs?: number;
  /** How often to look whether the rows of the log were replaced by those of another one. */
  readonly checkMs?: number;
  /** For tests; without it the database's clock is used. */
  readonly clock?: Clock;
  /** For tests; how much work one page of a search may take. */
  readonly searchLimits?: SearchLimits;
}

const defaultPollMs = 1_000;
const defaultCheckMs = 10_000;
const repliesPerDelete = 10_000;

/** The store in PostgreSQL, for any number of servers. */
export async function createPostgresStore(options: PostgresOptions): Promise<Store> {
  const { clock, pollMs = defaultPollMs, checkMs = defaultCheckMs } = options;
  const database = openDatabase(options);
  let databaseClock: DatabaseClock;
  try {
    await migrate(database);
    databaseClock = await startDatabaseClock(database.query);
  } catch (error) {
    await database.close();
    throw error;
  }
  let isClosed = false;
  const onError = (error: unknown) => {
    if (!isClosed) options.onError(error);
  };
  const queries = createQueries(database);
  const queryPage = createPageQuery(database);
  const leases = createLeases(database, clock, databaseClock, { load: queries.load, onError });
  const history = createHistory(database);
  const log = createLogReader(database, {
    recheck: () => checkLog(),
    onReconnected: (isShorter) => (isShorter ? history.replace() : history.check()),
  });
  const recent = createRecentStates();
  history.onReplaced(() => {
    log.reset();
    recent.clear();
  });
  const notifyChannel: NotifyChannel = createNotifyChannel(database, { pollMs, onError: options.onError });
  const deleteReplies = database.prepared(
    "askback_delete_replies",
    `with old as materialized (
       select principal, route, key from replies where created_at < ${nowSql("$2")} - $1::bigint
       order by created_at limit ${repliesPerDelete} for update skip locked
     ),
     deleted as (delete from replies using old where (replies.principal, replies.route, replies.key) = (old.principal, old.route, old.key))
     select count(*) as count from old`,
  );

  const listeners = new Set<() => void>();
  let lastPosition: number;
  try {
    await history.check();
    await notifyChannel.started;
    lastPosition = await log.position();
  } catch (error) {
    // If the database fails right now, open handles would keep the process from ending.
    await notifyChannel.close();
    await database.close();
    throw error;
  }

  function callListeners(): void {
    for (const listener of listeners) listener();
  }
  /** Events of other servers may lie below our own, so it only matters that the log grew. */
  function checkPosition(position: number): void {
    if (position > lastPosition) callListeners();
    lastPosition = position;
  }
  function checkLog(): void {
    if (listeners.size > 0 && !isClosed) log.position().then(checkPosition, onError);
  }
  notifyChannel.listen("askback_committed", checkLog);
  notifyChannel.listen("askback_replaced", () => isClosed || history.read().catch(onError));
  const group = createGroupCommit(database, {
    clock,
    notifyChannel,
    recent,
    beforeWrite: log.guardPositions,
    onCommitted: callListeners,
  });

  const chainWriter = createAuditChainWriter(database, onError);

  /** Rows that are replaced lose no connection. Another server may have noticed it, and its notification may be lost. */
  async function checkHistory(): Promise<void> {
    await log.checkEnd();
    await history.read();
  }
  const checkTimer = setInterval(() => void checkHistory().catch(onError), checkMs);
  checkTimer.unref();

  return {
    clock: clock ?? databaseClock,
    load: queries.load,
    remembered: recent.get,
    async commit(commit) {
      const result = await group.commit(commit);
      if (commit.audit && result.ok) chainWriter.wake();
      return result;
    },
    claim: leases.claim,
    extend: leases.extend,
    release: leases.release,
    dueIn: leases.dueIn,
    overdueMs: leases.overdueMs,
    modelMessages: queries.modelMessages,
    messages: queries.messages,
    ...createPages(clock, { readPage: queryPage, readSlice: queryPage, limits: options.searchLimits }),
    inquiry: queries.inquiry,
    ...createOpenCount(queryPage, clock),
    run: queries.run,
    runs: queries.runs,
    async events(range) {
      const events = await log.events(range);
      for (const { conversationId, version } of events) recent.handleEvent(conversationId, version);
      return events;
    },
    ...createHorizon(database),
    position: log.position,
    history: history.read,
    onReplaced: history.onReplaced,
    onCommitted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reply: queries.reply,
    async deleteOldReplies(ageMs) {
      for (let count = repliesPerDelete; count === repliesPerDelete && !isClosed; )
        count = Number((await deleteReplies([ageMs, clock?.now() ?? null]))[0]?.count);
    },
    personal: createPersonal(database, clock),
    files: createFiles(database, clock),
    ...createPeople(database, notifyChannel),
    notifications: createNotifications(database, clock),
    contacts: createContacts(database, clock),
    answerLinks: createAnswerLinks(database, clock),
    notices: createNotices(database, chainWriter, clock),
    audit: createAudit(database, chainWriter),
    standing: createStanding(database, chainWriter),
    whyUnavailable: database.whyUnavailable,
    onChangedElsewhere: (listener) =>
      notifyChannel.listen("askback_disturbed", (id) => id !== undefined && listener(id)),
    secret: () => createSharedSecret(database),
    liveTexts: createSharedLiveTexts(database, notifyChannel),
    presence: createSharedPresence(database, notifyChannel, onError),
    async close() {
      isClosed = true;
      clearInterval(checkTimer);
      await group.idle();
      await chainWriter.close();
      log.close();
      await notifyChannel.close();
      await database.close();
    },
  };
}
