import type { DatabaseSync } from "node:sqlite";
import type { Conversation, Event, InquiryRecord, Message, RunRecord } from "@askback/core";
import {
  type ConversationFilter,
  type ConversationRow,
  cursorOf,
  type EventRange,
  type InquiryFilter,
  orderOf,
  type Page,
  pageOf,
  type RecordedEvent,
  searchableText,
} from "../store.ts";

/** The reading side of the store on SQLite. */
export function createQueries(db: DatabaseSync) {
  const selectConversation = db.prepare("select state, version from conversations where id = ?");
  const selectModelMessages = db.prepare(
    "select message, place from messages where conversation_id = ? and place > ? order by place",
  );
  const selectMessages = db.prepare("select message, place from messages where conversation_id = ? order by number");
  const selectInquiry = db.prepare("select record from inquiries where id = ?");
  const selectRun = db.prepare("select record from runs where id = ?");
  const selectRuns = db.prepare("select record from runs where conversation_id = ? order by length(id), id");
  const selectEvents = db.prepare(
    "select position, conversation_id, version, event from events where position > ? order by position limit ?",
  );
  const selectEventsOf = db.prepare(
    `select position, conversation_id, version, event from events
     where position > ? and conversation_id in (select value from json_each(?)) order by position limit ?`,
  );
  const selectPosition = db.prepare("select seq from sqlite_sequence where name = 'events'");
  const countOpen = db.prepare("select count(*) as count from inquiries where status = 'open'");
  const countOpenOf = db.prepare("select count(*) as count from inquiries where status = 'open' and created_by = ?");

  return {
    load(id: string) {
      const row = selectConversation.get(id) as { state: string; version: number } | undefined;
      return row && { conversation: JSON.parse(row.state) as Conversation, version: row.version };
    },
    modelMessages: (id: string, through: number) => selectModelMessages.all(id, through).map(rowToMessage),
    messages: (id: string) => selectMessages.all(id).map(rowToMessage),
    inquiry: (id: string) => rowToRecord<InquiryRecord>(selectInquiry.get(id)),
    run: (id: string) => rowToRecord<RunRecord>(selectRun.get(id)),
    runs: (id: string) => selectRuns.all(id).flatMap((row) => rowToRecord<RunRecord>(row) ?? []),
    events({ after, limit, conversationIds }: EventRange) {
      const rows = conversationIds
        ? selectEventsOf.all(after, JSON.stringify(conversationIds), limit)
        : selectEvents.all(after, limit);
      return rows.map(rowToEvent);
    },
    position: () => Number(selectPosition.get()?.seq ?? 0),
    openInquiryCount(createdBy?: string) {
      return Number((createdBy === undefined ? countOpen.get() : countOpenOf.get(createdBy))?.count ?? 0);
    },

    conversations({ status, agent, text, createdBy, limit, cursor }: ConversationFilter): Page<ConversationRow> {
      const where = createWhere();
      if (status !== undefined) where.add("status = ?", status);
      else where.add("status <> 'deleted'");
      if (agent !== undefined) where.add("agent = ?", agent);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      if (text !== undefined) where.add("instr(title_folded, ?) > 0", searchableText(text));
      const order = cursor === undefined ? undefined : orderOf(cursor);
      if (order) where.add("(created_at, id) < (?, ?)", ...order);
      const sql = `select state, version, updated_at from conversations ${where.sql} order by created_at desc, id desc limit ?`;
      const items = db
        .prepare(sql)
        .all(...where.values, limit + 1)
        .map((row) => ({
          conversation: JSON.parse(String(row.state)) as Conversation,
          version: Number(row.version),
          updatedAt: Number(row.updated_at),
        }));
      return pageOf(items, limit, ({ conversation }) => cursorOf(conversation.createdAt, conversation.id));
    },

    inquiries({ status, conversationId, runId, agent, createdBy, limit, cursor }: InquiryFilter): Page<InquiryRecord> {
      const where = createWhere();
      // A conversation or a run has few, so only their index is wanted: a plus hides a column from the planner.
      const few = conversationId !== undefined || runId !== undefined ? "+" : "";
      if (status !== undefined) where.add(`${few}status = ?`, status);
      if (conversationId !== undefined) where.add("conversation_id = ?", conversationId);
      if (runId !== undefined) where.add("run_id = ?", runId);
      if (agent !== undefined) where.add("agent = ?", agent);
      if (createdBy !== undefined) where.add(`${few}created_by = ?`, createdBy);
      const order = cursor === undefined ? undefined : orderOf(cursor);
      if (order) where.add("(asked_at, id) > (?, ?)", ...order);
      const rows = db
        .prepare(`select record from inquiries ${where.sql} order by asked_at, id limit ?`)
        .all(...where.values, limit + 1);
      const items = rows.flatMap((row) => rowToRecord<InquiryRecord>(row) ?? []);
      return pageOf(items, limit, ({ askedAt, id }) => cursorOf(askedAt, id));
    },
  };
}

function createWhere() {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  return {
    values,
    get sql() {
      return conditions.length > 0 ? `where ${conditions.join(" and ")}` : "";
    },
    add(condition: string, ...bound: readonly (string | number)[]) {
      conditions.push(condition);
      values.push(...bound);
    },
  };
}

type Row = Record<string, unknown>;

function rowToMessage(row: Row): Message {
  const message = JSON.parse(String(row.message)) as Message;
  return row.place === null ? message : { ...message, place: Number(row.place) };
}

function rowToEvent(row: Row): RecordedEvent {
  return {
    position: Number(row.position),
    conversationId: String(row.conversation_id),
    version: Number(row.version),
    event: JSON.parse(String(row.event)) as Event,
  };
}

function rowToRecord<Record>(row: Row | undefined): Record | undefined {
  return row && (JSON.parse(String(row.record)) as Record);
}
