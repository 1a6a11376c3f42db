import type { DatabaseSync } from "node:sqlite";
import { type Conversation, stateFormat } from "@askback/core";
import { type Commit, type CommitResult, type Reply, searchableText } from "../store.ts";

/** Applies one commit inside the transaction that is open: checks first, so that a refusal has written nothing. */
export function createCommit(db: DatabaseSync) {
  const selectRow = db.prepare("select version, lease_owner, lease_until, lease_epoch from conversations where id = ?");
  const selectReply = db.prepare(
    "select fingerprint, status, body from replies where principal = ? and route = ? and key = ?",
  );
  const insertConversation = db.prepare(
    `insert into conversations (id, version, state, state_format, status, agent, title_folded, created_at, created_by, updated_at, due_at, lease_owner, lease_until, lease_epoch)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateConversation = db.prepare(
    `update conversations set version = ?, state = ?, state_format = ?, status = ?, title_folded = ?, updated_at = ?, due_at = ?, lease_owner = ?, lease_until = ?, lease_epoch = ?
     where id = ?`,
  );
  const insertEvent = db.prepare("insert into events (conversation_id, version, event) values (?, ?, ?)");
  const insertMessage = db.prepare(
    "insert into messages (conversation_id, number, place, message) values (?, ?, ?, ?)",
  );
  const placeMessage = db.prepare("update messages set place = ? where conversation_id = ? and number = ?");
  const upsertInquiry = db.prepare(
    `insert into inquiries (id, conversation_id, run_id, agent, status, asked_at, created_by, record) values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (id) do update set status = excluded.status, record = excluded.record`,
  );
  const upsertRun = db.prepare(
    "insert into runs (id, conversation_id, record) values (?, ?, ?) on conflict (id) do update set record = excluded.record",
  );
  const insertReply = db.prepare(
    "insert into replies (principal, route, key, conversation_id, fingerprint, status, body, created_at) values (?, ?, ?, ?, ?, ?, ?, ?)",
  );

  return function apply(commit: Commit, now: number): CommitResult {
    const { projection, expectedVersion, events, reply } = commit;
    const { conversation } = projection;
    if (reply) {
      const earlier = selectReply.get(reply.principal, reply.route, reply.key) as Reply | undefined;
      if (earlier) return { ok: false, reason: "reply", reply: { ...earlier } };
    }
    const row = selectRow.get(conversation.id) as LeaseRow | undefined;
    if ((row?.version ?? 0) !== expectedVersion) return { ok: false, reason: "version" };
    if (commit.epoch !== undefined && (row?.lease_epoch !== commit.epoch || row.lease_owner === null))
      return { ok: false, reason: "epoch" };

    const version = expectedVersion + events.length;
    const dueAt = commit.dueAt === undefined ? null : commit.dueAt || now;
    const lease = leaseAfter(row, commit, now);
    const state = JSON.stringify(conversation);
    const title = conversation.title === undefined ? null : searchableText(conversation.title);
    const held = [dueAt, lease.owner, lease.until, lease.epoch] as const;
    if (row)
      updateConversation.run(version, state, stateFormat, conversation.status, title, now, ...held, conversation.id);
    else {
      const { id, status, agent, createdAt, createdBy } = conversation;
      insertConversation.run(id, version, state, stateFormat, status, agent, title, createdAt, createdBy, now, ...held);
    }
    for (const [index, event] of events.entries())
      insertEvent.run(conversation.id, expectedVersion + index + 1, JSON.stringify(event));
    writeProjection(conversation, commit);
    if (reply) {
      const { principal, route, key, fingerprint, status, body } = reply;
      insertReply.run(principal, route, key, conversation.id, fingerprint, status, body, now);
    }
    return { ok: true, version, ...(lease.mine && { epoch: lease.epoch }) };
  };

  function writeProjection({ id, createdBy }: Conversation, { projection }: Commit): void {
    const placeById = new Map(projection.placements.map(({ messageId, place }) => [messageId, place]));
    for (const message of projection.messages) {
      const place = message.place ?? placeById.get(message.id) ?? null;
      placeById.delete(message.id);
      insertMessage.run(id, message.number, place, JSON.stringify(message));
    }
    for (const [messageId, place] of placeById)
      placeMessage.run(place, id, Number(messageId.slice(messageId.lastIndexOf("_") + 1)));
    for (const record of projection.inquiries) {
      const { conversationId, runId, agent, status, askedAt } = record;
      upsertInquiry.run(record.id, conversationId, runId, agent, status, askedAt, createdBy, JSON.stringify(record));
    }
    for (const record of projection.runs) upsertRun.run(record.id, id, JSON.stringify(record));
  }
}

interface LeaseRow {
  readonly version: number;
  readonly lease_owner: string | null;
  readonly lease_until: number | null;
  readonly lease_epoch: number;
}

/** A worker keeps its lease while work is due now; anybody may claim what becomes due and is free; else it stays as it was. */
function leaseAfter(row: LeaseRow | undefined, { epoch, dueAt, claim }: Commit, now: number) {
  const current = { owner: row?.lease_owner ?? null, until: row?.lease_until ?? null, epoch: row?.lease_epoch ?? 0 };
  const workIsDue = dueAt === 0;
  if (epoch !== undefined) {
    return workIsDue ? { ...current, mine: true } : { owner: null, until: null, epoch: current.epoch, mine: false };
  }
  if (workIsDue && claim && current.owner === null) {
    return { owner: claim.owner, until: now + claim.leaseMs, epoch: current.epoch + 1, mine: true };
  }
  return { ...current, mine: false };
}
