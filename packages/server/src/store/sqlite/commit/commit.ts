import type { DatabaseSync } from "node:sqlite";
import {
  assigneeOf,
  type Conversation,
  countOf,
  listedStatus,
  type Projection,
  projectedFiles,
  stateFormat,
} from "@askback/core";
import { requiredFiles } from "../../files.ts";
import { personWithEndedDraft } from "../../personal-records.ts";
import { inquiryToSearchText, messageToSearchText, toSearchText } from "../../search-text.ts";
import { type Commit, type CommitResult, lastingReplyTime, type Reply } from "../../store.ts";
import { toStoredState } from "../../stored-state.ts";
import { waitsForColumn } from "../../waits-for.ts";
import type { AppendAudit } from "../audit.ts";
import { createEraseFiles, createHasFiles, createUseFiles } from "../files.ts";
import { createWriteNotices } from "../notices.ts";
import { createWriteNotifications } from "../notifications.ts";
import { endDraftSql } from "../personal-records.ts";
import type { LogEnd } from "../read/log-horizon.ts";
import { derivedIdRange } from "../schema/schema.ts";
import { markForScrub } from "../scrub.ts";
import type { Head, Heads } from "./recent-heads.ts";

/** The store knows these without reading them. */
interface Remembered {
  readonly heads: Heads;
  readonly logEnd: LogEnd;
  readonly appendAudit: AppendAudit;
}

