import type { DatabaseSync } from "node:sqlite";
import type { Conversation, InquiryRecord, RunRecord } from "@askback/core";
import { type ArchiveHeader, type ArchiveRecord, archiveFormat, archiveVersion, recordTypes } from "../../archive.ts";
import { rowToFile } from "../../files.ts";
import { rowToNotice } from "../../notices.ts";
import { openForReading } from "../data-folder.ts";
import { rowToEvents, rowToMessage } from "../read/queries.ts";

/** Reads a whole data folder in one transaction, also while a server writes to it. */
export async function* readFolder(folder: string): AsyncGenerator<ArchiveHeader | ArchiveRecord> {
  const db = openForReading(folder);
  try {
    db.exec("begin");
    yield readHeader(db);
    for (const type of recordTypes) {
      const { sql, toRecords } = sources[type];
      for (const row of db.prepare(sql).iterate()) yield* toRecords(row);
    }
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
      message: one("(select count(*) from messages)"),
      inquiry: one("(select count(*) from inquiries)"),
      run: one("(select count(*) from ended_runs)"),
      event: one("(select sum(json_array_length(events)) from log)"),
      reply: one(`(select count(*) ${exportedReplies})`),
      "file-content": one(`(select count(*) ${exportedContents})`),
      file: one(`(select count(*) ${exportedFiles})`),
      "file-use": one(`(select count(*) ${exportedUses})`),
      notice: one("(select count(*) from notices)"),
    },
  };
}

/** A reply may outlive its conversation for a while; it is not exported. */
const exportedReplies = "from replies join conversations on conversations.key = conversation";

/** Uploads that no conversation uses are not exported, as drafts are not. */
const exportedUses = "from file_uses join conversations on key = conversation";
const exportedFiles = `from files where id in (select file_id ${exportedUses})`;
const exportedContents = `from file_contents where hash in (select hash ${exportedFiles})`;

type Row = Record<string, unknown>;
interface Source {
  readonly sql: string;
  toRecords(row: Row): readonly ArchiveRecord[];
}

const sources: Readonly<Record<ArchiveRecord["type"], Source>> = {
  conversation: {
    sql: "select state, version, state_format, updated_at, due_at from conversations order by key",
    toRecords: ({ state, version, state_format, updated_at, due_at }) => [
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
    sql: `select position, id as conversation_id, project, log.version, events from log join conversations on key = conversation
      order by position`,
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
  notice: {
    sql: "select * from notices order by id",
    toRecords: (row) => [{ type: "notice", notice: rowToNotice(row) }],
  },
};
