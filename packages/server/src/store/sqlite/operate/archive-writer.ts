import { DatabaseSync, type StatementResultingChanges } from "node:sqlite";
import { assigneeOf, listedStatus } from "@askback/core";
import {
  type ArchiveHeader,
  type ArchiveRecord,
  invalidLine,
  type NumberedRecord,
  storeNotEmpty,
  unknownConversationMessage,
} from "../../archive/archive.ts";
import { auditColumns, auditValues, type ChainEntry, emptyChain, nextInChain } from "../../audit/audit.ts";
import { newNoticeColumns, newNoticeRow } from "../../notices.ts";
import { notificationColumns, notificationRow, smallerNotificationRow } from "../../notifications.ts";
import { type AccessRecord, insertTable } from "../../people/archived-tables.ts";
import { inquiryToSearchText, messageToSearchText, toSearchText } from "../../search-text.ts";
import { standingColumns, standingValues } from "../../standing-answers.ts";
import { waitsForColumn } from "../../waits-for.ts";
import { databaseFile, openDataFolder } from "../data-folder.ts";
import { planMigrationOf } from "../schema/schema.ts";

/** Fills an empty data folder in one transaction. */
export async function writeFolder(
  folder: string,
  { horizon }: ArchiveHeader,
  records: AsyncIterable<NumberedRecord>,
): Promise<void> {
  refuseUsedFolder(folder);
  const { db, close } = openDataFolder(folder);
  try {
    refuseIf(db, `${holdsData} or (select position from log_horizon) > 0`);
    const insert = createInsert(db);
    db.exec("begin immediate");
    for await (const { line, record } of records) insertLine(insert, line, record);
    db.prepare("update log_horizon set position = ?").run(horizon);
    // The row with the highest number gives the bare column its value.
    db.exec(
      "insert into audit_chains (project, number, hash) select project, max(number), hash from audit group by project",
    );
    db.exec("commit");
  } finally {
    // Closing rolls back a transaction that was not committed.
    close();
  }
}

/** Works on the tables of any version. */
const holdsData =
  "(exists (select 1 from conversations) or exists (select 1 from log) or exists (select 1 from replies))";

/** A folder with data is refused before its tables are migrated. */
function refuseUsedFolder(folder: string): void {
  const file = databaseFile(folder);
  if (planMigrationOf(file).from === 0) return;
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    refuseIf(db, holdsData);
  } finally {
    db.close();
  }
}

function refuseIf(db: DatabaseSync, condition: string): void {
  if (db.prepare(`select ${condition} as is_used`).get()?.is_used === 1) throw storeNotEmpty;
}

/** A row that every store has from the start counts as inserted, though it may be the same. */
function insertAccess(db: DatabaseSync, { table, row }: AccessRecord): StatementResultingChanges {
  const values = Object.values(row);
  const sql = insertTable(table, `values (${values.map(() => "?").join(", ")})`);
  return { ...db.prepare(sql).run(...values), changes: 1 };
}

type Insert = (record: ArchiveRecord) => StatementResultingChanges;

