import type { Clock } from "../../clock.ts";
import type { Commit, CommitResult, Store } from "../store.ts";
import { type Announcements, createAnnouncements } from "./announcements.ts";
import { commitParameters } from "./commit-rows.ts";
import { commitSql, halfDone, nowMs } from "./commit-sql.ts";
import { type DatabaseOptions, openDatabase, type Row } from "./database.ts";
import { createGrouping } from "./grouping.ts";
import { createHorizon } from "./horizon.ts";
import { createLeases } from "./leases.ts";
import { createLogReader } from "./log-reader.ts";
import { migrate } from "./migrate.ts";
import { createPersonal } from "./personal.ts";
import { createQueries } from "./queries.ts";
import { createSharedPresence } from "./shared-presence.ts";
import { sharedSecret } from "./shared-secret.ts";
import { createSharedTexts } from "./shared-texts.ts";

export interface PostgresOptions extends DatabaseOptions {
  /** How often to look at the log without having heard of a commit. */
  readonly pollMs?: number;
  /** For tests; without it time is the database's. */
  readonly clock?: Clock;
}

const lanes = 4;
const largestGroup = 200;
const repliesAtOnce = 10_000;

/** The store in PostgreSQL, for any number of servers. */
export async function createPostgresStore(options: PostgresOptions): Promise<Store> {
  const database = openDatabase(options);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const send = database.prepared("askback_commit", commitSql);
  const queries = createQueries(database, options.clock);
  const leases = createLeases(database, options.clock);
  const log = createLogReader(database, () => look());
  const announcements: Announcements = createAnnouncements(database, {
    pollMs: options.pollMs ?? 1_000,
    failed: options.failed,
  });
  const dropReplies = database.prepared(
    "askback_forget",
    `with old as materialized (
       select principal, route, key from replies where created_at < ${nowMs("$2")} - $1::bigint
       order by created_at limit ${repliesAtOnce} for update skip locked
     ),
     dropped as (delete from replies using old where (replies.principal, replies.route, replies.key) = (old.principal, old.route, old.key))
     select count(*) as count from old`,
  );

  const listeners = new Set<() => void>();
  let told: number;
  try {
    await announcements.started;
    told = await log.position();
  } catch (error) {
    // A database that goes away right now must not leave behind what would keep the process from ending.
    await announcements.close();
    await database.close();
    throw error;
  }
  let isClosed = false;

  function tell(): void {
    for (const listener of listeners) listener();
  }
  /** What others wrote may lie below what we wrote ourselves: it counts that the log grew, not how far. */
  function tellIfGrown(position: number): void {
    if (position > told) tell();
    told = position;
  }
  function look(): void {
    if (listeners.size > 0 && !isClosed) log.position().then(tellIfGrown, (error) => isClosed || options.failed(error));
  }
  const stopListening = announcements.listen("askback_committed", look);

  const group = createGrouping<Commit, CommitResult | "again">({
    keyOf: ({ projection }) => projection.conversation.id,
    lanes,
    largest: largestGroup,
    async send(commits) {
      await log.secure();
      const rows = await send([...commitParameters(commits), options.clock?.now() ?? null]).catch((error) => {
        if (commits.length === 1 && error.code === halfDone) return [];
        throw error;
      });
      if (rows[0]?.grown === true) {
        tell();
        announcements.announce();
      }
      const disturbed = rows.filter((row) => row.done === true && row.disturbs === true).map((row) => Number(row.ord));
      if (disturbed.length > 0)
        announcements.disturb(disturbed.flatMap((ord) => commits[ord]?.projection.conversation.id ?? []));
      const rowByOrd = new Map(rows.map((row) => [row.ord, row]));
      return commits.map((commit, ord) => resultOf(commit, rowByOrd.get(ord)));
    },
  });

  return {
    load: queries.load,
    async commit(commit) {
      let result = await group.add(commit);
      while (result === "again") result = await group.add(commit);
      return result;
    },
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
    async forgetReplies(ageMs) {
      for (let count = repliesAtOnce; count === repliesAtOnce && !isClosed; )
        count = Number((await dropReplies([ageMs, options.clock?.now() ?? null]))[0]?.count);
    },
    personal: createPersonal(database, options.clock),
    onDisturbed: (listener) => announcements.listen("askback_disturbed", (id) => id !== undefined && listener(id)),
    secret: () => sharedSecret(database),
    texts: createSharedTexts(database, announcements),
    presence: createSharedPresence(database, announcements, (error) => isClosed || options.failed(error)),
    async close() {
      isClosed = true;
      await group.idle();
      stopListening();
      log.close();
      await announcements.close();
      await database.close();
    },
  };
}

function resultOf(commit: Commit, row: Row | undefined): CommitResult | "again" {
  if (row?.done === true) {
    const version = commit.expectedVersion + commit.events.length;
    return { ok: true, version, ...(row.epoch != null && { epoch: Number(row.epoch) }) };
  }
  switch (row?.reason) {
    case "version":
    case "epoch":
      return { ok: false, reason: row.reason };
    case "reply": {
      const reply = { fingerprint: String(row.fingerprint), status: Number(row.reply_status), body: String(row.body) };
      return { ok: false, reason: "reply", reply };
    }
    default:
      // Another commit took the key, or made the conversation, in the same moment: what it wrote is found next time.
      return "again";
  }
}
