import type { DatabaseSync } from "node:sqlite";
import {
  activeRun,
  conversationIdOf,
  type Event,
  type InquiryRecord,
  type Message,
  type RunRecord,
} from "@askback/core";
import { allMessages } from "../../page.ts";
import type { EventRange, RecordedEvent, StoredConversation, TranscriptStart } from "../../store.ts";
import { numberEvents } from "../../stored-events.ts";
import { readStoredState } from "../../stored-state.ts";
import { derivedIdRange } from "../schema/schema.ts";
import { lastPosition } from "./log-horizon.ts";
import { namedRecordSql } from "./named-record.ts";

/** The reading side of the store on SQLite. */
export function createQueries(db: DatabaseSync) {
  const selectConversation = db.prepare(
    `select state, version, ${namedRecordSql} as named_record from conversations where id = ?`,
  );
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

  function load(id: string): StoredConversation | undefined {
    const row = selectConversation.get(id);
    return row && { conversation: readStoredState(row), version: Number(row.version) };
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
  };
}

type Row = Record<string, unknown>;

export function rowToMessage(row: Row): Message {
  const message = JSON.parse(String(row.message)) as Message;
  return row.place === null ? message : { ...message, place: Number(row.place) };
}

export function rowToEvents(row: Row): RecordedEvent[] {
  return numberEvents(row, JSON.parse(String(row.events)) as Event[]);
}

function rowToRecord<Record>(row: Row | undefined): Record | undefined {
  return row && (JSON.parse(String(row.record)) as Record);
}
