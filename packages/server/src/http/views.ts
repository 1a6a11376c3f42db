import {
  type Conversation,
  type Event,
  type Inquiry,
  type InquiryRecord,
  openInquiryOf,
  type Receipt,
  type Resolution,
  type RunRecord,
  receiptOf,
  type ScreenMessage,
} from "@askback/core";
import type { ConversationRow, LiveText, RecordedEvent } from "../store/store.ts";

/** Times are numbers inside and ISO 8601 on the wire. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}

export function receiptView({ at, heldUntil, ...receipt }: Receipt) {
  return { ...receipt, at: iso(at), ...(heldUntil !== undefined && { heldUntil: iso(heldUntil) }) };
}

/** What everybody is shown of who resolved an inquiry. */
export function winnerView(record: InquiryRecord) {
  const receipt = receiptOf(record);
  return receipt ? { receipt: receiptView(receipt) } : {};
}

function resolutionView({ at, ...resolution }: Resolution) {
  return { ...resolution, at: iso(at) };
}

export function inquiryView(record: InquiryRecord) {
  const { askedAt, deadline, held, resolution, callId: _, ...inquiry } = record;
  const receipt = receiptOf(record);
  return {
    ...inquiry,
    askedAt: iso(askedAt),
    ...(deadline !== undefined && { deadline: iso(deadline) }),
    ...(resolution && { resolution: resolutionView(resolution) }),
    ...(held && { heldUntil: iso(held.until) }),
    ...(receipt && { receipt: receiptView(receipt) }),
  };
}

export function runView({ startedAt, endedAt, ...run }: RunRecord) {
  return { ...run, startedAt: iso(startedAt), ...(endedAt !== undefined && { endedAt: iso(endedAt) }) };
}

export function conversationView(conversation: Conversation, version: number) {
  const { id, agent, project, title, status, createdAt, createdBy, usage, mailbox, todos } = conversation;
  const { parent, forkedFrom } = conversation;
  return {
    id,
    agent,
    project,
    ...(title !== undefined && { title }),
    status,
    version,
    createdAt: iso(createdAt),
    createdBy,
    usage,
    /** Messages that the agent has not read yet. */
    waitingMessages: mailbox.length,
    ...(todos && { todos }),
    ...(forkedFrom && { forkedFrom }),
    ...(parent && { parent: { conversationId: parent.conversationId, callId: parent.callId } }),
    ...statusView(conversation),
  };
}

/** A conversation as lists show it. */
export function conversationRowView({ conversation, version, updatedAt }: ConversationRow) {
  return { ...conversationView(conversation, version), updatedAt: iso(updatedAt) };
}

export function liveView({ runId, step, text }: LiveText) {
  return { runId, step, text };
}

function statusView(conversation: Conversation) {
  switch (conversation.status) {
    case "thinking":
      return {
        runId: conversation.run.id,
        ...(conversation.retryAt !== undefined && { retryAt: iso(conversation.retryAt) }),
      };
    case "acting":
      return { runId: conversation.run.id, tool: conversation.call.name };
    case "parked": {
      const record = openInquiryOf(conversation);
      return { runId: conversation.run.id, ...(record && { inquiry: inquiryView(record) }) };
    }
    case "delegating":
      return {
        runId: conversation.run.id,
        children: conversation.children.map(({ id, agent, task, ended }) => ({
          id,
          agent,
          task,
          status: ended?.outcome ?? "running",
        })),
      };
    case "paused":
      return { runId: conversation.run.id, reason: conversation.reason };
    case "failed":
      return { runId: conversation.run.id, error: conversation.error };
    case "idle":
      return conversation.run ? { runId: conversation.run.id, outcome: conversation.outcome } : {};
    case "deleted":
      return {};
  }
}

export function messageView({ at, blocks, ...message }: ScreenMessage) {
  return {
    ...message,
    at: iso(at),
    blocks: blocks.map((block) =>
      block.type === "action" ? { ...block, inquiry: inquiryView(block.inquiry) } : block,
    ),
  };
}

export function eventView({ position, conversationId, version, event }: RecordedEvent) {
  // A trace is the operator's business, and perhaps that of another caller.
  const { at, trace: _, ...fields } = { trace: undefined, ...event };
  return { position, conversationId, version, at: iso(at), ...fields, ...ownFields(event, conversationId) };
}

/** The fields of an event that look different on the wire: times, and what only providers need. */
function ownFields(event: Event, conversationId: string) {
  switch (event.type) {
    case "conversation.forked":
      // What else it carries is read as the conversation and its transcript.
      return {
        state: undefined,
        messages: undefined,
        inquiries: undefined,
        inquiry: askedView(event.state.inquiry, conversationId),
      };
    case "inquiry.superseded":
    case "inquiry.asked":
      return { inquiry: askedView(event.inquiry, conversationId) };
    case "inquiry.held":
      return { held: undefined, by: event.held.resolution.by, heldUntil: iso(event.held.until) };
    case "inquiry.extended":
      return event.deadline === undefined ? {} : { deadline: iso(event.deadline) };
    case "inquiry.resolved":
      return { resolution: resolutionView(event.resolution) };
    case "model.failed":
      return { retryAt: iso(event.retryAt) };
    case "model.replied":
      return {
        parts: event.parts.map((part) =>
          part.type === "call"
            ? { ...part, call: { ...part.call, provider: undefined } }
            : { ...part, provider: undefined },
        ),
      };
    default:
      return {};
  }
}

function askedView({ askedAt, deadline, callId: _, ...inquiry }: Inquiry, conversationId: string) {
  return {
    ...inquiry,
    conversationId,
    askedAt: iso(askedAt),
    ...(deadline !== undefined && { deadline: iso(deadline) }),
  };
}
