import { DatabaseSync } from "node:sqlite";
import type { Conversation, InquiryRecord, RunRecord } from "@askback/core";
import {
  type ArchiveHeader,
  type ArchiveRecord,
  archiveFormat,
  archiveVersion,
  recordTypes,
  unreadable,
} from "../archive.ts";
import { databaseFile, refuseMissing } from "./open-folder.ts";
import { rowToEvents, rowToMessage } from "./queries.ts";
import { plannedIn } from "./schema.ts";

/** Reads all of a data folder in one transaction, beside a server that may be writing. */
export async function* readFolder(folder: string): AsyncGenerator<ArchiveHeader | ArchiveRecord> {
  const db = openForReading(folder);
  try {
    db.exec("begin");
    yield headerIn(db);
    for (const type of recordTypes) {
      const { sql, records } = readings[type];
      for (const row of db.prepare(sql).iterate()) yield* records(row);
    }
  } finally {
    db.close();
  }
}

/** Changes nothing, beside a server too. */
export function openForReading(folder: string): DatabaseSync {
  refuseMissing(folder);
  const file = databaseFile(folder);
  const refused = unreadable(plannedIn(file));
  if (refused) throw refused;
  return new DatabaseSync(file, { readOnly: true });
}

function headerIn(db: DatabaseSync): ArchiveHeader {
  const one = (sql: string) => Number(db.prepare(`select ${sql} as value`).get()?.value ?? 0);
  return {
    format: archiveFormat,
    formatVersion: archiveVersion,
    horizon: one("(select position from log_horizon)"),
    counts: {
      conversation: one("(select count(*) from conversations)"),
      message: one("(select count(*) from messages)"),
      inquiry: one("(select count(*) from inquiries)"),
      run: one("(select count(*) from ended_runs)"),
      event: one("(select sum(json_array_length(events)) from log)"),
      reply: one(`(select count(*) ${keptReplies})`),
    },
  };
}

/** A reply may outlive its conversation for a while; nobody can ask for it any more. */
const keptReplies = "from replies join conversations on conversations.key = conversation";

type Row = Record<string, unknown>;
interface Reading {
  readonly sql: string;
  records(row: Row): readonly ArchiveRecord[];
}

const readings: Readonly<Record<ArchiveRecord["type"], Reading>> = {
  conversation: {
    sql: "select state, version, state_format, updated_at, due_at from conversations order by key",
    records: ({ state, version, state_format, updated_at, due_at }) => [
      {
        type: "conversation",
        conversation: JSON.parse(String(state)) as Conversation,
        version: Number(version),
        stateFormat: Number(state_format),
        updatedAt: Number(updated_at),
        ...(due_at !== null && { dueAt: Number(due_at) }),
      },
    ],
  },
  message: {
    sql: "select id, message, place from messages join conversations on key = conversation order by conversation, number",
    records: (row) => [{ type: "message", conversationId: String(row.id), message: rowToMessage(row) }],
  },
  inquiry: {
    sql: "select record from inquiries order by rowid",
    records: ({ record }) => [{ type: "inquiry", inquiry: JSON.parse(String(record)) as InquiryRecord }],
  },
  run: {
    sql: "select record from ended_runs order by id",
    records: ({ record }) => [{ type: "run", run: JSON.parse(String(record)) as RunRecord }],
  },
  event: {
    sql: `select position, id as conversation_id, project, log.version, events from log join conversations on key = conversation
      order by position`,
    records: (row) => rowToEvents(row).map((recorded) => ({ type: "event", ...recorded })),
  },
  reply: {
    sql: `select principal, route, replies.key, id, fingerprint, replies.status, body, created_at
      ${keptReplies} order by principal, route, replies.key`,
    records: (row) => [
      {
        type: "reply",
        conversationId: String(row.id),
        principal: String(row.principal),
        route: String(row.route),
        key: String(row.key),
        fingerprint: String(row.fingerprint),
        status: Number(row.status),
        body: String(row.body),
        createdAt: Number(row.created_at),
      },
    ],
  },
};
