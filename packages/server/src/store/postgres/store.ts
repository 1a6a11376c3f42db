import type { Clock } from "../../clock.ts";
import type { Store } from "../store.ts";
import { createLeases } from "./cluster/leases.ts";
import { createSharedLiveTexts } from "./cluster/live-texts.ts";
import { createNotifications, type Notifications } from "./cluster/notifications.ts";
import { createSharedPresence } from "./cluster/presence.ts";
import { createSharedSecret } from "./cluster/secret.ts";
import { createGroupCommit } from "./commit/group-commit.ts";
import { type DatabaseOptions, openDatabase } from "./connection/database.ts";
import { nowSql } from "./connection/sql-values.ts";
import { createFiles } from "./files.ts";
import { migrate } from "./operate/migrate.ts";
import { createPersonal } from "./personal-records.ts";
import { createHorizon } from "./read/log-horizon.ts";
import { createLogReader } from "./read/log-reader.ts";
import { createQueries } from "./read/queries.ts";

export interface PostgresOptions extends DatabaseOptions {
  /** How often to read the log without a notification. */
  readonly pollMs?: number;
  /** For tests; without it the database's clock is used. */
  readonly clock?: Clock;
}

const defaultPollMs = 1_000;
const repliesPerDelete = 10_000;

/** The store in PostgreSQL, for any number of servers. */
export async function createPostgresStore(options: PostgresOptions): Promise<Store> {
  const { clock, pollMs = defaultPollMs } = options;
  const database = openDatabase(options);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  let isClosed = false;
  const onError = (error: unknown) => {
    if (!isClosed) options.onError(error);
  };
  const queries = createQueries(database, clock);
  const leases = createLeases(database, clock);
  const log = createLogReader(database, () => checkLog());
  const notifications: Notifications = createNotifications(database, { pollMs, onError: options.onError });
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
    await notifications.started;
    lastPosition = await log.position();
  } catch (error) {
    // If the database fails right now, open handles would keep the process from ending.
    await notifications.close();
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
  const stopListening = notifications.listen("askback_committed", checkLog);
  const group = createGroupCommit(database, {
    clock,
    notifications,
    beforeWrite: log.guardPositions,
    onCommitted: callListeners,
  });

  return {
    load: queries.load,
    commit: group.commit,
    claim: leases.claim,
    extend: leases.extend,
    release: leases.release,
    dueIn: leases.dueIn,
    modelMessages: queries.modelMessages,
    messages: queries.messages,
    conversations: queries.conversations,
    inquiry: queries.inquiry,
    inquiries: queries.inquiries,
    openInquiryCount: queries.openInquiryCount,
    run: queries.run,
    runs: queries.runs,
    events: log.events,
    ...createHorizon(database),
    position: log.position,
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
    whyUnavailable: database.whyUnavailable,
    onChangedElsewhere: (listener) =>
      notifications.listen("askback_disturbed", (id) => id !== undefined && listener(id)),
    secret: () => createSharedSecret(database),
    liveTexts: createSharedLiveTexts(database, notifications),
    presence: createSharedPresence(database, notifications, onError),
    async close() {
      isClosed = true;
      await group.idle();
      stopListening();
      log.close();
      await notifications.close();
      await database.close();
    },
  };
}
