import {
  activeRun,
  type Conversation,
  conversationIdOf,
  type InquiryRecord,
  type RunRecord,
  stateFormat,
} from "@askback/core";
import type { Clock } from "../../../clock.ts";
import { allMessages, parseCursor, toCursor, toPage } from "../../page.ts";
import type { SnoozeFilter } from "../../personal-records.ts";
import { toSearchText } from "../../search-text.ts";
import { addSnoozeFilter, createWhere } from "../../sql-where.ts";
import type {
  ConversationFilter,
  InquiryFilter,
  ListedConversation,
  Page,
  Reply,
  ReplyKey,
  VisibilityFilter,
} from "../../store.ts";
import type { Database, Row } from "../connection/database.ts";
import { nowSql, withoutNul } from "../connection/sql-values.ts";
import { createBatchedReads, rowToMessage } from "./batched-reads.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";

/** Pages can be slow to query; the limit leaves connections for commits and heartbeats. */
const maxPageQueries = 3;
const pageTimeoutMs = 5_000;

/** The reading side of the store on PostgreSQL. */
export function createQueries(unchecked: Database, clock?: Clock) {
  const database = withNulCheck(unchecked);
  const batched = createBatchedReads(unchecked);
  const limitPages = createConcurrencyLimit(maxPageQueries, pageTimeoutMs);
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

  function addSnoozeFilterNow(where: ReturnType<typeof createWhere<Bound>>, filter: SnoozeFilter): void {
    addSnoozeFilter(where, filter, { sql: nowSql("?"), value: clock?.now() ?? null });
  }

  /** The current run is part of its conversation; it gets a row of its own when it ends. */
  async function currentRun(conversationId: string): Promise<RunRecord | undefined> {
    const stored = await batched.load(conversationId);
    return stored && activeRun(stored.conversation);
  }

  return {
    load: batched.load,
    modelMessages: batched.modelMessages,
    messages: async (id: string, { from, through } = allMessages) =>
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
    async openInquiryCount(filter: VisibilityFilter & SnoozeFilter = {}) {
      const { project, createdBy } = filter;
      const where = createWhere<Bound>();
      where.add("status = 'open'");
      if (project !== undefined) where.add("project = ?", project);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      addSnoozeFilterNow(where, filter);
      const sql = numberParameters(`select count(*) as count from inquiries ${where.sql}`);
      const [row] = await limitPages(() => database.query(sql, where.values));
      return Number(row?.count ?? 0);
    },
    async reply({ principal, route, key }: ReplyKey): Promise<Reply | undefined> {
      const [row] = await selectReply([principal, route, key]);
      return row && { fingerprint: String(row.fingerprint), status: Number(row.status), body: String(row.body) };
    },

    async conversations(filter: ConversationFilter): Promise<Page<ListedConversation>> {
      const { status, agent, text, createdBy, project, parentId, limit, cursor } = filter;
      const where = createWhere<Bound>();
      // Only newer servers can show what a newer server has written.
      where.add(`state_format <= ${stateFormat}`);
      if (parentId === undefined) where.add("parent is null");
      else where.add("parent = ?", parentId);
      if (status === undefined) where.add("status <> 'deleted'");
      else where.add("status = ?", status);
      if (project !== undefined) where.add("project = ?", project);
      if (agent !== undefined) where.add("agent = ?", agent);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      if (text !== undefined) {
        const wanted = withoutNul(toSearchText(text));
        where.add(
          `(position(? in title_folded) > 0 or exists (
             select 1 from messages where conversation_id = conversations.id and position(? in said) > 0)
           or exists (select 1 from inquiries where conversation_id = conversations.id and position(? in asked) > 0))`,
          wanted,
          wanted,
          wanted,
        );
      }
      const order = cursor === undefined ? undefined : parseCursor(cursor);
      if (order) where.add("id < ?", withoutNul(order[1]));
      const sql = `select state, version, updated_at from conversations ${where.sql} order by id desc limit ${limit + 1}`;
      const items = (await limitPages(() => database.query(numberParameters(sql), where.values))).map((row) => ({
        conversation: JSON.parse(String(row.state)) as Conversation,
        version: Number(row.version),
        updatedAt: Number(row.updated_at),
      }));
      return toPage(items, limit, ({ conversation }) => toCursor(0, conversation.id));
    },

    async inquiries(filter: InquiryFilter): Promise<Page<InquiryRecord>> {
      const { status, statuses, conversationId, runId, agent, createdBy, project, resolvedBy, limit, cursor } = filter;
      const { text, titledAgents = [] } = filter;
      const where = createWhere<Bound>();
      if (conversationId !== undefined) where.add("conversation_id = ?", conversationId);
      if (runId !== undefined)
        where.add("conversation_id = ? and run_id = ?", withoutNul(conversationIdOf(runId) ?? ""), withoutNul(runId));
      // A literal, so that the planner can use the index of open inquiries.
      if (status !== undefined) where.add(`status = '${status}'`);
      if (statuses) where.add("status = any(?)", [...statuses]);
      if (agent !== undefined) where.add("agent = ?", agent);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      if (project !== undefined) where.add("project = ?", project);
      if (resolvedBy !== undefined) where.add("resolved_by = ?", resolvedBy);
      if (text !== undefined) {
        const wanted = toSearchText(text);
        where.add(
          `(position(? in asked) > 0 or position(? in upper(agent)) > 0 or agent = any(?) or exists (
             select 1 from conversations where id = inquiries.conversation_id and position(? in title_folded) > 0))`,
          wanted,
          wanted,
          [...titledAgents],
          wanted,
        );
      }
      addSnoozeFilterNow(where, filter);
      const order = cursor === undefined ? undefined : parseCursor(cursor);
      const [beyond, direction] = filter.order === "newest" ? ["<", "desc"] : [">", "asc"];
      if (order) where.add(`(asked_at, id) ${beyond} (?, ?)`, order[0], withoutNul(order[1]));
      const sql = `select record from inquiries ${where.sql}
        order by asked_at ${direction}, id ${direction} limit ${limit + 1}`;
      const items = (await limitPages(() => database.query(numberParameters(sql), where.values))).flatMap(
        (row) => rowToRecord<InquiryRecord>(row) ?? [],
      );
      return toPage(items, limit, ({ askedAt, id }) => toCursor(askedAt, id));
    },
  };
}

/** PostgreSQL rejects a parameter that contains NUL; as no stored text contains one, such a query finds nothing. */
function withNulCheck({ query, prepared }: Database): Pick<Database, "query" | "prepared"> {
  const isStorable = (values: readonly unknown[]) => !values.some((value) => String(value).includes("\0"));
  return {
    query: async (sql, values = []) => (isStorable(values) ? query(sql, values) : []),
    prepared(name, sql) {
      const run = prepared(name, sql);
      return async (values) => (isStorable(values) ? run(values) : []);
    },
  };
}

function rowToRecord<Record>(row: Row | undefined): Record | undefined {
  return row && (JSON.parse(String(row.record)) as Record);
}

type Bound = string | number | null | readonly string[];

/** Replaces `?` by numbered parameters. */
function numberParameters(sql: string): string {
  let count = 0;
  return sql.replaceAll("?", () => {
    count += 1;
    return `$${count}`;
  });
}