/** Applies one commit inside the open transaction; it checks first, so that a refused commit has written nothing. */
export function createCommit(db: DatabaseSync, { heads, logEnd, appendAudit }: Remembered) {
  const selectRow = db.prepare(
    "select key, version, lease_owner as owner, lease_until as until, lease_epoch as epoch from conversations where id = ?",
  );
  const selectReply = db.prepare(
    "select fingerprint, status, body from replies where principal = ? and route = ? and key = ?",
  );
  const insertConversation = db.prepare(
    `insert into conversations (id, version, state, state_format, status, agent, title_folded, created_by, project, parent, listed, updated_at, due_at, lease_owner, lease_until, lease_epoch)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing`,
  );
  const updateConversation = db.prepare(
    `update conversations set version = ?, state = ?, state_format = ?, status = ?, updated_at = ?, due_at = ?, lease_owner = ?, lease_until = ?, lease_epoch = ?
     where key = ?`,
  );
  const updateTitle = db.prepare("update conversations set title_folded = ? where key = ?");
  // The last event of an erased conversation stays, and pruning moves the horizon, so no position is given twice.
  const insertEvents = db.prepare("insert into log (position, conversation, version, events) values (?, ?, ?, ?)");
  const insertMessage = db.prepare(
    "insert into messages (conversation, number, place, said, message) values (?, ?, ?, ?, ?)",
  );
  const placeMessage = db.prepare("update messages set place = ? where conversation = ? and number = ?");
  const upsertInquiry = db.prepare(
    `insert into inquiries (id, run_id, agent, status, asked_at, created_by, project, resolved_by, waits_for, assigned_to, asked, record)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (id) do update set status = excluded.status, resolved_by = excluded.resolved_by,
       waits_for = excluded.waits_for, assigned_to = excluded.assigned_to, asked = excluded.asked, record = excluded.record`,
  );
  const endDraft = db.prepare(endDraftSql);
  const insertRun = db.prepare("insert into ended_runs (id, record) values (?, ?)");
  const insertReply = db.prepare(
    "insert into replies (principal, route, key, conversation, fingerprint, status, body, created_at) values (?, ?, ?, ?, ?, ?, ?, ?)",
  );

  // A deleted conversation keeps its row and the event of its deletion; its log and its messages are deleted in steps (`erasures.ts`).
  const removals = [
    `update log set events = json_array(json_extract(events, '$[#-1]')) where position = (select max(position) from log where conversation = ?)`,
    "update conversations set title_folded = null, listed = 0 where key = ?",
    `delete from replies where conversation = ? and created_at = ${lastingReplyTime}`,
    "update replies set body = '' where conversation = ?",
  ].map((sql) => db.prepare(sql));
  const hasFiles = createHasFiles(db);
  const useFiles = createUseFiles(db);
  const eraseFiles = createEraseFiles(db);
  const writeNotices = createWriteNotices(db);
  const writeNotifications = createWriteNotifications(db);
  const removeInquiries = db.prepare("delete from inquiries where id between ? and ?");
  const removeRuns = db.prepare("delete from ended_runs where id between ? and ?");

  return function apply(commit: Commit, now: number): CommitResult {
    const { projection, expectedVersion, events, reply } = commit;
    const { conversation } = projection;
    if (reply) {
      const earlier = selectReply.get(reply.principal, reply.route, reply.key) as Reply | undefined;
      if (earlier) return { ok: false, reason: "reply", reply: { ...earlier } };
    }
    // A conversation to start hardly ever exists; its insertion says so if it does.
    const mayExist = expectedVersion > 0 || commit.epoch !== undefined;
    const known = heads.get(conversation.id);
    const row = known ?? (mayExist ? (selectRow.get(conversation.id) as Head | undefined) : undefined);
    if (commit.epoch !== undefined && (row?.epoch !== commit.epoch || row.owner === null))
      return { ok: false, reason: "epoch" };
    if ((row?.version ?? 0) !== expectedVersion) return { ok: false, reason: "version" };
    if (!hasFiles(requiredFiles(commit))) return { ok: false, reason: "file" };

    const version = expectedVersion + events.length;
    const dueAt = commit.dueAt === undefined ? null : commit.dueAt || now;
    const lease = leaseAfter(row, commit, now);
    const state = toStoredState(conversation);
    const held = [dueAt, lease.owner, lease.until, lease.epoch] as const;
    const key =
      row?.key ??
      insert(conversation, [version, state, stateFormat, listedStatus(conversation), conversation.agent], now, held);
    if (key === undefined) return { ok: false, reason: "version" };
    if (row) updateConversation.run(version, state, stateFormat, listedStatus(conversation), now, ...held, key);
    if (events.length > 0) insertEvents.run(logEnd.advance(events.length), key, version, JSON.stringify(events));
    writeProjection(key, conversation, projection);
    if (reply) {
      const { principal, route, key: name, fingerprint, status, body, lasting } = reply;
      insertReply.run(principal, route, name, key, fingerprint, status, body, lasting ? lastingReplyTime : now);
    }
    heads.set(conversation, { key, version, owner: lease.owner, until: lease.until, epoch: lease.epoch }, state.length);
    for (const { type } of events) {
      if (type === "conversation.renamed") updateTitle.run(foldedTitle(conversation), key);
      if (type === "conversation.deleted") erase(key, conversation.id, now);
    }
    if (commit.notices) writeNotices(commit.notices, now);
    if (commit.audit) appendAudit(commit.audit);
    return { ok: true, version, ...(lease.isCallers && { epoch: lease.epoch }) };
  };

  function erase(key: number, id: string, now: number): void {
    heads.delete(id);
    db.exec(markForScrub);
    for (const removal of removals) removal.run(key);
    eraseFiles(key, now);
    removeInquiries.run(...derivedIdRange("inq", id));
    removeRuns.run(...derivedIdRange("run", id));
  }

  function insert(
    conversation: Conversation,
    head: readonly (string | number | null)[],
    now: number,
    held: readonly (string | number | null)[],
  ): number | undefined {
    const { id, createdBy, project, parent } = conversation;
    const whose = [createdBy, project, parent?.conversationId ?? null, parent ? 0 : 1];
    const inserted = insertConversation.run(id, ...head, foldedTitle(conversation), ...whose, now, ...held);
    return inserted.changes === 1 ? Number(inserted.lastInsertRowid) : undefined;
  }

  function writeProjection(key: number, { createdBy }: Conversation, projection: Projection): void {
    const placeById = new Map(projection.placements.map(({ messageId, place }) => [messageId, place]));
    for (const message of projection.messages) {
      const place = message.place ?? placeById.get(message.id) ?? null;
      placeById.delete(message.id);
      insertMessage.run(key, message.number, place, messageToSearchText(message), JSON.stringify(message));
    }
    for (const [messageId, place] of placeById) placeMessage.run(place, key, countOf(messageId));
    for (const record of projection.inquiries) {
      const { id, runId, agent, status, askedAt, project, resolution } = record;
      const resolvedBy = resolution && "by" in resolution ? resolution.by : null;
      const row = [id, runId ?? "", agent, status, askedAt, createdBy, project, resolvedBy] as const;
      const whose = [waitsForColumn(record), assigneeOf(record) ?? null] as const;
      upsertInquiry.run(...row, ...whose, inquiryToSearchText(record), JSON.stringify(record));
      const author = personWithEndedDraft(record);
      if (author !== undefined) endDraft.run(id, author);
    }
    useFiles(projectedFiles(projection), key);
    for (const record of projection.runs) insertRun.run(record.id, JSON.stringify(record));
    writeNotifications(projection.notifications);
  }
}

function foldedTitle({ title }: Conversation): string | null {
  return title === undefined ? null : toSearchText(title);
}

/** A worker keeps its lease while work is due now; a commit may claim a free conversation that becomes due. */
function leaseAfter(row: Head | undefined, { epoch, dueAt, claim }: Commit, now: number) {
  const current = { owner: row?.owner ?? null, until: row?.until ?? null, epoch: row?.epoch ?? 0 };
  const isDue = dueAt === 0;
  if (epoch !== undefined) {
    return isDue
      ? { ...current, isCallers: true }
      : { owner: null, until: null, epoch: current.epoch, isCallers: false };
  }
  if (isDue && claim && current.owner === null) {
    return { owner: claim.owner, until: now + claim.leaseMs, epoch: current.epoch + 1, isCallers: true };
  }
  return { ...current, isCallers: false };
}
