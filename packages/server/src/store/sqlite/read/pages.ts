import { conversationIdOf, type InquiryRecord, type Member } from "@askback/core";
import type { Clock } from "../../../clock.ts";
import { createPageReader, type PageReaderOptions } from "../../page-reader.ts";
import { toSearchText } from "../../search-text.ts";
import type { Row, SlicedList } from "../../slice-sql.ts";
import { addSnoozeFilter } from "../../sql-where.ts";
import type { ConversationFilter, InquiryFilter, ListedConversation, Store } from "../../store.ts";
import { readStoredState } from "../../stored-state.ts";
import { addAssignedFilter } from "../../waits-for.ts";
import { derivedIdRange } from "../schema/schema.ts";
import { namedRecordSql } from "./named-record.ts";

/** Whether a text occurs in the title, the messages or the inquiries. */
const containsTextSql = `(instr(title_folded, ?) > 0
  or exists (select 1 from messages where conversation = conversations.key and instr(said, ?) > 0)
  or exists (select 1 from inquiries where instr(asked, ?) > 0 and inquiries.id
    between 'inq_' || substr(conversations.id, 6) || '_' and 'inq_' || substr(conversations.id, 6) || '_~'))`;

/** Whether a text occurs in an inquiry, in the title of its conversation or in the name of its agent. */
const isAboutTextSql = `(instr(asked, ?) > 0 or instr(upper(agent), ?) > 0 or agent in (select value from json_each(?))
  or exists (select 1 from conversations where id = inquiries.record ->> '$.conversationId' and instr(title_folded, ?) > 0))`;

/** Whether an inquiry waits for a person: their name at both ends, with their groups twice between. */
export function waitsForSql(person = "?", groups = "?"): string {
  const isMember = `value in (select value from json_each(${groups}))`;
  return `(waits_for is null or not exists (select 1 from json_each(waits_for, '$.except') where value = ${person})
  and (waits_for -> '$.among' is null or exists (select 1 from json_each(waits_for, '$.among') where ${isMember}))
  and (coalesce(waits_for -> '$.people', waits_for -> '$.groups') is null
    or exists (select 1 from json_each(waits_for, '$.groups') where ${isMember})
    or exists (select 1 from json_each(waits_for, '$.people') where value = ${person})))`;
}

function waitsForValues({ by, groups = [] }: Member): readonly string[] {
  const own = JSON.stringify(groups);
  return [by, own, own, by];
}

type Value = string | number;

/** The pages of lists on SQLite. */
export function createPages(
  clock: Clock,
  options: PageReaderOptions<Value>,
): Pick<Store, "conversations" | "inquiries"> {
  const read = createPageReader(options);
  return {
    conversations: (filter, signal) => read(conversationList(filter), filter, toConversation, signal),
    inquiries: (filter, signal) => read(inquiryList(filter, clock.now()), filter, toInquiry, signal),
  };
}

/** SQLite takes the tables of a cross join in this order. */
function lookUpIn(table: string): string {
  return `slice cross join ${table} on ${table}.id = sliced_id`;
}

function conversationList(filter: ConversationFilter): SlicedList<Value> {
  const { status, agent, text, createdBy, project, parentId } = filter;
  const isHalted = status === "paused" || status === "failed";
  return {
    table: "conversations",
    columns: ["state", "version", "updated_at", { name: "named_record", sql: namedRecordSql }],
    order: ["id"],
    direction: "desc",
    lookUp: lookUpIn("conversations"),
    addIndexed(where) {
      if (parentId !== undefined) where.add("parent = ?", parentId);
      // The planner uses the index of halted conversations only where its condition stands; the status is one of a fixed set.
      else if (isHalted) where.add(`status in ('paused', 'failed') and status = '${status}'`);
      else if (status !== "deleted" && project !== undefined) where.add("listed = 1 and project = ?", project);
    },
    addChecked(where) {
      if (parentId === undefined) where.add("parent is null");
      where.add(status === undefined ? "status <> 'deleted'" : `status = '${status}'`);
      if (project !== undefined) where.add("project = ?", project);
      if (agent !== undefined) where.add("agent = ?", agent);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      if (text === undefined) return;
      const wanted = toSearchText(text);
      where.add(containsTextSql, wanted, wanted, wanted);
    },
  };
}

function inquiryList(filter: InquiryFilter, now: number): SlicedList<Value> {
  const { status, statuses, conversationId, runId, agent, createdBy, project, resolvedBy, snoozedBy } = filter;
  const conversation = conversationId ?? (runId === undefined ? undefined : (conversationIdOf(runId) ?? ""));
  const isFoundById = conversation !== undefined || snoozedBy !== undefined;
  return {
    table: "inquiries",
    columns: ["record"],
    order: ["asked_at", "id"],
    direction: filter.order === "newest" ? "desc" : "asc",
    lookUp: lookUpIn("inquiries"),
    addIndexed(where) {
      if (conversation !== undefined) where.add("id between ? and ?", ...derivedIdRange("inq", conversation));
      if (snoozedBy !== undefined)
        where.add(
          "id in (select inquiry_id from personal_records where principal = ? and snoozed_until > ?)",
          snoozedBy,
          now,
        );
      if (isFoundById) return;
      // A literal lets the planner use the index of open inquiries.
      if (status === "open") where.add("status = 'open'");
      if (project !== undefined) where.add("project = ?", project);
    },
    addChecked(where) {
      // The plus keeps the planner from another index.
      if (project !== undefined) where.add("+project = ?", project);
      if (status !== undefined) where.add(`+status = '${status}'`);
      if (statuses) where.add("status in (select value from json_each(?))", JSON.stringify(statuses));
      if (runId !== undefined) where.add("run_id = ?", runId);
      if (agent !== undefined) where.add("agent = ?", agent);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      if (resolvedBy !== undefined) where.add("resolved_by = ?", resolvedBy);
      if (filter.waitsFor) where.add(waitsForSql(), ...waitsForValues(filter.waitsFor));
      if (filter.waitingSets)
        where.add("waits_for in (select value from json_each(?))", JSON.stringify(filter.waitingSets));
      addAssignedFilter(where, filter);
      addSnoozeFilter(where, { notSnoozedBy: filter.notSnoozedBy }, { sql: "?", value: now });
      if (filter.text === undefined) return;
      const wanted = toSearchText(filter.text);
      where.add(isAboutTextSql, wanted, wanted, JSON.stringify(filter.titledAgents ?? []), wanted);
    },
  };
}

function toConversation(row: Row): ListedConversation {
  return {
    conversation: readStoredState(row),
    version: Number(row.version),
    updatedAt: Number(row.updated_at),
  };
}

function toInquiry(row: Row): InquiryRecord {
  return JSON.parse(String(row.record)) as InquiryRecord;
}
