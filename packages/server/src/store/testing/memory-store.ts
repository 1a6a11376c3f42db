import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import {
  activeRun,
  assigneeOf,
  type Conversation,
  type InquiryRecord,
  isWaitedFor,
  listedStatus,
  type Message,
  type RunRecord,
  waitsFor,
} from "@askback/core";
import { type Clock, systemClock } from "../../clock.ts";
import { requiredFiles } from "../files.ts";
import { allMessages } from "../page.ts";
import { inquiryToSearchText, messageToSearchText, toSearchText } from "../search-text.ts";
import type { Commit, CommitResult, InquiryFilter, RecordedEvent, Store } from "../store.ts";
import { waitsForColumn } from "../waits-for.ts";
import { createMemoryAnswerLinks } from "./memory-answer-links.ts";
import { createMemoryAudit } from "./memory-audit.ts";
import { createMemoryContacts } from "./memory-contacts.ts";
import { createMemoryFiles } from "./memory-files.ts";
import { createMemoryNotices } from "./memory-notices.ts";
import { createMemoryNotifications } from "./memory-notifications.ts";
import { matches, newestFirst, oldestFirst, pageOf } from "./memory-page.ts";
import { createMemoryPeople } from "./memory-people.ts";
import { createMemoryPersonal } from "./memory-personal.ts";
import { createMemoryReplies } from "./memory-replies.ts";
import { createMemoryStanding } from "./memory-standing-answers.ts";
import { createMemoryTurns } from "./memory-turns.ts";

interface Row {
  readonly conversation: Conversation;
  readonly version: number;
  readonly updatedAt: number;
  readonly dueAt: number | undefined;
  readonly lease: { readonly owner: string; readonly until: number } | undefined;
  readonly epoch: number;
}

