import { evolve } from "../evolve/evolve.ts";
import { answerFiles } from "../model/answer.ts";
import type { Conversation, External } from "../model/conversation.ts";
import type { Event } from "../model/event.ts";
import { derivedId } from "../model/id.ts";
import type { Inquiry, InquiryRecord, OpenInquiry } from "../model/inquiry.ts";
import type { Message, Part } from "../model/message.ts";
import type { Run, RunRecord } from "../model/run.ts";
import { gatherNotifications, type NotificationChanges } from "./notification.ts";

/** The conversation after some events, and the rows that the events change in the tables people query. */
export interface Projection {
  readonly conversation: Conversation;
  readonly messages: readonly Message[];
  /** Messages that were delivered, with their place in the model's transcript. */
  readonly placements: readonly { readonly messageId: string; readonly place: number }[];
  readonly inquiries: readonly InquiryRecord[];
  /** Runs that ended. */
  readonly runs: readonly RunRecord[];
  readonly notifications: NotificationChanges;
}

export function project(before: Conversation | undefined, events: readonly Event[]): Projection {
  const messages: Message[] = [];
  const placements: { messageId: string; place: number }[] = [];
  const inquiries = new Map<string, InquiryRecord>();
  const runs = new Map<string, RunRecord>();
  const notifications = gatherNotifications();
  let conversation = before;
  for (const event of events) {
    const earlier = conversation;
    conversation = evolve(earlier, event);
    if (event.type === "conversation.forked" || event.type === "conversation.copied") {
      for (const inherited of event.messages) messages.push(inherited);
      for (const inherited of event.inquiries) inquiries.set(inherited.id, inherited);
    }
    const message = messageOf(conversation, event);
    if (message) messages.push(message);
    if (event.type === "messages.delivered") {
      const first = conversation.counts.places - event.messageIds.length + 1;
      placements.push(...event.messageIds.map((messageId, index) => ({ messageId, place: first + index })));
    }
    const inquiry = inquiryOf(earlier, conversation, event);
    if (inquiry) inquiries.set(inquiry.id, inquiry);
    const run = endedRunOf(conversation, event);
    if (run) runs.set(run.id, run);
    notifications.add(earlier, conversation, event, inquiry);
  }
  if (!conversation) throw new Error("a projection needs at least one event");
  return {
    conversation,
    messages,
    placements,
    inquiries: [...inquiries.values()],
    runs: [...runs.values()],
    notifications: notifications.changes(),
  };
}

/** The ids of the files that the rows refer to, each once. */
export function projectedFiles({ messages, inquiries }: Pick<Projection, "messages" | "inquiries">): readonly string[] {
  const attached = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "file" ? [part.file] : [])));
  const answered = inquiries.flatMap(({ resolution, held }) =>
    [resolution, held?.resolution].flatMap((given) => (given?.type === "answered" ? answerFiles(given) : [])),
  );
  return [...new Set([...attached, ...answered].map(({ id }) => id))];
}

function messageOf(after: Conversation, event: Event): Message | undefined {
  const { messages: number, places: place } = after.counts;
  const common = { id: derivedId("msg", after.id, number), number, at: event.at };
  switch (event.type) {
    case "message.received": {
      const { text, files = [], by, answers, visibility } = event;
      const hasText = text !== "" || files.length === 0;
      return {
        ...common,
        role: "person",
        by,
        ...(answers !== undefined && { answers }),
        parts: [
          ...(hasText ? [{ type: "text" as const, text, ...(visibility && { visibility }) }] : []),
          ...files.map((file) => ({ type: "file" as const, file })),
        ],
      };
    }
    case "model.replied":
      return event.parts.length > 0
        ? {
            ...common,
            place,
            role: "agent",
            runId: event.runId,
            step: event.step,
            parts: event.parts.map(withoutDefinition),
          }
        : undefined;
    case "tool.finished":
      return { ...common, place, role: "tool", runId: event.runId, parts: [{ type: "result", result: event.result }] };
    case "inquiry.asked": {
      if (after.status !== "external") return undefined;
      // There is no reply of a model that asked, so the ask itself is the message.
      const { callId, contract } = event.inquiry;
      return {
        ...common,
        place,
        role: "agent",
        parts: [{ type: "call", call: { id: callId, name: contract, input: {} } }],
      };
    }
    case "run.finished":
      if (event.partial === undefined) return undefined;
      return {
        ...common,
        place,
        role: "agent",
        runId: event.runId,
        interrupted: true,
        parts: [{ type: "text", text: event.partial }],
      };
    default:
      return undefined;
  }
}

/** The inquiry has what its tool says about its call. */
function withoutDefinition(part: Part): Part {
  if (part.type !== "call") return part;
  const { presentation: _p, editable: _e, ...call } = part.call;
  return { ...part, call };
}

