import type { DatabaseSync } from "node:sqlite";
import {
  activeRun,
  type Conversation,
  conversationIdOf,
  type Event,
  type InquiryRecord,
  type Message,
  type RunRecord,
} from "@askback/core";
import { allMessages, parseCursor, toCursor, toPage } from "../page.ts";
import type { SnoozeFilter } from "../personal-records.ts";
import { toSearchText } from "../search-text.ts";
import { addSnoozeFilter, createWhere } from "../sql-where.ts";
import type {
  ConversationFilter,
  EventRange,
  InquiryFilter,
  ListedConversation,
  Page,
  RecordedEvent,
  TranscriptStart,
  VisibilityFilter,
} from "../store.ts";
import { lastPosition } from "./log-horizon.ts";
import { derivedIdRange } from "./schema.ts";

/** Whether a text occurs in the title, the messages or the inquiries. */
const containsTextSql = `(instr(title_folded, ?) > 0
  or exists (select 1 from messages where conversation = conversations.key and instr(said, ?) > 0)
  or exists (select 1 from inquiries where instr(asked, ?) > 0 and inquiries.id
    between 'inq_' || substr(conversations.id, 6) || '_' and 'inq_' || substr(conversations.id, 6) || '_~'))`;

/** Whether a text occurs in an inquiry, in the title of its conversation or in the name of its agent. */
const isAboutTextSql = `(instr(asked, ?) > 0 or instr(upper(agent), ?) > 0 or agent in (select value from json_each(?))
  or exists (select 1 from conversations where id = inquiries.record ->> '$.conversationId' and instr(title_folded, ?) > 0))`;