/** The store in plain maps: the model of the other stores in tests. Values are copied on the way in and out. */
export function createMemoryStore({ clock = systemClock }: { readonly clock?: Clock } = {}): Store {
  const rows = new Map<string, Row>();
  const messages = new Map<string, Map<string, Message>>();
  const inquiries = new Map<string, InquiryRecord>();
  const runs = new Map<string, RunRecord>();
  const replies = createMemoryReplies(clock);
  const personal = createMemoryPersonal({ clock, inquiries, write });
  const files = createMemoryFiles({ clock, write });
  const notifications = createMemoryNotifications({ clock, findInquiry: (id) => inquiries.get(id), write });
  const audit = createMemoryAudit(write);
  const notices = createMemoryNotices({ clock, notifications, write, addAudit: audit.add });
  const contacts = createMemoryContacts({ clock, write });
  const answerLinks = createMemoryAnswerLinks({ clock, hasInquiry: (id) => inquiries.has(id), write });
  const listeners = new Set<() => void>();
  const takeTurns = createMemoryTurns(() => [...rows.values()]);
  let log: RecordedEvent[] = [];
  const history = randomUUID().replaceAll("-", "");
  let position = 0;

  function apply(given: Commit): CommitResult {
    const commit = copy(given);
    const { projection, expectedVersion, epoch, events, reply } = commit;
    const { conversation } = projection;
    const { id } = conversation;
    const earlier = reply && replies.find(reply);
    if (earlier) return { ok: false, reason: "reply", reply: earlier };
    const row = rows.get(id);
    if (epoch !== undefined && (epoch !== row?.epoch || !row.lease)) return { ok: false, reason: "epoch" };
    if ((row?.version ?? 0) !== expectedVersion) return { ok: false, reason: "version" };
    if (!files.has(requiredFiles(commit))) return { ok: false, reason: "file" };

    const now = clock.now();
    const version = expectedVersion + events.length;
    const { isCallers, ...held } = leaseAfter(row, commit, now);
    const dueAt = commit.dueAt === 0 ? now : commit.dueAt;
    rows.set(id, { conversation, version, updatedAt: now, dueAt, ...held });
    const { project } = conversation;
    for (const [index, event] of events.entries()) {
      position += 1;
      log.push({ position, conversationId: id, project, version: expectedVersion + index + 1, event });
    }
    const own = messages.get(id) ?? new Map<string, Message>();
    messages.set(id, own);
    for (const message of projection.messages) own.set(message.id, message);
    for (const { messageId, place } of projection.placements) {
      const message = own.get(messageId);
      if (message) own.set(messageId, { ...message, place });
    }
    for (const record of projection.inquiries) {
      inquiries.set(record.id, record);
      personal.handleInquiry(record);
    }
    for (const record of projection.runs) runs.set(record.id, record);
    notifications.handle(projection.notifications);
    files.use(id, projection);
    if (reply) replies.add(reply, id);
    if (events.some(({ type }) => type === "conversation.deleted")) erase(id);
    notices.store(commit.notices ?? []);
    audit.add(commit.audit ?? []);
    if (events.length > 0) for (const listener of listeners) listener();
    return { ok: true, version, ...(isCallers && { epoch: held.epoch }) };
  }

  function inquiriesBy({ snoozedBy, notSnoozedBy, ...filter }: Omit<InquiryFilter, "limit">): InquiryRecord[] {
    const { waitsFor: member, waitingSets, assignedTo, assignedToOtherThan, unassigned, ...wanted } = filter;
    return [...inquiries.values()].filter((record) => {
      const { id, resolution, conversationId } = record;
      if (!personal.matches(id, { snoozedBy, notSnoozedBy })) return false;
      if (member && !isWaitedFor(waitsFor(record), member)) return false;
      if (waitingSets && !waitingSets.includes(waitsForColumn(record) ?? "")) return false;
      const holder = assigneeOf(record);
      if (assignedTo !== undefined && holder !== assignedTo) return false;
      if (assignedToOtherThan !== undefined && (holder === undefined || holder === assignedToOtherThan)) return false;
      if (unassigned && holder !== undefined) return false;
      const resolvedBy = resolution && "by" in resolution ? resolution.by : undefined;
      return matches({ ...record, resolvedBy, createdBy: rows.get(conversationId)?.conversation.createdBy }, wanted);
    });
  }

  function runsUnderWay(): RunRecord[] {
    return [...rows.values()].flatMap(({ conversation }) => activeRun(conversation) ?? []);
  }

  function erase(id: string): void {
    log = log.filter(({ conversationId, event }) => conversationId !== id || event.type === "conversation.deleted");
    messages.delete(id);
    files.erase(id);
    for (const erased of notifications.erase(id)) notices.eraseNotification(erased);
    for (const { id: inquiryId, conversationId } of inquiries.values())
      if (conversationId === id) {
        personal.erase(inquiryId);
        notices.eraseInquiry(inquiryId);
        answerLinks.eraseInquiry(inquiryId);
      }
    for (const records of [inquiries, runs])
      for (const [key, { conversationId }] of records) if (conversationId === id) records.delete(key);
    replies.erase(id);
  }

  function isFound({ id, title }: Conversation, text: string): boolean {
    const own = [...inquiries.values()].filter(({ conversationId }) => conversationId === id);
    const texts = [
      toSearchText(title ?? ""),
      ...messagesOf(id).map(messageToSearchText),
      ...own.map(inquiryToSearchText),
    ];
    const isTitled = title !== undefined || texts.length > 1;
    return isTitled && texts.some((some) => some?.includes(toSearchText(text)));
  }

  function isAbout(record: InquiryRecord, text: string): boolean {
    const title = rows.get(record.conversationId)?.conversation.title ?? "";
    const texts = [inquiryToSearchText(record), toSearchText(record.agent), toSearchText(title)];
    return texts.some((some) => some.includes(toSearchText(text)));
  }

  function messagesOf(conversationId: string): Message[] {
    return copy([...(messages.get(conversationId)?.values() ?? [])]);
  }

  /** Conversations that are due by a time, oldest first; without a time, all that will ever be due. */
  function dueRows(by = Number.POSITIVE_INFINITY): readonly { readonly row: Row; readonly at: number }[] {
    return [...rows.values()]
      .flatMap((row) => (row.dueAt === undefined ? [] : [{ row, dueAt: row.dueAt }]))
      .sort((a, b) => oldestFirst([a.dueAt, a.row.conversation.id], [b.dueAt, b.row.conversation.id]))
      .map(({ row, dueAt }) => ({ row, at: Math.max(dueAt, row.lease?.until ?? dueAt) }))
      .filter(({ at }) => at <= by);
  }

  return {
    clock,
    async load(id) {
      const row = rows.get(id);
      return row && copy({ conversation: row.conversation, version: row.version });
    },
    commit: (commit) => write(() => apply(commit)),
    claim: ({ owner, leaseMs, limit }) =>
      write(() => {
        const now = clock.now();
        const due = dueRows(now).map(({ row }) => row);
        return takeTurns(due, limit).map((row) => {
          const { conversation, version } = row;
          const epoch = row.epoch + 1;
          rows.set(conversation.id, { ...row, lease: { owner, until: now + leaseMs }, epoch });
          return copy({ conversation, version, epoch, now, expired: row.lease !== undefined });
        });
      }),
    extend: ({ owner, leaseMs, conversationIds }) =>
      write(() => {
        const until = clock.now() + leaseMs;
        const held = [...rows].filter(([id, { lease }]) => lease?.owner === owner && conversationIds.includes(id));
        for (const [id, row] of held) rows.set(id, { ...row, lease: { owner, until } });
        return new Map(held.map(([id, { version }]) => [id, version]));
      }),
    release: (id, epoch) =>
      write(() => {
        const row = rows.get(id);
        if (row?.epoch === epoch) rows.set(id, { ...row, lease: undefined });
      }),
    async dueIn() {
      const times = dueRows().map(({ at }) => at);
      return times.length > 0 ? Math.max(0, Math.min(...times) - clock.now()) : undefined;
    },

    async overdueMs() {
      const times = dueRows().map(({ at }) => at);
      return times.length > 0 ? Math.max(0, clock.now() - Math.min(...times)) : 0;
    },

    modelMessages: async (id, { through, from }) =>
      messagesOf(id)
        .flatMap((message) => (message.place === undefined ? [] : [{ ...message, place: message.place }]))
        .filter(({ number, place }) => number >= from && place > through)
        .sort((a, b) => a.place - b.place),
    messages: async (id, { from, through } = allMessages) =>
      messagesOf(id).filter(({ number }) => number >= from && number <= through),
    async conversations({ text, status, agent, createdBy, project, parentId, ...request }) {
      const found = [...rows.values()]
        .filter(({ conversation }) => matches(conversation, { agent, createdBy, project }))
        .filter(({ conversation }) => status === undefined || listedStatus(conversation) === status)
        .filter(({ conversation }) => conversation.parent?.conversationId === parentId)
        .filter(({ conversation }) => status === "deleted" || conversation.status !== "deleted")
        .filter(({ conversation }) => text === undefined || isFound(conversation, text))
        .map(({ conversation, version, updatedAt }) => ({ conversation, version, updatedAt }));
      return pageOf(copy(found), request, newestFirst, ({ conversation }) => [0, conversation.id]);
    },
    inquiry: async (id) => copy(inquiries.get(id)),
    async inquiries({ limit, cursor, statuses, order, text, titledAgents, ...wanted }) {
      const found = inquiriesBy(wanted)
        .filter(({ status }) => statuses?.includes(status) ?? true)
        .filter((record) => text === undefined || titledAgents?.includes(record.agent) || isAbout(record, text));
      return pageOf(
        copy(found),
        { limit, cursor },
        order === "newest" ? newestFirst : oldestFirst,
        ({ askedAt, id }) => [askedAt, id],
      );
    },
    waitingSets: async (project) => [
      ...new Set(inquiriesBy({ status: "open", project }).flatMap((record) => waitsForColumn(record) ?? [])),
    ],
    openInquiryCount: async (filter) => inquiriesBy({ status: "open", ...filter }).length,
    run: async (id) => copy(runs.get(id) ?? runsUnderWay().find((run) => run.id === id)),
    runs: async (id) =>
      copy([...runs.values(), ...runsUnderWay()].filter(({ conversationId }) => conversationId === id)),

    events: async ({ after, limit, conversationIds }) =>
      copy(
        log
          .filter((entry) => entry.position > after && (conversationIds?.includes(entry.conversationId) ?? true))
          .slice(0, limit),
      ),
    // Nothing is ever pruned here.
    isLogComplete: async () => true,
    position: async () => position,
    isKnownPosition: async (asked) => asked <= position,
    history: async () => history,
    onCommitted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    reply: async (key) => replies.find(key),
    deleteOldReplies: (ageMs) => write(() => replies.deleteOld(ageMs)),
    personal,
    files,
    notices,
    ...createMemoryPeople(write),
    notifications,
    contacts,
    answerLinks,
    audit,
    standing: createMemoryStanding({ write, addAudit: audit.add }),
    close: async () => {},
  };
}

/** Writes wait for the next turn of the event loop, as in a store that groups them. */
async function write<Value>(work: () => Value): Promise<Value> {
  await setImmediate();
  return work();
}

function leaseAfter(row: Row | undefined, { epoch, dueAt, claim }: Commit, now: number) {
  const current = { lease: row?.lease, epoch: row?.epoch ?? 0 };
  const isDue = dueAt === 0;
  if (epoch !== undefined)
    return isDue ? { ...current, isCallers: true } : { ...current, lease: undefined, isCallers: false };
  if (!isDue || !claim || current.lease) return { ...current, isCallers: false };
  return { lease: { owner: claim.owner, until: now + claim.leaseMs }, epoch: current.epoch + 1, isCallers: true };
}

function copy<Value>(value: Value): Value {
  return value === undefined ? value : JSON.parse(JSON.stringify(value));
}
