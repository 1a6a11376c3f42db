import type pg from "pg";
import {
  type ArchiveHeader,
  type ArchiveRecord,
  invalidLine,
  type NumberedRecord,
  type RecordType,
  storeNotEmpty,
  unknownConversationMessage,
} from "../../archive/archive.ts";
import { type ArchivedTableName, columnsOf, insertTable } from "../../people/archived-tables.ts";
import { toStoredState } from "../../stored-state.ts";
import {
  auditTableColumns,
  conversationColumns,
  inquiryColumns,
  messageColumns,
  noticeColumns,
  notificationColumns,
  runColumns,
} from "../columns.ts";
import { type ColumnTable, createColumnTable } from "../connection/column-table.ts";
import { type Database, openConnection } from "../connection/database.ts";
import { lastPosition } from "../read/log-horizon.ts";
import { positionsPerRow } from "../schema/smaller-rows-schema.ts";
import { migrate, readVersion } from "./migrate.ts";

const batchSize = 200;

/** Fills an empty database in one transaction; servers that already run on it wait. */
export async function writeDatabase(
  database: Database,
  { horizon }: ArchiveHeader,
  records: AsyncIterable<NumberedRecord>,
): Promise<void> {
  const { client, query, close } = await openConnection(database);
  try {
    // A database with data is refused before its tables are migrated.
    if ((await readVersion(query)) > 0) await refuseIf(client, holdsData);
    await migrate(database);
    await client.query("begin");
    await client.query("lock table conversations, events, replies in share row exclusive mode");
    await refuseIf(client, `${holdsData} or (select position from log_horizon) > 0`);
    // There are no statistics for tables that were empty a moment ago, so the planner is told to use the keys.
    await client.query(
      "set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off",
    );
    for await (const batch of batchesOf(records)) await insert(client, batch);
    await client.query("update log_horizon set position = $1", [horizon]);
    await client.query(
      `insert into audit_chains (project, number, hash)
       select distinct on (project) project, number, hash from audit where number is not null order by project, number desc`,
    );
    await client.query(
      `select setval(pg_get_serial_sequence('events', 'position'), case when last > 0 then last else ${positionsPerRow} end, last > 0)
       from (select ${lastPosition} as last) as log`,
    );
    await client.query("commit");
    // Everything is stored by now; if this fails, autovacuum does it later.
    await client.query("analyze conversations, events, messages, inquiries, ended_runs, replies").catch(() => {});
  } finally {
    await close();
  }
}

/** Works on the tables of any version. */
const holdsData = "(exists (select from conversations) or exists (select from events) or exists (select from replies))";

async function refuseIf(client: pg.Client, condition: string): Promise<void> {
  const { rows } = await client.query(`select ${condition} as is_used`);
  if (rows[0]?.is_used !== false) throw storeNotEmpty;
}

/** Groups consecutive records of one type. */
async function* batchesOf(records: AsyncIterable<NumberedRecord>): AsyncGenerator<readonly NumberedRecord[]> {
  let batch: NumberedRecord[] = [];
  for await (const one of records) {
    const most = one.record.type === "file-content" ? 1 : batchSize;
    const isFull = batch.length >= most || (batch[0] && kindOf(batch[0].record) !== kindOf(one.record));
    if (isFull) {
      yield batch;
      batch = [];
    }
    batch.push(one);
  }
  if (batch.length > 0) yield batch;
}

/** Records of one kind are inserted by one statement. */
function kindOf(record: ArchiveRecord): string {
  return record.type === "access" ? record.table : record.type;
}

/** A batch that fails is tried again line by line, to name the line that failed. */
async function insert(client: pg.Client, batch: readonly NumberedRecord[]): Promise<void> {
  await client.query("savepoint batch");
  try {
    await insertBatch(client, batch);
  } catch (error) {
    await client.query("rollback to savepoint batch");
    const [only] = batch.length === 1 ? batch : [];
    if (only) throw invalidLine(only.line, error instanceof Error ? error.message : String(error));
    for (const one of batch) await insert(client, [one]);
  }
  await client.query("release savepoint batch");
}

