import type { InquiryRecord, RunRecord } from "@askback/core";
import {
  type ArchiveHeader,
  type ArchiveRecord,
  archiveFormat,
  archiveVersion,
  recordTypes,
  requireCurrentVersion,
} from "../../archive/archive.ts";
import { rowToAuditEntry } from "../../audit/audit.ts";
import { rowToFile } from "../../files.ts";
import { planMigration } from "../../migration.ts";
import { rowToNotice } from "../../notices.ts";
import { readNotification } from "../../notifications.ts";
import { archivedTableNames, selectTable, toAccessRecord } from "../../people/archived-tables.ts";
import { rowToStanding } from "../../standing-answers.ts";
import { readStoredState } from "../../stored-state.ts";
import { type Database, openConnection, type Query, type Row } from "../connection/database.ts";
import { notificationRowSql } from "../notifications.ts";
import { rowToMessage } from "../read/batched-reads.ts";
import { eventCount } from "../read/log-horizon.ts";
import { rowToEvents } from "../read/log-reader.ts";
import { namedRecordSql } from "../read/named-record.ts";
import { migrations } from "../schema/schema.ts";
import { readVersion } from "./migrate.ts";

const batchSize = 200;

/** Reads a whole database in one transaction with one snapshot. */
export async function* readDatabase(database: Database): AsyncGenerator<ArchiveHeader | ArchiveRecord> {
  const { query, close } = await openConnection(database);
  try {
    await query("begin isolation level repeatable read read only");
    await requireCurrentTables(query);
    yield await readHeader(query);
    for (const { sql, toRecords, rows: most = batchSize } of allSources) {
      await query(`declare rows no scroll cursor for ${sql}`);
      for (let rows: readonly Row[] | undefined; rows === undefined || rows.length === most; ) {
        rows = await query(`fetch ${most} from rows`);
        for (const row of rows) yield* toRecords(row);
      }
      await query("close rows");
    }
  } finally {
    await close();
  }
}

export async function requireCurrentTables(query: Query): Promise<void> {
  requireCurrentVersion(planMigration(await readVersion(query), migrations));
}

async function readHeader(query: Query): Promise<ArchiveHeader> {
  const one = async (sql: string) => Number((await query(sql))[0]?.value);
  return {
    format: archiveFormat,
    formatVersion: archiveVersion,
    horizon: await one("select position as value from log_horizon"),
    counts: {
      conversation: await one("select count(*) as value from conversations"),
      message: await one("select count(*) as value from messages"),
      inquiry: await one("select count(*) as value from inquiries"),
      run: await one("select count(*) as value from ended_runs"),
      event: await one(`select coalesce(sum(${eventCount}), 0) as value from events`),
      reply: await one(`select count(*) as value ${exportedReplies}`),
      "file-content": await one(`select count(*) as value ${exportedContents}`),
      file: await one(`select count(*) as value ${exportedFiles}`),
      "file-use": await one(`select count(*) as value ${exportedUses}`),
      notification: await one("select count(*) as value from notifications"),
      notice: await one("select count(*) as value from notices"),
      access: await one(
        `select ${archivedTableNames.map((table) => `(select count(*) from ${table})`).join(" + ")} as value`,
      ),
      audit: await one("select count(*) as value from audit"),
      standing: await one(`select count(*) as value ${exportedStanding}`),
    },
  };
}

/** A reply may outlive its conversation for a while; it is not exported, and sealed secrets never are. */
const exportedReplies = "from replies join conversations on conversations.id = conversation_id and route <> 'secret'";

/** A use may be left of a conversation that is gone. Uploads that no conversation uses are not exported, as drafts are not. */
const exportedUses = "from file_uses join conversations on conversations.id = conversation_id";
const exportedFiles = `from files where id in (select file_id ${exportedUses})`;
const exportedContents = `from file_contents where hash in (select hash ${exportedFiles})`;

const exportedStanding = "from standing_answers where revoked_at is null";

interface Source {
  readonly sql: string;
  /** How many rows are read at once, where that is not `batchSize`. */
  readonly rows?: number;
  toRecords(row: Row): readonly ArchiveRecord[];
}

const sources: Readonly<Record<Exclude<ArchiveRecord["type"], "access">, Source>> = {
  conversation: {
    sql: `select state, version, state_format, updated_at, due_at, ${namedRecordSql} as named_record from conversations order by id`,
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
    sql: "select conversation_id, message, place from messages order by conversation_id, number",
    toRecords: (row) => [{ type: "message", conversationId: String(row.conversation_id), message: rowToMessage(row) }],
  },
  inquiry: {
    sql: "select record from inquiries order by id",
    toRecords: ({ record }) => [{ type: "inquiry", inquiry: JSON.parse(String(record)) as InquiryRecord }],
  },
  run: {
    sql: "select record from ended_runs order by id",
    toRecords: ({ record }) => [{ type: "run", run: JSON.parse(String(record)) as RunRecord }],
  },
  event: {
    sql: "select position, conversation_id, project, version, event from events order by position",
    toRecords: (row) => rowToEvents(row).map((recorded) => ({ type: "event", ...recorded })),
  },
  reply: {
    sql: `select principal, route, key, conversation_id, fingerprint, replies.status, body, created_at ${exportedReplies}
      order by principal, route, key`,
    toRecords: (row) => [
      {
        type: "reply",
        conversationId: String(row.conversation_id),
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
    rows: 1,
    toRecords: ({ hash, bytes }) => [
      {
        type: "file-content",
        hash: String(hash),
        bytes: (bytes as Buffer).toString("base64"),
      },
    ],
  },
  file: {
    sql: `select * ${exportedFiles} order by id`,
    toRecords: (row) => [{ type: "file", file: rowToFile(row), uploadedAt: Number(row.uploaded_at) }],
  },
  "file-use": {
    sql: `select file_id, conversation_id ${exportedUses} order by 1, 2`,
    toRecords: ({ file_id, conversation_id }) => [
      {
        type: "file-use",
        fileId: String(file_id),
        conversationId: String(conversation_id),
      },
    ],
  },
  notification: {
    sql: `select ${notificationRowSql} from notifications n order by id`,
    toRecords: (row) => [{ type: "notification", notification: readNotification(row) }],
  },
  notice: {
    sql: "select * from notices order by id",
    toRecords: (row) => [{ type: "notice", notice: rowToNotice(row) }],
  },
  audit: {
    sql: "select * from audit order by project, number nulls last, id",
    toRecords: (row) => [{ type: "audit", entry: rowToAuditEntry(row) }],
  },
  standing: {
    sql: `select * ${exportedStanding} order by id`,
    toRecords: (row) => [{ type: "standing", standing: rowToStanding(row) }],
  },
};

/** In the order of an archive. */
const allSources: readonly Source[] = recordTypes.flatMap((type) =>
  type === "access"
    ? archivedTableNames.map((table) => ({
        sql: selectTable(table),
        toRecords: (row: Row) => [toAccessRecord(table, row)],
      }))
    : [sources[type]],
);
