import { conversationIdOf, type InquiryRecord, type Member, stateFormat } from "@askback/core";
import type { Clock } from "../../../clock.ts";
import { createPageReader, type PageReaderOptions } from "../../page-reader.ts";
import { toSearchText } from "../../search-text.ts";
import type { Row, SlicedList } from "../../slice-sql.ts";
import { addSnoozeFilter } from "../../sql-where.ts";
import type { ConversationFilter, InquiryFilter, ListedConversation, Store } from "../../store.ts";
import { readStoredState } from "../../stored-state.ts";
import { addAssignedFilter } from "../../waits-for.ts";
import { nowSql, withoutNul } from "../connection/sql-values.ts";
import { namedRecordSql } from "./named-record.ts";
import type { Bound } from "./page-query.ts";

// Without the offsets the planner would read whole tables for each slice.

/** Whether a text occurs in the title, the messages or the inquiries. */
const containsTextSql = `(position(? in title_folded) > 0 or exists (
    select 1 from messages where conversation_id = conversations.id and position(? in said) > 0 offset 0)
  or exists (select 1 from inquiries where conversation_id = conversations.id and position(? in asked) > 0 offset 0))`;

/** Whether a text occurs in an inquiry, in the title of its conversation or in the name of its agent. */
const isAboutTextSql = `(position(? in asked) > 0 or position(? in upper(agent)) > 0 or agent = any(?) or exists (
    select 1 from conversations where id = inquiries.conversation_id and position(? in title_folded) > 0 offset 0))`;

/** Whether an inquiry waits for a person: their name at both ends, with their groups twice between. */
export function waitsForSql(person = "?", groups = "?"): string {
  return `(waits_for is null or not jsonb_exists(coalesce(waits_for::jsonb -> 'except', '[]'), ${person})
  and (waits_for::jsonb -> 'among' is null or jsonb_exists_any(waits_for::jsonb -> 'among', ${groups}))
  and (coalesce(waits_for::jsonb -> 'people', waits_for::jsonb -> 'groups') is null
    or jsonb_exists_any(coalesce(waits_for::jsonb -> 'groups', '[]'), ${groups})
    or jsonb_exists(coalesce(waits_for::jsonb -> 'people', '[]'), ${person})))`;
}

function waitsForValues({ by, groups = [] }: Member): readonly Bound[] {
  return [by, [...groups], [...groups], by];
}

/** The pages of lists on PostgreSQL. */
export function createPages(
  clock: Clock | undefined,
  options: PageReaderOptions<Bound>,
): Pick<Store, "conversations" | "inquiries"> {
  const read = createPageReader(options);
  return {
    conversations: (filter, signal) => read(conversationList(filter), filter, toConversation, signal),
    inquiries: (filter, signal) => read(inquiryList(filter, clock?.now() ?? null), filter, toInquiry, signal),
  };
}

function lookUpIn(table: string): string {
  return `slice cross join lateral (select * from ${table} where id = sliced_id offset 0) as ${table}`;
}

function conversationList({
  status,
  agent,
  text,
  createdBy,
  project,
  parentId,
}: ConversationFilter): SlicedList<Bound> {
  const isHalted = status === "paused" || status === "failed";
  return {
    table: "conversations",
    columns: ["state", "version", "updated_at", { name: "named_record", sql: namedRecordSql }],
    order: ["id"],
    direction: "desc",
    lookUp: lookUpIn("conversations"),
    addIndexed(where) {
      if (parentId !== undefined) where.add("parent = ?", parentId);
      else if (isHalted) where.add(`status = '${status}'`);
      else if (status !== "deleted" && project !== undefined)
        where.add("parent is null and status <> 'deleted' and project = ?", project);
    },
    addChecked(where) {
      // Only newer servers can show what a newer server has written.
      where.add(`state_format <= ${stateFormat}`);
      if (parentId === undefined) where.add("parent is null");
      where.add(status === undefined ? "status <> 'deleted'" : `status = '${status}'`);
      if (project !== undefined) where.add("project = ?", project);
      if (agent !== undefined) where.add("agent = ?", agent);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      if (text === undefined) return;
      const wanted = withoutNul(toSearchText(text));
      where.add(containsTextSql, wanted, wanted, wanted);
    },
  };
}

function inquiryList(filter: InquiryFilter, now: number | null): SlicedList<Bound> {
  const { status, statuses, conversationId, runId, agent, createdBy, project, resolvedBy, text } = filter;
  return {
    table: "inquiries",
    columns: ["record"],
    order: ["asked_at", "id"],
    direction: filter.order === "newest" ? "desc" : "asc",
    lookUp: lookUpIn("inquiries"),
    addIndexed(where) {
      if (conversationId !== undefined) where.add("conversation_id = ?", conversationId);
      if (runId !== undefined) where.add("conversation_id = ?", withoutNul(conversationIdOf(runId) ?? ""));
      if (filter.snoozedBy !== undefined)
        where.add(
          `id in (select inquiry_id from personal_records where principal = ? and snoozed_until > ${nowSql("?")})`,
          filter.snoozedBy,
          now,
        );
      // A literal lets the planner use the index of open inquiries.
      if (status === "open") where.add("status = 'open'");
      if (project !== undefined) where.add("project = ?", project);
    },
    addChecked(where) {
      if (status !== undefined) where.add(`status = '${status}'`);
      if (statuses) where.add("status = any(?)", [...statuses]);
      if (runId !== undefined) where.add("run_id = ?", withoutNul(runId));
      if (agent !== undefined) where.add("agent = ?", agent);
      if (createdBy !== undefined) where.add("created_by = ?", createdBy);
      if (resolvedBy !== undefined) where.add("resolved_by = ?", resolvedBy);
      if (filter.waitsFor) where.add(waitsForSql(), ...waitsForValues(filter.waitsFor));
      if (filter.waitingSets) where.add("waits_for = any(?)", [...filter.waitingSets]);
      addAssignedFilter(where, filter);
      addSnoozeFilter(where, { notSnoozedBy: filter.notSnoozedBy }, { sql: nowSql("?"), value: now });
      if (text === undefined) return;
      const wanted = toSearchText(text);
      where.add(isAboutTextSql, wanted, wanted, [...(filter.titledAgents ?? [])], wanted);
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