async function insertBatch(client: pg.Client, batch: readonly NumberedRecord[]): Promise<void> {
  const [first] = batch;
  if (!first) return;
  const { sql, parameters } =
    first.record.type === "access" ? accessInsert(first.record.table) : inserts[first.record.type];
  let inserted: number | null;
  try {
    inserted = (await client.query(sql, [...parameters(batch.map(({ record }) => record))])).rowCount;
  } catch (error) {
    throw new Error(`cannot be stored: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (inserted !== batch.length) throw new Error(unknownConversationMessage);
}

type RecordOf<Type extends RecordType> = Extract<ArchiveRecord, { type: Type }>;

const conversationTable = createColumnTable<RecordOf<"conversation">>({
  ...conversationColumns,
  state: ["text", "insert", ({ conversation }) => toStoredState(conversation)],
  updated_at: ["bigint", "insert", ({ updatedAt }) => updatedAt],
  due_at: ["bigint", "insert", ({ dueAt }) => dueAt],
});
const messageTable = createColumnTable<RecordOf<"message">>({
  conversation_id: ["text", "input", ({ conversationId }) => conversationId],
  ...messageColumns,
});
const inquiryTable = createColumnTable<RecordOf<"inquiry">>({
  conversation_id: ["text", "input", ({ inquiry }) => inquiry.conversationId],
  ...inquiryColumns,
});
const runTable = createColumnTable<RecordOf<"run">>({
  conversation_id: ["text", "input", ({ run }) => run.conversationId],
  ...runColumns,
});
const eventTable = createColumnTable<RecordOf<"event">>({
  conversation_id: ["text", "input", ({ conversationId }) => conversationId],
  position: ["bigint", "insert", ({ position }) => position],
  version: ["integer", "insert", ({ version }) => version],
  event: ["text", "insert", ({ event }) => JSON.stringify([event])],
});
const replyTable = createColumnTable<RecordOf<"reply">>({
  conversation_id: ["text", "input", ({ conversationId }) => conversationId],
  principal: ["text", "insert", ({ principal }) => principal],
  route: ["text", "insert", ({ route }) => route],
  key: ["text", "insert", ({ key }) => key],
  fingerprint: ["text", "insert", ({ fingerprint }) => fingerprint],
  status: ["integer", "insert", ({ status }) => status],
  body: ["text", "insert", ({ body }) => body],
  created_at: ["bigint", "insert", ({ createdAt }) => createdAt],
});

const contentTable = createColumnTable<RecordOf<"file-content">>({
  hash: ["text", "insert", ({ hash }) => hash],
  bytes: ["text", "insert", ({ bytes }) => bytes],
});
const fileTable = createColumnTable<RecordOf<"file">>({
  id: ["text", "insert", ({ file }) => file.id],
  hash: ["text", "insert", ({ file }) => file.hash],
  name: ["text", "insert", ({ file }) => file.name],
  type: ["text", "insert", ({ file }) => file.type],
  size: ["integer", "insert", ({ file }) => file.size],
  project: ["text", "insert", ({ file }) => file.project],
  uploaded_by: ["text", "insert", ({ file }) => file.uploadedBy],
  uploaded_at: ["bigint", "insert", ({ uploadedAt }) => uploadedAt],
});
const useTable = createColumnTable<RecordOf<"file-use">>({
  conversation_id: ["text", "input", ({ conversationId }) => conversationId],
  file_id: ["text", "insert", ({ fileId }) => fileId],
});

const notificationTable = createColumnTable<RecordOf<"notification">>(notificationColumns);

const noticeTable = createColumnTable<RecordOf<"notice">>({
  ...noticeColumns,
  status: ["text", "insert", ({ notice }) => notice.status],
  created_at: ["bigint", "insert", ({ notice }) => notice.createdAt],
  tried_from: ["bigint", "insert", ({ notice }) => notice.triedFrom],
  tries: ["integer", "insert", ({ notice }) => notice.tries],
  due_at: ["bigint", "insert", ({ notice }) => notice.dueAt],
  attempts: ["text", "insert", ({ notice }) => JSON.stringify(notice.attempts)],
  reference: ["text", "insert", ({ notice }) => notice.reference],
});

const auditTable = createColumnTable<RecordOf<"audit">>({
  ...auditTableColumns,
  number: ["bigint", "insert", ({ entry }) => entry.seal?.number],
  hash: ["text", "insert", ({ entry }) => entry.seal?.hash],
});

const standingTable = createColumnTable<RecordOf<"standing">>({
  id: ["text", "insert", ({ standing }) => standing.id],
  project: ["text", "insert", ({ standing }) => standing.project],
  agent: ["text", "insert", ({ standing }) => standing.agent],
  fingerprint: ["text", "insert", ({ standing }) => standing.fingerprint],
  made_by: ["text", "insert", ({ standing }) => standing.by],
  at: ["bigint", "insert", ({ standing }) => standing.at],
  inquiry_id: ["text", "insert", ({ standing }) => standing.inquiryId],
  conversation_id: ["text", "insert", ({ standing }) => standing.conversationId],
  questions: ["text", "insert", ({ standing }) => JSON.stringify(standing.questions)],
  answers: ["text", "insert", ({ standing }) => JSON.stringify(standing.set)],
});

interface Insert {
  readonly sql: string;
  parameters(records: readonly ArchiveRecord[]): readonly Buffer[];
}

/** Inserts records of one type; those whose conversation is missing are left out, which the row count shows. */
const inserts: Readonly<Record<Exclude<RecordType, "access">, Insert>> = {
  conversation: insertOf(
    "conversation",
    conversationTable,
    `insert into conversations (${conversationTable.inserted()})
     select ${conversationTable.inserted()} from ${conversationTable.rows("r")}`,
  ),
  message: insertOf("message", messageTable, insertBelow("messages", messageTable)),
  inquiry: insertOf("inquiry", inquiryTable, insertBelow("inquiries", inquiryTable, ["project", "created_by"])),
  run: insertOf("run", runTable, insertBelow("ended_runs", runTable)),
  event: insertOf("event", eventTable, `${insertBelow("events", eventTable, ["project"])} order by r.position`),
  reply: insertOf("reply", replyTable, insertBelow("replies", replyTable)),
  "file-content": insertOf(
    "file-content",
    contentTable,
    `insert into file_contents (hash, bytes) select hash, decode(bytes, 'base64') from ${contentTable.rows("r")}`,
  ),
  file: insertOf(
    "file",
    fileTable,
    `insert into files (${fileTable.inserted()}) select ${fileTable.inserted()} from ${fileTable.rows("r")}`,
  ),
  "file-use": insertOf("file-use", useTable, insertBelow("file_uses", useTable)),
  notification: insertOf(
    "notification",
    notificationTable,
    `insert into notifications (${notificationTable.inserted()})
     select ${notificationTable.inserted()} from ${notificationTable.rows("r")}
     where run_id is not null or exists (select from inquiries where inquiries.id = substr(r.id, 5))`,
  ),
  notice: insertOf(
    "notice",
    noticeTable,
    `insert into notices (${noticeTable.inserted()}) select ${noticeTable.inserted()} from ${noticeTable.rows("r")}`,
  ),
  audit: insertOf(
    "audit",
    auditTable,
    `insert into audit (${auditTable.inserted()}) select ${auditTable.inserted()} from ${auditTable.rows("r")}`,
  ),
  standing: insertOf(
    "standing",
    standingTable,
    `insert into standing_answers (${standingTable.inserted()})
     select ${standingTable.inserted()} from ${standingTable.rows("r")}`,
  ),
};

/** Inserts rows of people and keys, all of which arrive as one JSON. */
function accessInsert(table: ArchivedTableName): Insert {
  const source = `select ${columnsOf(table).join(", ")} from json_populate_recordset(null::${table}, $1::json)`;
  return {
    sql: insertTable(table, source),
    parameters: (records) => [
      Buffer.from(JSON.stringify(records.flatMap((record) => (record.type === "access" ? [record.row] : [])))),
    ],
  };
}

/** Inserts rows that belong to a conversation, with some columns taken from the conversation's row. */
function insertBelow<Row>(table: string, { rows, inserted }: ColumnTable<Row>, shared: readonly string[] = []): string {
  return `insert into ${table} (${["conversation_id", ...shared].join(", ")}, ${inserted()}) overriding system value
    select ${["id", ...shared].map((name) => `c.${name}`).join(", ")}, ${inserted("r")}
    from ${rows("r")} join conversations c on c.id = r.conversation_id`;
}

function insertOf<Type extends RecordType>(type: Type, table: ColumnTable<RecordOf<Type>>, sql: string): Insert {
  const isOfType = (record: ArchiveRecord): record is RecordOf<Type> => record.type === type;
  return { sql, parameters: (records) => table.parameters(records.filter(isOfType)) };
}
