import {
  type Conversation,
  conversationIdOf,
  type InquiryRecord,
  type RunRecord,
  runUnderWay,
  stateFormat,
} from "@askback/core";
import type { Clock } from "../../clock.ts";
import { addSnoozed } from "../add-snoozed.ts";
import { cursorOf, everyMessage, orderOf, pageOf } from "../pages.ts";
import type { SnoozeFilter } from "../personal.ts";
import { searchableText } from "../searchable.ts";
import type { ConversationFilter, ConversationRow, InquiryFilter, Page, Reply, ReplyKey, Whose } from "../store.ts";
import { createWhere } from "../where.ts";
import { atMost } from "./at-most.ts";
import { storable } from "./commit-rows.ts";
import { nowMs } from "./commit-sql.ts";
import type { Database, Row } from "./database.ts";
import { createGatheredReads, rowToMessage } from "./gathered-reads.ts";

/** Pages can be slow to look up: so many at once leave connections to commits and heartbeats. */
const pagesAtOnce = 3;
const pagePatienceMs = 5_000;

/** The reading side of the store on PostgreSQL. */
export function createQueries(whole: Database, clock?: Clock) {
  const database = withoutImpossible(whole);
  const gathered = createGatheredReads(whole);
  const inTurn = atMost(pagesAtOnce, pagePatienceMs);
  const selectMessages = database.prepared(
    "askback_messages_in",
    "select message, place from messages where conversation_id = $1 and number between $2 and $3 order by number",
  );
  const selectInquiry = database.prepared("askback_inquiry", "select record from inquiries where id = $1");
  const selectRun = database.prepared("askback_run", "select record from ended_runs where id = $1");
  const selectRuns = database.prepared(
    "askback_runs",
    "select record from ended_runs where conversation_id = $1 order by ended_order",
  );
  const selectReply = database.prepared(
    "askback_reply",
    "select fingerprint, status, body from replies where principal = $1 and route = $2 and key = $3",
  );

  function addSnoozedNow(where: ReturnType<typeof createWhere<Bound>>, filter: SnoozeFilter): void {
    addSnoozed(where, filter, { sql: nowMs("?"), value: clock?.now() ?? null });
  }

  /** A run that goes on is recorded in its conversation; it gets a row of its own when it ends. */
  async function currentRun(conversationId: string): Promise<RunRecord | undefined> {
    const stored = await gathered.load(conversationId);
    return stored && runUnderWay(stored.conversation);
  }

  return {
    load: gathered.load,
    modelMessages: gathered.modelMessages,
    messages: async (id: string, { from, through } = everyMessage) =>
      (await selectMessages([id, from, through])).map(rowToMessage),
    inquiry: async (id: string) => rowToRecord<InquiryRecord>((await selectInquiry([id]))[0]),
    async run(id: string) {
      const ended = rowToRecord<RunRecord>((await selectRun([id]))[0]);
      if (ended) return ended;
      const current = await currentRun(conversationIdOf(id) ?? "");
      return current?.id === id ? current : undefined;
    },
    async runs(id: string) {
      const ended = (await selectRuns([id])).flatMap((row) => rowToRecord<RunRecord>(row) ?? []);
      const current = await currentRun(id);
      return current && !ended.some((run) => run.id === current.id) ? [...ended, current] : ended;
    },
    async openInquiryCount(filter: Whose & SnoozeFilter = {}) {
      const { project, createdBy } = filter;
      const where = createWhere<Bound>();
      where.add("status = 'open'");
      if (project !== undefined) where.add("project = ?", project);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      addSnoozedNow(where, filter);
      const sql = numbered(`select count(*) as count from inquiries ${where.sql}`);
      const [row] = await inTurn(() => database.query(sql, where.values));
      return Number(row?.count ?? 0);
    },
    async reply({ principal, route, key }: ReplyKey): Promise<Reply | undefined> {
      const [row] = await selectReply([principal, route, key]);
      return row && { fingerprint: String(row.fingerprint), status: Number(row.status), body: String(row.body) };
    },

    async conversations(filter: ConversationFilter): Promise<Page<ConversationRow>> {
      const { status, agent, text, createdBy, project, parentId, limit, cursor } = filter;
      const where = createWhere<Bound>();
      // Those that a newer server has written are for newer servers to show.
      where.add(`state_format <= ${stateFormat}`);
      if (parentId === undefined) where.add("parent is null");
      else where.add("parent = ?", parentId);
      if (status === undefined) where.add("status <> 'deleted'");
      else where.add("status = ?", status);
      if (project !== undefined) where.add("project = ?", project);
      if (agent !== undefined) where.add("agent = ?", agent);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      if (text !== undefined) {
        const wanted = storable(searchableText(text));
        where.add(
          `(position(? in title_folded) > 0 or exists (
             select 1 from messages where conversation_id = conversations.id and position(? in said) > 0)
           or exists (select 1 from inquiries where conversation_id = conversations.id and position(? in asked) > 0))`,
          wanted,
          wanted,
          wanted,
        );
      }
      const order = cursor === undefined ? undefined : orderOf(cursor);
      if (order) where.add("id < ?", storable(order[1]));
      const sql = `select state, version, updated_at from conversations ${where.sql} order by id desc limit ${limit + 1}`;
      const items = (await inTurn(() => database.query(numbered(sql), where.values))).map((row) => ({
        conversation: JSON.parse(String(row.state)) as Conversation,
        version: Number(row.version),
        updatedAt: Number(row.updated_at),
      }));
      return pageOf(items, limit, ({ conversation }) => cursorOf(0, conversation.id));
    },

    async inquiries(filter: InquiryFilter): Promise<Page<InquiryRecord>> {
      const { status, statuses, conversationId, runId, agent, createdBy, project, resolvedBy, limit, cursor } = filter;
      const where = createWhere<Bound>();
      if (conversationId !== undefined) where.add("conversation_id = ?", conversationId);
      if (runId !== undefined)
        where.add("conversation_id = ? and run_id = ?", storable(conversationIdOf(runId) ?? ""), storable(runId));
      // A literal, so that the planner can use the index of open inquiries.
      if (status !== undefined) where.add(`status = '${status}'`);
      if (statuses) where.add("status = any(?)", [...statuses]);
      if (agent !== undefined) where.add("agent = ?", agent);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      if (project !== undefined) where.add("project = ?", project);
      if (resolvedBy !== undefined) where.add("resolved_by = ?", resolvedBy);
      addSnoozedNow(where, filter);
      const order = cursor === undefined ? undefined : orderOf(cursor);
      const [beyond, direction] = filter.order === "newest" ? ["<", "desc"] : [">", "asc"];
      if (order) where.add(`(asked_at, id) ${beyond} (?, ?)`, order[0], storable(order[1]));
      const sql = `select record from inquiries ${where.sql}
        order by asked_at ${direction}, id ${direction} limit ${limit + 1}`;
      const items = (await inTurn(() => database.query(numbered(sql), where.values))).flatMap(
        (row) => rowToRecord<InquiryRecord>(row) ?? [],
      );
      return pageOf(items, limit, ({ askedAt, id }) => cursorOf(askedAt, id));
    },
  };
}

/** A text that PostgreSQL cannot hold is nowhere in it, so what is looked for by one is not found. */
function withoutImpossible({ query, prepared }: Database): Pick<Database, "query" | "prepared"> {
  const isPossible = (values: readonly unknown[]) => !values.some((value) => String(value).includes("\0"));
  return {
    query: async (sql, values = []) => (isPossible(values) ? query(sql, values) : []),
    prepared(name, sql) {
      const run = prepared(name, sql);
      return async (values) => (isPossible(values) ? run(values) : []);
    },
  };
}

function rowToRecord<Record>(row: Row | undefined): Record | undefined {
  return row && (JSON.parse(String(row.record)) as Record);
}

type Bound = string | number | null | readonly string[];

/** PostgreSQL knows its values by number. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll("?", () => {
    count += 1;
    return `$${count}`;
  });
}
