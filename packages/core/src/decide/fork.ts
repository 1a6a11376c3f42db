import { evolve } from "../evolve/evolve.ts";
import type { CommandOf } from "../model/command.ts";
import {
  askersOf,
  baseOf,
  type Conversation,
  type ConversationBase,
  type Idle,
  type Parked,
} from "../model/conversation.ts";
import type { Event, EventOf } from "../model/event.ts";
import type { FileReference } from "../model/file.ts";
import { type InquiryRecord, inquiryTerms } from "../model/inquiry.ts";
import type { Resolution } from "../model/resolution.ts";
import { ok } from "../model/result.ts";
import { noUsage } from "../model/run.ts";
import { project } from "../views/projection.ts";
import { sendMessage } from "./conversation-commands.ts";
import type { Decision } from "./recorder.ts";

type ForkPoint = Pick<CommandOf<"fork">, "from" | "messages" | "inquiries">;

/** The conversation as it was when it asked, from its log; undefined if it was never parked on that inquiry. */
export function forkPoint(log: readonly Event[], inquiryId: string): ForkPoint | undefined {
  const index = log.findIndex((event) => parkedOn(event) === inquiryId);
  return index < 0 ? undefined : pointAfter(log.slice(0, index + 1));
}

interface Replaced {
  readonly files: readonly FileReference[];
  /** It answered no inquiry, so what takes its place answers none either. */
  readonly separate: boolean;
}

/** The same before a message of a person, with what stays of it; undefined if the agent was working then. */
export function forkPointBefore(log: readonly Event[], messageId: string): (ForkPoint & Replaced) | undefined {
  const index = log.findIndex((event) => event.type === "message.received" && event.messageId === messageId);
  const message = log[index];
  if (message?.type !== "message.received" || message.visibility) return undefined;
  const point = pointAfter(log.slice(0, index));
  if (!point || point.from.parent) return undefined;
  return { ...point, files: message.files ?? [], separate: message.answers === undefined };
}

/** The inquiry on which this event parks the conversation; a fork may start parked. */
function parkedOn(event: Event): string | undefined {
  if (event.type === "conversation.forked") return event.state.inquiry.id;
  return event.type === "inquiry.asked" ? event.inquiry.id : undefined;
}

function pointAfter(log: readonly Event[]): ForkPoint | undefined {
  const { conversation, messages, placements, inquiries } = project(undefined, log);
  const from = restOf(conversation);
  if (!from) return undefined;
  const places = new Map(placements.map(({ messageId, place }) => [messageId, place]));
  return {
    from,
    messages: messages.map((message) => {
      const place = message.place ?? places.get(message.id);
      return place === undefined ? message : { ...message, place };
    }),
    inquiries: inquiries.filter(({ resolution }) => resolution),
  };
}

/** A state in which nothing is being done, so that a copy of it does nothing again. */
function restOf(conversation: Conversation): Parked | Idle | undefined {
  switch (conversation.status) {
    case "parked":
      return conversation;
    case "idle":
    case "paused":
    case "failed":
      return { ...baseOf(conversation), status: "idle" };
    case "thinking":
    case "acting":
    case "delegating":
    // Its agent runs elsewhere, and would not know of a copy.
    case "external":
    case "deleted":
      return undefined;
  }
}

