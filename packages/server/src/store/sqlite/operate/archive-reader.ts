import type { DatabaseSync } from "node:sqlite";
import type { InquiryRecord, RunRecord } from "@askback/core";
import {
  type ArchiveHeader,
  type ArchiveRecord,
  archiveFormat,
  archiveVersion,
  recordTypes,
} from "../../archive/archive.ts";
import { rowToAuditEntry } from "../../audit/audit.ts";
import { rowToFile } from "../../files.ts";
import { rowToNotice } from "../../notices.ts";
import { readNotification } from "../../notifications.ts";
import { archivedTableNames, selectTable, toAccessRecord } from "../../people/archived-tables.ts";
import { rowToStanding } from "../../standing-answers.ts";
import { readStoredState } from "../../stored-state.ts";
import { openForReading } from "../data-folder.ts";
import { notificationRowSql, notificationsSql } from "../notifications.ts";
import { namedRecordSql } from "../read/named-record.ts";
import { rowToEvents, rowToMessage } from "../read/queries.ts";

/** Reads a whole data folder in one transaction, also while a server writes to it. */
export async function* readFolder(folder: string): AsyncGenerator<ArchiveHeader | ArchiveRecord> {
  const db = openForReading(folder);
  try {
    db.exec("begin");
    yield readHeader(db);
    for (const type of recordTypes) {
      if (type === "access") continue;
      const { sql, toRecords } = sources[type];
      for (const row of db.prepare(sql).iterate()) yield* toRecords(row);
    }
    for (const table of archivedTableNames)
      for (const row of db.prepare(selectTable(table)).iterate()) yield toAccessRecord(table, row);
  } finally {
    db.close();
  }
}

function readHeader(db: DatabaseSync): ArchiveHeader {
  const one = (sql: string) => Number(db.prepare(`select ${sql} as value`).get()?.value ?? 0);
  return {
    format: archiveFormat,
    formatVersion: archiveVersion,
    horizon: one("(select position from log_horizon)"),
    counts: {
      conversation: one("(select count(*) from conversations)"),
      message: one(`(select count(*) ${exportedMessages})`),
      inquiry: one("(select count(*) from inquiries)"),
      run: one("(select count(*) from ended_runs)"),
      event: one(`(select sum(json_array_length(events)) ${exportedEvents})`),
      reply: one(`(select count(*) ${exportedReplies})`),
      "file-content": one(`(select count(*) ${exportedContents})`),
      file: one(`(select count(*) ${exportedFiles})`),
      "file-use": one(`(select count(*) ${exportedUses})`),
      notification: one("(select count(*) from notifications)"),
      notice: one("(select count(*) from notices)"),
      access: archivedTableNames.reduce((sum, table) => sum + one(`(select count(*) from ${table})`), 0),
      audit: one("(select count(*) from audit)"),
      standing: one(`(select count(*) ${exportedStanding})`),
    },
  };
}

/** The messages and events of a deleted conversation are deleted after its deletion is committed, and are not exported meanwhile. */
const exportedMessages = "from messages join conversations on key = conversation where status <> 'deleted'";
const exportedEvents = `from log join conversations on key = conversation
  where status <> 'deleted' or position >= coalesce(
    (select position from log where conversation = key and json_extract(events, '$[0].type') = 'conversation.deleted'
     order by position desc limit 1), 0)`;

/** A reply may outlive its conversation for a while; it is not exported, and sealed secrets never are. */
const exportedReplies = "from replies join conversations on conversations.key = conversation and route <> 'secret'";

/** Uploads that no conversation uses are not exported, as drafts are not. */
const exportedUses = "from file_uses join conversations on key = conversation";
const exportedFiles = `from files where id in (select file_id ${exportedUses})`;
const exportedContents = `from file_contents where hash in (select hash ${exportedFiles})`;

const exportedStanding = "from standing_answers where revoked_at is null";

type Row = Record<string, unknown>;
interface Source {
  readonly sql: string;
  toRecords(row: Row): readonly ArchiveRecord[];
}

const sources: Readonly<Record<Exclude<ArchiveRecord["type"], "access">, Source>> = {
  conversation: {
    sql: `select state, version, state_format, updated_at, due_at, ${namedRecordSql} as named_record
      from conversations order by key`,
    toRecords: ({ version, state_format, updated_at, due_at, ...state }) => [
      {
        type: "conversation",
        conversation: readStoredState(state),
        version: Number(version),
        stateFormat: Number(state_format),
        updatedAt: Number(updated_at),
        ...(due_at !== null && { dueAt: Number(due_at) }),
      },
    ],
  },
  message: {
    sql: `select id, message, place ${exportedMessages} order by conversation, number`,
    toRecords: (row) => [{ type: "message", conversationId: String(row.id), message: rowToMessage(row) }],
  },
  inquiry: {
    sql: "select record from inquiries order by rowid",
    toRecords: ({ record }) => [{ type: "inquiry", inquiry: JSON.parse(String(record)) as InquiryRecord }],
  },
  run: {
    sql: "select record from ended_runs order by id",
    toRecords: ({ record }) => [{ type: "run", run: JSON.parse(String(record)) as RunRecord }],
  },
  event: {
    sql: `select position, id as conversation_id, project, log.version, events ${exportedEvents} order by position`,
    toRecords: (row) => rowToEvents(row).map((recorded) => ({ type: "event", ...recorded })),
  },
  reply: {
    sql: `select principal, route, replies.key, id, fingerprint, replies.status, body, created_at
      ${exportedReplies} order by principal, route, replies.key`,
    toRecords: (row) => [
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
  "file-content": {
    sql: `select hash, bytes ${exportedContents} order by hash`,
    toRecords: ({ hash, bytes }) => [
      { type: "file-content", hash: String(hash), bytes: Buffer.from(bytes as Uint8Array).toString("base64") },
    ],
  },
  file: {
    sql: `select * ${exportedFiles} order by id`,
    toRecords: (row) => [{ type: "file", file: rowToFile(row), uploadedAt: Number(row.uploaded_at) }],
  },
  "file-use": {
    sql: `select file_id, conversations.id ${exportedUses} order by 1, 2`,
    toRecords: ({ file_id, id }) => [{ type: "file-use", fileId: String(file_id), conversationId: String(id) }],
  },
  notification: {
    sql: `select ${notificationRowSql} from ${notificationsSql} order by n.id`,
    toRecords: (row) => [{ type: "notification", notification: readNotification(row) }],
  },
  notice: {
    sql: "select * from notices order by id",
    toRecords: (row) => [{ type: "notice", notice: rowToNotice(row) }],
  },
  audit: {
    sql: "select * from audit order by project, number",
    toRecords: (row) => [{ type: "audit", entry: rowToAuditEntry(row) }],
  },
  standing: {
    sql: `select * ${exportedStanding} order by id`,
    toRecords: (row) => [{ type: "standing", standing: rowToStanding(row) }],
  },
};
