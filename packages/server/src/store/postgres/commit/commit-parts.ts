import type { Event, InquiryRecord, Message, Notification, RunRecord, SettledNotification } from "@askback/core";
import type { NewAuditEntry } from "../../audit/audit.ts";
import type { NewNotice } from "../../notices.ts";
import {
  auditTableColumns,
  eventColumns,
  inquiryColumns,
  messageColumns,
  noticeColumns,
  notificationColumns,
  runColumns,
} from "../columns.ts";
import { type Columns, type ColumnTable, createColumnTable } from "../connection/column-table.ts";
import { endsDraftSql } from "../personal-records.ts";

/** The number of a commit in its group; it joins a commit with its events, messages and records. */
export interface InGroup {
  readonly ord: number;
}

/** Rows that commits write beside those of their conversations, and the parts of the statement that write them. */
interface Part<Row extends InGroup> {
  readonly columns: Columns<Row>;
  toSql(table: ColumnTable<Row>): string;
}

export type RowOf<Some> = Some extends Part<infer Row> ? Row : never;

export const ord = ["integer", "input", (row: InGroup) => row.ord] as const;

function part<Row>(columns: Columns<Row>, toSql: (table: ColumnTable<Row & InGroup>) => string): Part<Row & InGroup> {
  return { columns: { ord, ...columns }, toSql };
}

export const parts = {
  events: part<{ readonly version: number; readonly events: readonly Event[] }>(
    eventColumns,
    (table) => `inserted_events as (
  insert into events (conversation_id, project, ${table.inserted()})
  select done.id, done.project, ${table.inserted("e")} from ${table.rows("e")} join done using (ord)
  order by e.ord, e.version returning position
)`,
  ),
  messages: part<{ readonly message: Message; readonly place: number | undefined }>(
    messageColumns,
    (table) => `inserted_messages as (
  insert into messages (conversation_id, ${table.inserted()})
  select done.id, ${table.inserted("m")} from ${table.rows("m")} join done using (ord)
)`,
  ),
  /** Messages of earlier commits that get their place in the model's transcript now. */
  placements: part<{ readonly number: number; readonly place: number }>(
    {
      number: ["integer", "input", ({ number }) => number],
      place: ["integer", "input", ({ place }) => place],
    },
    (table) => `placed_messages as (
  update messages set place = p.place from ${table.rows("p")} join done using (ord)
  where messages.conversation_id = done.id and messages.number = p.number
)`,
  ),
  inquiries: part<{ readonly inquiry: InquiryRecord }>(
    inquiryColumns,
    (table) => `upserted_inquiries as (
  insert into inquiries (conversation_id, project, created_by, ${table.inserted()})
  select done.id, done.project, done.created_by, ${table.inserted("i")}
  from ${table.rows("i")} join done using (ord)
  on conflict (id) do update set ${table.updated("excluded")}
),
ended_drafts as (
  update personal_records set draft = null, drafted_at = null
  from ${table.rows("r", ["ord", "id", "status", "resolved_by"])} join done using (ord)
  where personal_records.inquiry_id = r.id and personal_records.principal = r.resolved_by and ${endsDraftSql("r.status")}
)`,
  ),
  runs: part<{ readonly run: RunRecord }>(
    runColumns,
    (table) => `inserted_runs as (
  insert into ended_runs (conversation_id, ${table.inserted()})
  select done.id, ${table.inserted("r")} from ${table.rows("r")} join done using (ord)
)`,
  ),
  raised: part<{ readonly notification: Notification }>(
    notificationColumns,
    (table) => `raised_notifications as (
  insert into notifications (${table.inserted()})
  select ${table.inserted("n")} from ${table.rows("n")} join done using (ord)
  on conflict (id) do update set ${table.updated("excluded")}
)`,
  ),
  /** Notifications of earlier commits. */
  settled: part<{ readonly settled: SettledNotification }>(
    {
      id: ["text", "input", ({ settled }) => settled.id],
      action_status: ["text", "input", ({ settled }) => settled.actionStatus],
      settled_at: ["bigint", "input", ({ settled }) => settled.settledAt],
    },
    (table) => `settled_notifications as (
  update notifications set action_status = s.action_status, settled_at = s.settled_at
  from ${table.rows("s")} join done using (ord) where notifications.id = s.id
)`,
  ),
  audit: part<{ readonly entry: NewAuditEntry; readonly place: number }>(
    { place: ["integer", "input", ({ place }) => place], ...auditTableColumns },
    (table) => `inserted_audit as (
  insert into audit (${table.inserted()})
  select ${table.inserted("a")} from ${table.rows("a")} join done using (ord)
  order by a.ord, a.place
)`,
  ),
  notices: part<{ readonly notice: NewNotice }>(
    noticeColumns,
    (table) => `inserted_notices as (
  insert into notices (${table.inserted()}, status, created_at, tried_from, due_at)
  select ${table.inserted("n")}, 'pending', now, now, now
  from ${table.rows("n")} join done using (ord) cross join clock
)`,
  ),
  /** The files that a commit's messages and answers refer to. */
  files: part<{ readonly fileId: string; readonly isRequired: boolean }>(
    {
      file_id: ["text", "input", ({ fileId }) => fileId],
      is_required: ["boolean", "input", ({ isRequired }) => isRequired],
    },
    (table) => `used_files as (
  insert into file_uses (file_id, conversation_id)
  select found.id, done.id from ${table.rows("f")} join done using (ord)
  cross join lateral (select files.id from files where files.id = f.file_id offset 0) as found
  order by 1, 2 on conflict do nothing
)`,
  ),
} satisfies Record<string, Part<never>>;

export type PartName = keyof typeof parts;
export const partNames = Object.keys(parts) as PartName[];

/** A part whose parameters are numbered. */
export interface NumberedPart {
  readonly sql: string;
  readonly nextParameter: number;
  rows(alias: string): string;
  parameters(rows: readonly InGroup[]): readonly Buffer[];
}

export function numberPart(name: PartName, firstParameter: number): NumberedPart {
  const { columns, toSql } = parts[name] as Part<InGroup>;
  const table = createColumnTable(columns, firstParameter);
  return {
    sql: toSql(table),
    nextParameter: table.nextParameter,
    rows: (alias) => table.rows(alias),
    parameters: table.parameters,
  };
}