/** One event carries the copied state under new ids, so that nothing of the old conversation is executed again. */
export function fork(command: CommandOf<"fork">): Decision {
  const { conversationId, from, messages, inquiries, message, by, groups, at, nonce } = command;
  const rename = createRename(from.id, conversationId);
  const target = { conversationId, rename, by, at };
  const copied = {
    at,
    from: {
      conversationId: from.id,
      ...(from.status === "parked" && { inquiryId: from.inquiry.id }),
      ...(message && { messageId: message.instead }),
    },
    by,
    messages: messages.map((inherited) => ({
      ...inherited,
      id: rename(inherited.id),
      ...(inherited.runId !== undefined && { runId: rename(inherited.runId) }),
      ...(inherited.answers !== undefined && { answers: rename(inherited.answers) }),
    })),
    inquiries: inquiries.map((record) => renameInquiry(record, conversationId, rename)),
  };
  const forked: EventOf<"conversation.forked" | "conversation.copied"> =
    from.status === "parked"
      ? { type: "conversation.forked", ...copied, state: forkParked(from, target) }
      : { type: "conversation.copied", ...copied, state: { ...forkBase(from, target), status: "idle" } };
  if (!message) return ok([forked]);
  const { text, files, separate, terms } = message;
  const who = { by, ...(groups && { groups }) };
  const send = { type: "send-message", text, files, separate, terms, ...who, at, nonce } as const;
  const sent = sendMessage(evolve(undefined, forked), send);
  return sent.ok ? ok([forked, ...sent.value]) : sent;
}

type Rename = (derived: string) => string;

/** Maps a derived id to the same count under the new conversation's id. */
function createRename(from: string, to: string): Rename {
  const [old, fresh] = [from, to].map((id) => `_${id.slice(id.indexOf("_") + 1)}_`);
  return (derived) => derived.replace(old ?? "", fresh ?? "");
}

interface ForkTarget {
  readonly conversationId: string;
  readonly rename: Rename;
  readonly by: string;
  readonly at: number;
}

function forkBase(from: ConversationBase, { conversationId: id, rename, by, at }: ForkTarget): ConversationBase {
  const { askers: _a, parent: _p, permissions: _n, recall: _r, forkedFrom: _f, ...kept } = from;
  const askers = askersOf(from).filter((asker) => asker !== by);
  return {
    ...kept,
    ...(askers.length > 0 && { askers }),
    id,
    createdAt: at,
    createdBy: by,
    mailbox: from.mailbox.map(rename),
    counts: { ...from.counts, children: 0 },
    usage: noUsage,
  };
}

function forkParked({ held: _, ...from }: Parked, target: ForkTarget): Parked {
  const { run, inquiry, call, queue, calls } = from;
  const { rename, by, at } = target;
  const { deadline: _d, assignee: _a, takenBy: _t, agreements: _g, ...again } = inquiry;
  const { reminded: _r, onDeadline: _o, quorum, ...asked } = again;
  // Steps and usage before the fork belong to the runs of the old conversation.
  const { resumedFrom: _f, lastAsk, unread: _u, ...kept } = run;
  return {
    ...forkBase(baseOf(from), target),
    status: "parked",
    ...(call && { call }),
    queue,
    calls,
    run: {
      ...kept,
      id: rename(run.id),
      startedAt: at,
      usage: noUsage,
      ...(lastAsk && { lastAsk: { ...lastAsk, inquiryId: rename(lastAsk.inquiryId) } }),
    },
    inquiry: {
      ...asked,
      id: rename(inquiry.id),
      askedAt: at,
      ...inquiryTerms(run.terms, at),
      ...(quorum && { quorum: { ...quorum, excludes: [...new Set([...quorum.excludes, by])] } }),
    },
  };
}

function renameInquiry(record: InquiryRecord, conversationId: string, rename: Rename): InquiryRecord {
  const { runId, resolution, nextRunId } = record;
  return {
    ...record,
    id: rename(record.id),
    conversationId,
    ...(runId !== undefined && { runId: rename(runId) }),
    ...(resolution && { resolution: renameResolution(resolution, rename) }),
    ...(nextRunId !== undefined && { nextRunId: rename(nextRunId) }),
  };
}

function renameResolution(resolution: Resolution, rename: Rename): Resolution {
  if (resolution.type === "answered-in-chat") return { ...resolution, messageId: rename(resolution.messageId) };
  if (resolution.type === "superseded") return { ...resolution, inquiryId: rename(resolution.inquiryId) };
  return resolution;
}
