import { DatabaseSync, type StatementResultingChanges } from "node:sqlite";
import {
  type ArchiveHeader,
  type ArchiveRecord,
  brokenLine,
  type NumberedRecord,
  notEmpty,
  unknownConversation,
} from "../archive.ts";
import { askedIn, saidIn, searchableText } from "../searchable.ts";
import { databaseFile, openFolder } from "./open-folder.ts";
import { plannedIn } from "./schema.ts";

/** Fills an empty data folder in one transaction. */
export async function writeFolder(
  folder: string,
  { horizon }: ArchiveHeader,
  records: AsyncIterable<NumberedRecord>,
): Promise<void> {
  refuseUsedFolder(folder);
  const { db, close } = openFolder(folder);
  try {
    refuseIf(db, `${holdsSomething} or (select position from log_horizon) > 0`);
    const insert = createInsert(db);
    db.exec("begin immediate");
    for await (const { line, record } of records) insertLine(insert, line, record);
    db.prepare("update log_horizon set position = ?").run(horizon);
    db.exec("commit");
  } finally {
    // What was begun and not committed goes with the connection.
    close();
  }
}

/** In the tables of any version. */
const holdsSomething =
  "(exists (select 1 from conversations) or exists (select 1 from log) or exists (select 1 from replies))";

/** Before tables are changed that are not to be filled. */
function refuseUsedFolder(folder: string): void {
  const file = databaseFile(folder);
  if (plannedIn(file).from === 0) return;
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    refuseIf(db, holdsSomething);
  } finally {
    db.close();
  }
}

function refuseIf(db: DatabaseSync, isUsed: string): void {
  if (db.prepare(`select ${isUsed} as used`).get()?.used === 1) throw notEmpty;
}

type Insert = (record: ArchiveRecord) => StatementResultingChanges;

function insertLine(insert: Insert, line: number, record: ArchiveRecord): void {
  let rows: number;
  try {
    rows = Number(insert(record).changes);
  } catch (error) {
    throw brokenLine(line, `cannot be stored: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (rows === 0) throw brokenLine(line, unknownConversation);
}

/** Writes one record; what belongs to no conversation changes nothing. */
function createInsert(db: DatabaseSync): Insert {
  const conversation = db.prepare(
    `insert into conversations (id, version, state, state_format, status, agent, title_folded, created_by, project, parent, updated_at, due_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const message = db.prepare(
    `insert into messages (conversation, number, place, said, message)
     select key, ?, ?, ?, ? from conversations where id = ?`,
  );
  const inquiry = db.prepare(
    `insert into inquiries (id, run_id, agent, status, asked_at, created_by, project, resolved_by, asked, record)
     select ?, ?, ?, ?, ?, created_by, project, ?, ?, ? from conversations where id = ?`,
  );
  const run = db.prepare("insert into ended_runs (id, record) select ?, ? from conversations where id = ?");
  // A row of its own for each event: which of them were one commit is not told, and nobody asks.
  const event = db.prepare(
    "insert into log (position, conversation, version, events) select ?, key, ?, ? from conversations where id = ?",
  );
  const reply = db.prepare(
    `insert into replies (principal, route, key, conversation, fingerprint, status, body, created_at)
     select ?, ?, ?, key, ?, ?, ?, ? from conversations where id = ?`,
  );

  return function insert(record) {
    switch (record.type) {
      case "conversation": {
        const { conversation: state, version, stateFormat, updatedAt, dueAt } = record;
        const { id, status, agent, title, createdBy, project, parent } = state;
        const folded = title === undefined ? null : searchableText(title);
        const whose = [createdBy, project, parent?.conversationId ?? null] as const;
        const head = [id, version, JSON.stringify(state), stateFormat, status, agent, folded] as const;
        return conversation.run(...head, ...whose, updatedAt, dueAt ?? null);
      }
      case "message": {
        const { number, place } = record.message;
        const said = saidIn(record.message);
        return message.run(number, place ?? null, said, JSON.stringify(record.message), record.conversationId);
      }
      case "inquiry": {
        const { id, runId, agent, status, askedAt, resolution, conversationId } = record.inquiry;
        const resolvedBy = resolution && "by" in resolution ? resolution.by : null;
        const head = [id, runId, agent, status, askedAt, resolvedBy, askedIn(record.inquiry)] as const;
        return inquiry.run(...head, JSON.stringify(record.inquiry), conversationId);
      }
      case "run":
        return run.run(record.run.id, JSON.stringify(record.run), record.run.conversationId);
      case "event":
        return event.run(record.position, record.version, JSON.stringify([record.event]), record.conversationId);
      case "reply": {
        const { principal, route, key, fingerprint, status, body, createdAt, conversationId } = record;
        return reply.run(principal, route, key, fingerprint, status, body, createdAt, conversationId);
      }
    }
  };
}