/** The records of the open inquiries of a conversation. */
export function openInquiriesOf(conversation: Conversation): readonly InquiryRecord[] {
  if (conversation.status === "parked") return [openRecord(conversation, conversation, conversation.run.id)];
  return conversation.status === "external" ? conversation.open.map((open) => openRecord(conversation, open)) : [];
}

/** The record of its open inquiry, if it has exactly one. */
export function openInquiryOf(conversation: Conversation): InquiryRecord | undefined {
  const [only, ...others] = openInquiriesOf(conversation);
  return others.length === 0 ? only : undefined;
}

function openRecord(conversation: Conversation, { inquiry, held }: OpenInquiry, runId?: string): InquiryRecord {
  return { ...recordOf(conversation, runId, inquiry), status: held ? "held" : "open", ...(held && { held }) };
}

/** The inquiry that an event changed, as it is after the event. */
export function inquiryOf(
  before: Conversation | undefined,
  after: Conversation,
  event: Event,
): InquiryRecord | undefined {
  switch (event.type) {
    case "conversation.forked":
      return openInquiryOf(after);
    case "inquiry.asked":
      return openInquiriesOf(after).find(({ id }) => id === event.inquiry.id);
    case "inquiry.held":
    case "inquiry.reopened":
    case "inquiry.extended":
    case "inquiry.amended":
    case "inquiry.reminded":
    case "inquiry.escalated":
    case "inquiry.agreed":
    case "agreement.retracted":
    case "inquiry.taken":
    case "inquiry.released":
    case "inquiry.assigned":
      return openInquiriesOf(after).find(({ id }) => id === event.inquiryId);
    case "inquiry.resolved": {
      const open = before && openInquiriesOf(before).find(({ id }) => id === event.inquiryId);
      if (!open) return undefined;
      const { held: _, ...record } = open;
      const { resolution, nextRunId } = event;
      return {
        ...record,
        status: resolution.type,
        resolution,
        ...(nextRunId !== undefined && { nextRunId }),
      };
    }
    case "call.started":
      return after.status === "external" ? allowedCall(after, event.inquiryId) : undefined;
    case "call.finished": {
      const record = before?.status === "external" ? allowedCall(before, event.inquiryId) : undefined;
      return (
        record?.call && {
          ...record,
          call: { ...record.call, finishedAt: event.at, ...(event.interrupted && { interrupted: true }) },
        }
      );
    }
    case "inquiry.superseded": {
      const resolution = { type: "superseded", at: event.at, inquiryId: event.newer } as const;
      return { ...recordOf(after, event.runId, event.inquiry), status: resolution.type, resolution };
    }
    default:
      return undefined;
  }
}

/** The record of an allowed call of which the program reports start and end. */
export function allowedCall({ allowed = [] }: External, inquiryId: string): InquiryRecord | undefined {
  return allowed.find(({ id }) => id === inquiryId);
}

function recordOf({ id: conversationId, agent, project }: Conversation, runId: string | undefined, inquiry: Inquiry) {
  return { ...inquiry, conversationId, project, ...(runId !== undefined && { runId }), agent };
}

function endedRunOf(after: Conversation, event: Event): RunRecord | undefined {
  if (event.type !== "run.finished" && event.type !== "run.paused" && event.type !== "run.failed") return undefined;
  if (after.status === "deleted" || after.status === "external" || !after.run) return undefined;
  const ended = { ...runFields(after, after.run), endedAt: event.at };
  switch (event.type) {
    case "run.paused":
      return { ...ended, status: "paused", reason: event.reason };
    case "run.failed":
      return { ...ended, status: "failed", reason: event.error.message };
    case "run.finished":
      if (event.outcome === "dismissed") return { ...ended, status: "finished", reason: "dismissed" };
      return { ...ended, status: event.outcome };
  }
}

/** The record of the active run; an ended run has a row of its own. */
export function activeRun(conversation: Conversation): RunRecord | undefined {
  switch (conversation.status) {
    case "thinking":
    case "acting":
    case "delegating":
      return { ...runFields(conversation, conversation.run), status: "running" };
    case "parked": {
      const { run, inquiry } = conversation;
      const reason = inquiry.approval ? "awaiting-approval" : "awaiting-answer";
      return { ...runFields(conversation, run), status: "waiting", reason, inquiryId: inquiry.id };
    }
    case "idle":
    case "paused":
    case "failed":
    case "external":
    case "deleted":
      return undefined;
  }
}

function runFields(
  { id: conversationId, agent }: Conversation,
  { id, startedAt, steps, asks, usage, resumedFrom }: Run,
) {
  return {
    id,
    conversationId,
    agent,
    startedAt,
    steps,
    asks,
    usage,
    ...(resumedFrom !== undefined && { resumedFrom }),
  };
}
