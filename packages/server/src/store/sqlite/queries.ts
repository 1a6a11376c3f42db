import type { DatabaseSync } from "node:sqlite";
import {
  type Conversation,
  conversationIdOf,
  type Event,
  type InquiryRecord,
  type Message,
  type RunRecord,
  runUnderWay,
} from "@askback/core";
import { addSnoozed } from "../add-snoozed.ts";
import { cursorOf, everyMessage, orderOf, pageOf } from "../pages.ts";
import type { SnoozeFilter } from "../personal.ts";
import { searchableText } from "../searchable.ts";
import type {
  ConversationFilter,
  ConversationRow,
  EventRange,
  InquiryFilter,
  Page,
  RecordedEvent,
  SummaryEdge,
  Whose,
} from "../store.ts";
import { createWhere } from "../where.ts";
import { derivedIds } from "./derived-ids.ts";
import { lastPosition } from "./horizon.ts";

/** Whether a text is in the title, in what was said, or in what was asked and answered. */
const found = `(instr(title_folded, ?) > 0
  or exists (select 1 from messages where conversation = conversations.key and instr(said, ?) > 0)
  or exists (select 1 from inquiries where instr(asked, ?) > 0 and inquiries.id
    between 'inq_' || substr(conversations.id, 6) || '_' and 'inq_' || substr(conversations.id, 6) || '_~'))`;

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

  /** A run that goes on is recorded in its conversation; it gets a row of its own when it ends. */
  function currentRun(conversationId: string, id?: string): RunRecord | undefined {
    const stored = load(conversationId);
    const run = stored && runUnderWay(stored.conversation);
    return id === undefined || run?.id === id ? run : undefined;
  }

  return {
    load,
    modelMessages: (id: string, { through, from }: SummaryEdge) =>
      selectModelMessages.all(id, from, through).map(rowToMessage),
    messages: (id: string, { from, through } = everyMessage) => selectMessages.all(id, from, through).map(rowToMessage),
    inquiry: (id: string) => rowToRecord<InquiryRecord>(selectInquiry.get(id)),
    run: (id: string) => rowToRecord<RunRecord>(selectRun.get(id)) ?? currentRun(conversationIdOf(id) ?? "", id),
    runs(id: string) {
      const ended = selectRuns.all(...derivedIds("run", id)).flatMap((row) => rowToRecord<RunRecord>(row) ?? []);
      const current = currentRun(id);
      return current ? [...ended, current] : ended;
    },
    events({ after, limit, conversationIds }: EventRange) {
      const rows = conversationIds
        ? selectLogOf.all(after, JSON.stringify(conversationIds), limit)
        : selectLog.all(after, limit);
      // The first row may hold events that the reader has already.
      return rows
        .flatMap(rowToEvents)
        .filter(({ position }) => position > after)
        .slice(0, limit);
    },
    position: () => Number(selectPosition.get()?.position ?? 0),
    openInquiryCount(filter: Whose & SnoozeFilter = {}, now: number) {
      const { project, createdBy } = filter;
      const where = createWhere<string | number>();
      where.add("status = 'open'");
      if (project !== undefined) where.add("project = ?", project);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      addSnoozed(where, filter, { sql: "?", value: now });
      const row = db.prepare(`select count(*) as count from inquiries ${where.sql}`).get(...where.values);
      return Number(row?.count ?? 0);
    },

    conversations(filter: ConversationFilter): Page<ConversationRow> {
      const { status, agent, text, createdBy, project, parentId, limit, cursor } = filter;
      const where = createWhere<string | number>();
      if (parentId === undefined) where.add("parent is null");
      else where.add("parent = ?", parentId);
      if (project !== undefined) where.add("project = ?", project);
      // A literal lets the planner use the index of halted conversations; the status is one of a few words.
      if (status !== undefined) where.add(`status = '${status}'`);
      else where.add("status <> 'deleted'");
      if (agent !== undefined) where.add("agent = ?", agent);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      if (text !== undefined) {
        const wanted = searchableText(text);
        where.add(found, wanted, wanted, wanted);
      }
      const order = cursor === undefined ? undefined : orderOf(cursor);
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
      return pageOf(items, limit, ({ conversation }) => cursorOf(0, conversation.id));
    },

    inquiries(filter: InquiryFilter, now: number): Page<InquiryRecord> {
      const { status, conversationId, runId, agent, createdBy, project, resolvedBy, limit, cursor } = filter;
      const where = createWhere<string | number>();
      const conversation = conversationId ?? (runId === undefined ? undefined : (conversationIdOf(runId) ?? ""));
      if (conversation !== undefined) where.add("id between ? and ?", ...derivedIds("inq", conversation));
      if (runId !== undefined) where.add("run_id = ?", runId);
      // A literal, so that the planner can use the index of open inquiries; a conversation has few, found by id.
      if (status !== undefined) where.add(`${conversation === undefined ? "" : "+"}status = '${status}'`);
      if (agent !== undefined) where.add("agent = ?", agent);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      if (filter.statuses) where.add("status in (select value from json_each(?))", JSON.stringify(filter.statuses));
      if (project !== undefined) where.add("project = ?", project);
      if (resolvedBy !== undefined) where.add("resolved_by = ?", resolvedBy);
      addSnoozed(where, filter, { sql: "?", value: now });
      const order = cursor === undefined ? undefined : orderOf(cursor);
      const [beyond, direction] = filter.order === "newest" ? ["<", "desc"] : [">", "asc"];
      if (order) where.add(`(asked_at, id) ${beyond} (?, ?)`, ...order);
      const rows = db
        .prepare(`select record from inquiries ${where.sql} order by asked_at ${direction}, id ${direction} limit ?`)
        .all(...where.values, limit + 1);
      const items = rows.flatMap((row) => rowToRecord<InquiryRecord>(row) ?? []);
      return pageOf(items, limit, ({ askedAt, id }) => cursorOf(askedAt, id));
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
