import { countOf } from "@askback/core";
import type { ArchiveRecord, RecordType } from "../archive.ts";
import { askedIn, saidIn, searchableText } from "../searchable.ts";
import { storable } from "./commit-rows.ts";

type Value = string | number | null;

/** For each type the statement that takes the values of its records column by column; what belongs to no conversation is left out. */
export const insertSql: Readonly<Record<RecordType, string>> = {
  conversation: `
    insert into conversations
      (id, version, state, state_format, status, agent, project, parent, title_folded, created_by, updated_at, due_at)
    select * from unnest($1::text[], $2::integer[], $3::text[], $4::integer[], $5::text[], $6::text[], $7::text[],
      $8::text[], $9::text[], $10::text[], $11::bigint[], $12::bigint[])`,
  message: `
    insert into messages (conversation_id, number, place, said, message)
    select c.id, m.number, m.place, m.said, m.message
    from unnest($1::text[], $2::integer[], $3::integer[], $4::text[], $5::text[])
      as m (conversation_id, number, place, said, message) join conversations c on c.id = m.conversation_id`,
  inquiry: `
    insert into inquiries (id, conversation_id, run_id, agent, project, status, asked_at, created_by, resolved_by, asked, record)
    select i.id, c.id, i.run_id, i.agent, c.project, i.status, i.asked_at, c.created_by, i.resolved_by, i.asked, i.record
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::text[])
      as i (conversation_id, id, run_id, agent, status, asked_at, resolved_by, asked, record)
    join conversations c on c.id = i.conversation_id`,
  run: `
    insert into ended_runs (id, conversation_id, ended_order, record)
    select r.id, c.id, r.ended_order, r.record
    from unnest($1::text[], $2::text[], $3::integer[], $4::text[]) as r (conversation_id, id, ended_order, record)
    join conversations c on c.id = r.conversation_id`,
  event: `
    insert into events (position, conversation_id, project, version, event) overriding system value
    select e.position, c.id, c.project, e.version, e.event
    from unnest($1::text[], $2::bigint[], $3::integer[], $4::text[]) as e (conversation_id, position, version, event)
    join conversations c on c.id = e.conversation_id order by e.position`,
  reply: `
    insert into replies (principal, route, key, conversation_id, fingerprint, status, body, created_at)
    select r.principal, r.route, r.key, c.id, r.fingerprint, r.status, r.body, r.created_at
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::text[], $8::bigint[])
      as r (conversation_id, principal, route, key, fingerprint, status, body, created_at)
    join conversations c on c.id = r.conversation_id`,
};

/** The values of records of one type, column by column. */
export function columnsOf(records: readonly ArchiveRecord[]): Value[][] {
  const rows = records.map(rowOf);
  return Array.from({ length: rows[0]?.length ?? 0 }, (_, column) => rows.map((row) => row[column] ?? null));
}

function rowOf(record: ArchiveRecord): readonly Value[] {
  switch (record.type) {
    case "conversation": {
      const { conversation, version, stateFormat, updatedAt, dueAt } = record;
      const { id, status, agent, project, parent, title, createdBy } = conversation;
      const folded = title === undefined ? null : storable(searchableText(title));
      const whose = [agent, project, parent?.conversationId ?? null, folded, createdBy];
      return [id, version, JSON.stringify(conversation), stateFormat, status, ...whose, updatedAt, dueAt ?? null];
    }
    case "message": {
      const { conversationId, message } = record;
      const { number, place } = message;
      return [conversationId, number, place ?? null, storable(saidIn(message)), JSON.stringify(message)];
    }
    case "inquiry": {
      const { id, conversationId, runId, agent, status, askedAt, resolution } = record.inquiry;
      const resolvedBy = resolution && "by" in resolution ? resolution.by : null;
      const asked = storable(askedIn(record.inquiry));
      const head = [conversationId, id, runId, agent, status, askedAt, resolvedBy];
      return [...head, asked, JSON.stringify(record.inquiry)];
    }
    case "run": {
      const { id, conversationId } = record.run;
      return [conversationId, id, countOf(id), JSON.stringify(record.run)];
    }
    case "event": {
      const { conversationId, position, version, event } = record;
      return [conversationId, position, version, JSON.stringify(event)];
    }
    case "reply": {
      const { conversationId, principal, route, key, fingerprint, status, body, createdAt } = record;
      return [conversationId, principal, route, key, fingerprint, status, body, createdAt];
    }
  }
}
