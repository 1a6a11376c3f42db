import { type Conversation, conversationIdOf, type InquiryRecord } from "@askback/core";
import type { Clock } from "../../clock.ts";
import { parseCursor, toCursor, toPage } from "../page.ts";
import { toSearchText } from "../search-text.ts";
import { addAfter, rowsToSlice, type SlicedList, sliceQuery } from "../slice-sql.ts";
import { isSearch, readInSlices, type SearchLimits } from "../slices.ts";
import { addSnoozeFilter, createWhere } from "../sql-where.ts";
import type { ConversationFilter, InquiryFilter, ListedConversation, Page, PageRequest, Store } from "../store.ts";
import { derivedIdRange } from "./schema.ts";

/** Whether a text occurs in the title, the messages or the inquiries. */
const containsTextSql = `(instr(title_folded, ?) > 0
  or exists (select 1 from messages where conversation = conversations.key and instr(said, ?) > 0)
  or exists (select 1 from inquiries where instr(asked, ?) > 0 and inquiries.id
    between 'inq_' || substr(conversations.id, 6) || '_' and 'inq_' || substr(conversations.id, 6) || '_~'))`;

/** Whether a text occurs in an inquiry, in the title of its conversation or in the name of its agent. */
const isAboutTextSql = `(instr(asked, ?) > 0 or instr(upper(agent), ?) > 0 or agent in (select value from json_each(?))
  or exists (select 1 from conversations where id = inquiries.record ->> '$.conversationId' and instr(title_folded, ?) > 0))`;

type Value = string | number;
type Row = Readonly<Record<string, unknown>>;
type Read = (sql: string, values: readonly Value[]) => Promise<readonly Row[]>;

export interface PagesOptions {
  /** Reads a page whose rows an index finds. */
  readonly readNow: (sql: string, values: readonly Value[]) => readonly Row[];
  /** Reads a slice of a search, beside the event loop. */
  readonly readBeside: Read;
  readonly clock: Clock;
  readonly limits: SearchLimits | undefined;
}

/** The pages of lists on SQLite. */
export function createPages(options: PagesOptions): Pick<Store, "conversations" | "inquiries"> {
  const { readNow, readBeside, clock, limits } = options;

  function readPage<Item>(list: SlicedList<Value>, page: PageRequest, toItem: (row: Row) => Item): Page<Item> {
    const where = createWhere<Value>();
    list.addIndexed(where);
    list.addChecked(where);
    const after = page.cursor === undefined ? undefined : parseCursor(page.cursor);
    if (after) addAfter(where, list, after);
    const { columns, order, table, direction } = list;
    const sorted = order.map((column) => `${column} ${direction}`).join(", ");
    const sql = `select ${[...columns, ...order].join(", ")} from ${table} ${where.sql} order by ${sorted} limit ?`;
    const rows = readNow(sql, [...where.values, page.limit + 1]);
    const { items, next } = toPage(rows, page.limit, (row) => toCursor(Number(row.asked_at ?? 0), String(row.id)));
    return { items: items.map(toItem), ...(next !== undefined && { next }) };
  }

  function search<Item>(
    list: SlicedList<Value>,
    page: PageRequest,
    toItem: (row: Row) => Item,
    signal: AbortSignal | undefined,
  ): Promise<Page<Item>> {
    return readInSlices(
      page,
      async (request) => {
        const { sql, values } = sliceQuery<Value>(list, createWhere, request);
        return rowsToSlice(await readBeside(sql, values), toItem);
      },
      limits,
      signal,
    );
  }

  return {
    async conversations(filter, signal) {
      const list = conversationList(filter);
      return isSearch(filter) ? search(list, filter, toConversation, signal) : readPage(list, filter, toConversation);
    },
    async inquiries(filter, signal) {
      const list = inquiryList(filter, clock.now());
      return isSearch(filter) ? search(list, filter, toInquiry, signal) : readPage(list, filter, toInquiry);
    },
  };
}

function conversationList(filter: ConversationFilter): SlicedList<Value> {
  const { status, agent, text, createdBy, project, parentId } = filter;
  const isHalted = status === "paused" || status === "failed";
  return {
    table: "conversations",
    columns: ["state", "version", "updated_at"],
    order: ["id"],
    direction: "desc",
    addIndexed(where) {
      if (parentId !== undefined) where.add("parent = ?", parentId);
      // A literal lets the planner use the index of halted conversations; the status is one of a fixed set.
      else if (isHalted) where.add(`status = '${status}'`);
      else if (status !== "deleted" && project !== undefined)
        where.add("parent is null and status <> 'deleted' and project = ?", project);
    },
    addChecked(where) {
      if (parentId === undefined) where.add("parent is null");
      where.add(status === undefined ? "status <> 'deleted'" : `status = '${status}'`);
      if (project !== undefined) where.add("project = ?", project);
      if (agent !== undefined) where.add("agent = ?", agent);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      if (text === undefined) return;
      const wanted = toSearchText(text);
      where.add(containsTextSql, wanted, wanted, wanted);
    },
  };
}

function inquiryList(filter: InquiryFilter, now: number): SlicedList<Value> {
  const { status, statuses, conversationId, runId, agent, createdBy, project, resolvedBy, snoozedBy } = filter;
  const conversation = conversationId ?? (runId === undefined ? undefined : (conversationIdOf(runId) ?? ""));
  const isFoundById = conversation !== undefined || snoozedBy !== undefined;
  return {
    table: "inquiries",
    columns: ["record"],
    order: ["asked_at", "id"],
    direction: filter.order === "newest" ? "desc" : "asc",
    addIndexed(where) {
      if (conversation !== undefined) where.add("id between ? and ?", ...derivedIdRange("inq", conversation));
      if (snoozedBy !== undefined)
        where.add(
          "id in (select inquiry_id from personal_records where principal = ? and snoozed_until > ?)",
          snoozedBy,
          now,
        );
      if (isFoundById) return;
      // A literal lets the planner use the index of open inquiries.
      if (status === "open") where.add("status = 'open'");
      if (project !== undefined) where.add("project = ?", project);
    },
    addChecked(where) {
      // The plus keeps the planner from another index.
      if (project !== undefined) where.add("+project = ?", project);
      if (status !== undefined) where.add(`+status = '${status}'`);
      if (statuses) where.add("status in (select value from json_each(?))", JSON.stringify(statuses));
      if (runId !== undefined) where.add("run_id = ?", runId);
      if (agent !== undefined) where.add("agent = ?", agent);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      if (resolvedBy !== undefined) where.add("resolved_by = ?", resolvedBy);
      addSnoozeFilter(where, { notSnoozedBy: filter.notSnoozedBy }, { sql: "?", value: now });
      if (filter.text === undefined) return;
      const wanted = toSearchText(filter.text);
      where.add(isAboutTextSql, wanted, wanted, JSON.stringify(filter.titledAgents ?? []), wanted);
    },
  };
}

function toConversation(row: Row): ListedConversation {
  return {
    conversation: JSON.parse(String(row.state)) as Conversation,
    version: Number(row.version),
    updatedAt: Number(row.updated_at),
  };
}

function toInquiry(row: Row): InquiryRecord {
  return JSON.parse(String(row.record)) as InquiryRecord;
}
