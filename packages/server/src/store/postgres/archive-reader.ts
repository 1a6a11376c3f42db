import type { Conversation, InquiryRecord, RunRecord } from "@askback/core";
import {
  type ArchiveHeader,
  type ArchiveRecord,
  archiveFormat,
  archiveVersion,
  recordTypes,
  unreadable,
} from "../archive.ts";
import { planFrom } from "../migration.ts";
import { openConnection } from "./connection.ts";
import type { Database, Query, Row } from "./database.ts";
import { rowToMessage } from "./gathered-reads.ts";
import { rowToEvent } from "./log-reader.ts";
import { versionOf } from "./migrate.ts";
import { migrations } from "./schema.ts";

const batchSize = 200;

/** Reads all of a database in one transaction that sees it as it was at its start. */
export async function* readDatabase(database: Database): AsyncGenerator<ArchiveHeader | ArchiveRecord> {
  const { query, close } = await openConnection(database);
  try {
    await query("begin isolation level repeatable read read only");
    await refuseUnreadable(query);
    yield await headerIn(query);
    for (const type of recordTypes) {
      const { sql, record } = readings[type];
      await query(`declare rows no scroll cursor for ${sql}`);
      for (let rows: readonly Row[] | undefined; rows === undefined || rows.length === batchSize; ) {
        rows = await query(`fetch ${batchSize} from rows`);
        for (const row of rows) yield record(row);
      }
      await query("close rows");
    }
  } finally {
    await close();
  }
}

/** Also for others who change nothing about the tables. */
export async function refuseUnreadable(query: Query): Promise<void> {
  const refused = unreadable(planFrom(await versionOf(query), migrations));
  if (refused) throw refused;
}

async function headerIn(query: Query): Promise<ArchiveHeader> {
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
      event: await one("select count(*) as value from events"),
      reply: await one(`select count(*) as value ${keptReplies}`),
    },
  };
}

/** A reply may outlive its conversation for a while; nobody can ask for it any more. */
const keptReplies = "from replies join conversations on conversations.id = conversation_id";

interface Reading {
  readonly sql: string;
  record(row: Row): ArchiveRecord;
}

const readings: Readonly<Record<ArchiveRecord["type"], Reading>> = {
  conversation: {
    sql: "select state, version, state_format, updated_at, due_at from conversations order by id",
    record: ({ state, version, state_format, updated_at, due_at }) => ({
      type: "conversation",
      conversation: JSON.parse(String(state)) as Conversation,
      version: Number(version),
      stateFormat: Number(state_format),
      updatedAt: Number(updated_at),
      ...(due_at !== null && { dueAt: Number(due_at) }),
    }),
  },
  message: {
    sql: "select conversation_id, message, place from messages order by conversation_id, number",
    record: (row) => ({ type: "message", conversationId: String(row.conversation_id), message: rowToMessage(row) }),
  },
  inquiry: {
    sql: "select record from inquiries order by id",
    record: ({ record }) => ({ type: "inquiry", inquiry: JSON.parse(String(record)) as InquiryRecord }),
  },
  run: {
    sql: "select record from ended_runs order by id",
    record: ({ record }) => ({ type: "run", run: JSON.parse(String(record)) as RunRecord }),
  },
  event: {
    sql: "select position, conversation_id, project, version, event from events order by position",
    record: (row) => ({ type: "event", ...rowToEvent(row) }),
  },
  reply: {
    sql: `select principal, route, key, conversation_id, fingerprint, replies.status, body, created_at ${keptReplies}
      order by principal, route, key`,
    record: (row) => ({
      type: "reply",
      conversationId: String(row.conversation_id),
      principal: String(row.principal),
      route: String(row.route),
      key: String(row.key),
      fingerprint: String(row.fingerprint),
      status: Number(row.status),
      body: String(row.body),
      createdAt: Number(row.created_at),
    }),
  },
};