/** The reading side of the store on SQLite. */
export function createQueries(db: DatabaseSync) {
  const selectConversation = db.prepare("select state, version from conversations where id = ?");
  const selectModelMessages = db.prepare(
    `select message, place from messages
     where conversation = (select key from conversations where id = ?) and number >= ? and place > ? order by place`,
  );
  const selectMessages = db.prepare(
    `select message, place from messages
     where conversation = (select key from conversations where id = ?) and number between ? and ? order by number`,
  );
  const selectInquiry = db.prepare("select record from inquiries where id = ?");
  const selectRun = db.prepare("select record from ended_runs where id = ?");
  const selectRuns = db.prepare("select record from ended_runs where id between ? and ? order by length(id), id");
  const selectLog = db.prepare(
    `select position, id as conversation_id, project, log.version, events from log join conversations on key = conversation
     where position > ? order by position limit ?`,
  );
  const selectLogOf = db.prepare(
    `select position, id as conversation_id, project, log.version, events from log join conversations on key = conversation
     where position > ? and conversation in (select key from conversations where id in (select value from json_each(?)))
     order by position limit ?`,
  );
  const selectPosition = db.prepare(`select ${lastPosition} as position`);

  function load(id: string) {
    const row = selectConversation.get(id) as { state: string; version: number } | undefined;
    return row && { conversation: JSON.parse(row.state) as Conversation, version: row.version };
  }

  /** The current run is part of its conversation; it gets a row of its own when it ends. */
  function currentRun(conversationId: string, id?: string): RunRecord | undefined {
    const stored = load(conversationId);
    const run = stored && activeRun(stored.conversation);
    return id === undefined || run?.id === id ? run : undefined;
  }

  return {
    load,
    modelMessages: (id: string, { through, from }: TranscriptStart) =>
      selectModelMessages.all(id, from, through).map(rowToMessage),
    messages: (id: string, { from, through } = allMessages) => selectMessages.all(id, from, through).map(rowToMessage),
    inquiry: (id: string) => rowToRecord<InquiryRecord>(selectInquiry.get(id)),
    run: (id: string) => rowToRecord<RunRecord>(selectRun.get(id)) ?? currentRun(conversationIdOf(id) ?? "", id),
    runs(id: string) {
      const ended = selectRuns.all(...derivedIdRange("run", id)).flatMap((row) => rowToRecord<RunRecord>(row) ?? []);
      const current = currentRun(id);
      return current ? [...ended, current] : ended;
    },
    events({ after, limit, conversationIds }: EventRange) {
      const rows = conversationIds
        ? selectLogOf.all(after, JSON.stringify(conversationIds), limit)
        : selectLog.all(after, limit);
      // The first row may contain events that the reader already has.
      return rows
        .flatMap(rowToEvents)
        .filter(({ position }) => position > after)
        .slice(0, limit);
    },
    position: () => Number(selectPosition.get()?.position ?? 0),
    openInquiryCount(filter: VisibilityFilter & SnoozeFilter = {}, now: number) {
      const { project, createdBy } = filter;
      const where = createWhere<string | number>();
      where.add("status = 'open'");
      if (project !== undefined) where.add("project = ?", project);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      addSnoozeFilter(where, filter, { sql: "?", value: now });
      const row = db.prepare(`select count(*) as count from inquiries ${where.sql}`).get(...where.values);
      return Number(row?.count ?? 0);
    },

    conversations(filter: ConversationFilter): Page<ListedConversation> {
      const { status, agent, text, createdBy, project, parentId, limit, cursor } = filter;
      const where = createWhere<string | number>();
      if (parentId === undefined) where.add("parent is null");
      else where.add("parent = ?", parentId);
      if (project !== undefined) where.add("project = ?", project);
      // A literal lets the planner use the index of halted conversations; the status is one of a fixed set.
      if (status !== undefined) where.add(`status = '${status}'`);
      else where.add("status <> 'deleted'");
      if (agent !== undefined) where.add("agent = ?", agent);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      if (text !== undefined) {
        const wanted = toSearchText(text);
        where.add(containsTextSql, wanted, wanted, wanted);
      }
      const order = cursor === undefined ? undefined : parseCursor(cursor);
      if (order) where.add("id < ?", order[1]);
      const sql = `select state, version, updated_at from conversations ${where.sql} order by id desc limit ?`;
      const items = db
        .prepare(sql)
        .all(...where.values, limit + 1)
        .map((row) => ({
          conversation: JSON.parse(String(row.state)) as Conversation,
          version: Number(row.version),
          updatedAt: Number(row.updated_at),
        }));
      return toPage(items, limit, ({ conversation }) => toCursor(0, conversation.id));
    },

    inquiries(filter: InquiryFilter, now: number): Page<InquiryRecord> {
      const { status, conversationId, runId, agent, createdBy, project, resolvedBy, limit, cursor } = filter;
      const where = createWhere<string | number>();
      const conversation = conversationId ?? (runId === undefined ? undefined : (conversationIdOf(runId) ?? ""));
      if (conversation !== undefined) where.add("id between ? and ?", ...derivedIdRange("inq", conversation));
      if (runId !== undefined) where.add("run_id = ?", runId);
      // A literal lets the planner use the index of open inquiries; those of one conversation are found by id instead.
      if (status !== undefined) where.add(`${conversation === undefined ? "" : "+"}status = '${status}'`);
      if (agent !== undefined) where.add("agent = ?", agent);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      if (filter.text !== undefined) {
        const wanted = toSearchText(filter.text);
        where.add(isAboutTextSql, wanted, wanted, JSON.stringify(filter.titledAgents ?? []), wanted);
      }
      if (filter.statuses) where.add("status in (select value from json_each(?))", JSON.stringify(filter.statuses));
      if (project !== undefined) where.add("project = ?", project);
      if (resolvedBy !== undefined) where.add("resolved_by = ?", resolvedBy);
      addSnoozeFilter(where, filter, { sql: "?", value: now });
      const order = cursor === undefined ? undefined : parseCursor(cursor);
      const [beyond, direction] = filter.order === "newest" ? ["<", "desc"] : [">", "asc"];
      if (order) where.add(`(asked_at, id) ${beyond} (?, ?)`, ...order);
      const rows = db
        .prepare(`select record from inquiries ${where.sql} order by asked_at ${direction}, id ${direction} limit ?`)
        .all(...where.values, limit + 1);
      const items = rows.flatMap((row) => rowToRecord<InquiryRecord>(row) ?? []);
      return toPage(items, limit, ({ askedAt, id }) => toCursor(askedAt, id));
    },
  };
}

type Row = Record<string, unknown>;

export function rowToMessage(row: Row): Message {
  const message = JSON.parse(String(row.message)) as Message;
  return row.place === null ? message : { ...message, place: Number(row.place) };
}

export function rowToEvents(row: Row): RecordedEvent[] {
  const events = JSON.parse(String(row.events)) as Event[];
  const conversationId = String(row.conversation_id);
  const project = String(row.project);
  return events.map((event, index) => {
    const fromLast = events.length - 1 - index;
    return {
      position: Number(row.position) - fromLast,
      conversationId,
      project,
      version: Number(row.version) - fromLast,
      event,
    };
  });
}

function rowToRecord<Record>(row: Row | undefined): Record | undefined {
  return row && (JSON.parse(String(row.record)) as Record);
}