function insertLine(insert: Insert, line: number, record: ArchiveRecord): void {
  let rows: number;
  try {
    rows = Number(insert(record).changes);
  } catch (error) {
    throw invalidLine(line, `cannot be stored: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (rows === 0) throw invalidLine(line, unknownConversationMessage);
}

/** Inserts one record; without its conversation it changes nothing. */
function createInsert(db: DatabaseSync): Insert {
  const conversation = db.prepare(
    `insert into conversations (id, version, state, state_format, status, agent, title_folded, created_by, project, parent, listed, updated_at, due_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const message = db.prepare(
    `insert into messages (conversation, number, place, said, message)
     select key, ?, ?, ?, ? from conversations where id = ?`,
  );
  const inquiry = db.prepare(
    `insert into inquiries (id, run_id, agent, status, asked_at, created_by, project, resolved_by, waits_for, assigned_to, asked, record)
     select ?, ?, ?, ?, ?, created_by, project, ?, ?, ?, ?, ? from conversations where id = ?`,
  );
  const run = db.prepare("insert into ended_runs (id, record) select ?, ? from conversations where id = ?");
  // Each event gets a row of its own: the archive does not say which events were one commit, and no reader needs it.
  const event = db.prepare(
    "insert into log (position, conversation, version, events) select ?, key, ?, ? from conversations where id = ?",
  );
  const reply = db.prepare(
    `insert into replies (principal, route, key, conversation, fingerprint, status, body, created_at)
     select ?, ?, ?, key, ?, ?, ?, ? from conversations where id = ?`,
  );

  const content = db.prepare("insert into file_contents (hash, bytes) values (?, ?)");
  const file = db.prepare(
    "insert into files (id, hash, name, type, size, project, uploaded_by, uploaded_at) values (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const use = db.prepare("insert into file_uses (file_id, conversation) select ?, key from conversations where id = ?");
  const notification = db.prepare(
    `insert into notifications (${notificationColumns.join(", ")}) values (${notificationColumns.map(() => "?").join(", ")})`,
  );
  const notice = db.prepare(
    `insert into notices (${newNoticeColumns.join(", ")}, status, created_at, tried_from, tries, due_at, attempts, reference)
     values (${newNoticeColumns.map(() => "?").join(", ")}, ?, ?, ?, ?, ?, ?, ?)`,
  );

  const audit = db.prepare(`insert into audit (${auditColumns}, number, hash) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const standing = db.prepare(
    `insert into standing_answers (${standingColumns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const selectEnd = db.prepare("select number, hash from audit where project = ? order by number desc limit 1");

  return function insert(record) {
    switch (record.type) {
      case "conversation": {
        const { conversation: state, version, stateFormat, updatedAt, dueAt } = record;
        const { id, agent, title, createdBy, project, parent } = state;
        const folded = title === undefined ? null : toSearchText(title);
        const listed = parent || state.status === "deleted" ? 0 : 1;
        const whose = [createdBy, project, parent?.conversationId ?? null, listed] as const;
        const head = [id, version, JSON.stringify(state), stateFormat, listedStatus(state), agent, folded] as const;
        return conversation.run(...head, ...whose, updatedAt, dueAt ?? null);
      }
      case "message": {
        const { number, place } = record.message;
        const said = messageToSearchText(record.message);
        return message.run(number, place ?? null, said, JSON.stringify(record.message), record.conversationId);
      }
      case "inquiry": {
        const { id, runId, agent, status, askedAt, resolution, conversationId } = record.inquiry;
        const resolvedBy = resolution && "by" in resolution ? resolution.by : null;
        const head = [
          id,
          runId ?? "",
          agent,
          status,
          askedAt,
          resolvedBy,
          waitsForColumn(record.inquiry),
          assigneeOf(record.inquiry) ?? null,
          inquiryToSearchText(record.inquiry),
        ] as const;
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
      case "file-content":
        return content.run(record.hash, Buffer.from(record.bytes, "base64"));
      case "file": {
        const { id, hash, name, type, size, project, uploadedBy } = record.file;
        return file.run(id, hash, name, type, size, project, uploadedBy, record.uploadedAt);
      }
      case "file-use":
        return use.run(record.fileId, record.conversationId);
      case "notification": {
        // The column refuses a notification whose inquiry the file does not hold.
        const { inquiry_id } = notificationRow(record.notification);
        const row = { ...smallerNotificationRow(record.notification), inquiry_id };
        return notification.run(...notificationColumns.map((name) => row[name]));
      }
      case "notice": {
        const row = newNoticeRow(record.notice);
        const { status, createdAt, triedFrom, tries, dueAt, attempts, reference } = record.notice;
        const progress = [status, createdAt, triedFrom, tries, dueAt ?? null, JSON.stringify(attempts)] as const;
        return notice.run(...newNoticeColumns.map((name) => row[name]), ...progress, reference ?? null);
      }
      case "access":
        return insertAccess(db, record);
      case "audit": {
        const { entry } = record;
        // One without a place was recorded a moment before the export, and continues the chain here.
        const seal =
          entry.seal ?? nextInChain((selectEnd.get(entry.project) as ChainEntry | undefined) ?? emptyChain, entry);
        return audit.run(...auditValues(entry), seal.number, seal.hash);
      }
      case "standing":
        return standing.run(...standingValues(record.standing));
    }
  };
}
