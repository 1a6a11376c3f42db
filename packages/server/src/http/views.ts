import {
  type Agreement,
  type Answer,
  type AnswerSet,
  type Audience,
  answerText,
  contractByName,
  type Event,
  type Inquiry,
  type InquiryRecord,
  missingAgreements,
  notificationIdOf,
  openInquiriesOf,
  openInquiryOf,
  type Permission,
  type Receipt,
  type ReportedCall,
  type Resolution,
  type RunRecord,
  receiptOf,
  type ScreenMessage,
} from "@askback/core";
import type * as wire from "@askback/core/wire";
import type { ListedConversation, LiveText, RecordedEvent } from "../store/store.ts";
import type { ShownConversation, ShownStored } from "./services.ts";

/** A time as the wire has it. */
export function toIsoTime(at: number): string {
  return new Date(at).toISOString();
}

export function receiptView({ at, heldUntil, ...receipt }: Receipt): wire.Receipt {
  return { ...receipt, at: toIsoTime(at), ...(heldUntil !== undefined && { heldUntil: toIsoTime(heldUntil) }) };
}

/** Who may answer, in the lists of the wire. */
export function audienceView({ people, groups }: Audience): NonNullable<wire.Inquiry["audience"]> {
  return { ...(people && { people: [...people] }), ...(groups && { groups: [...groups] }) };
}

/** Who resolved an inquiry, as everybody may see it. */
export function winnerView(record: InquiryRecord): Pick<wire.Problem, "receipt"> {
  const receipt = receiptOf(record);
  return receipt ? { receipt: receiptView(receipt) } : {};
}

function resolutionView(resolution: Resolution, inquiry?: Inquiry): wire.Resolution {
  const { at, ...fields } = resolution;
  const answered = inquiry && resolution.type === "answered" && answeredView(inquiry, resolution);
  return { ...fields, ...answered, at: toIsoTime(at) };
}

/** An answer with the labels of its options, and as one text. */
function answeredView(inquiry: Inquiry, set: AnswerSet): Pick<wire.Resolution, "answers" | "text"> {
  return {
    answers: set.answers.map((answer) => withLabels(inquiry, answer)),
    text: answerText(inquiry, set, contractByName(inquiry.contract).join),
  };
}

function withLabels({ questions }: Inquiry, answer: Answer): wire.Answer {
  if ("skipped" in answer) return answer;
  const offered = questions.find(({ id }) => id === answer.question)?.options ?? [];
  const picked = offered.filter(({ id }) => answer.options?.includes(id));
  return {
    ...answer,
    ...(picked.length > 0 && { labels: picked.map(({ label }) => label) }),
    ...(picked.some(({ value }) => value !== undefined) && {
      values: picked.map(({ label, value }) => value ?? label),
    }),
  };
}

/** What only its asker sees is left out; `askOriginView` adds it. */
export function inquiryView(record: InquiryRecord): wire.Inquiry {
  const { askedAt, amendedAt, deadline, audience, agreements, held, resolution, call, ...fields } = record;
  const { callId: _c, origin: _o, lastId: _l, ...inquiry } = fields;
  const { quorum } = inquiry;
  const receipt = receiptOf(record);
  return {
    ...inquiry,
    askedAt: toIsoTime(askedAt),
    ...(amendedAt !== undefined && { amendedAt: toIsoTime(amendedAt) }),
    ...(deadline !== undefined && { deadline: toIsoTime(deadline) }),
    ...(audience && { audience: audienceView(audience) }),
    ...(agreements && { agreements: agreements.map(agreementView) }),
    ...(quorum && record.status === "open" && { missing: [...missingAgreements(quorum, agreements ?? [])] }),
    ...(resolution && { resolution: resolutionView(resolution, record) }),
    ...(held && { heldUntil: toIsoTime(held.until) }),
    ...(call && { call: callView(call) }),
    ...(receipt && { receipt: receiptView(receipt) }),
  };
}

function agreementView({ at, ...agreement }: Agreement): NonNullable<wire.Inquiry["agreements"]>[number] {
  return { ...agreement, at: toIsoTime(at) };
}

function callView({ startedAt, finishedAt, ...call }: ReportedCall): NonNullable<wire.Inquiry["call"]> {
  return {
    ...call,
    startedAt: toIsoTime(startedAt),
    ...(finishedAt !== undefined && { finishedAt: toIsoTime(finishedAt) }),
  };
}

export function runView({ startedAt, endedAt, ...run }: RunRecord): wire.Run {
  return { ...run, startedAt: toIsoTime(startedAt), ...(endedAt !== undefined && { endedAt: toIsoTime(endedAt) }) };
}

export function conversationView({ conversation, version }: ShownStored): wire.Conversation {
  const { id, agent, project, title, createdAt, createdBy, usage, mailbox, todos } = conversation;
  const { parent, forkedFrom, permissions = [] } = conversation;
  return {
    id,
    agent,
    project,
    ...(title !== undefined && { title }),
    status: shownStatus(conversation),
    version,
    createdAt: toIsoTime(createdAt),
    createdBy,
    usage,
    waitingMessages: mailbox.length,
    ...(todos && { todos }),
    ...(permissions.length > 0 && { permissions: permissions.map(permissionView) }),
    ...(forkedFrom && { forkedFrom }),
    ...(parent && { parent: { conversationId: parent.conversationId, callId: parent.callId } }),
    ...statusView(conversation),
  };
}

function shownStatus(conversation: ShownConversation): wire.Conversation["status"] {
  if (conversation.status !== "external") return conversation.status;
  return conversation.open.length > 0 ? "parked" : "idle";
}

function permissionView({ at, ...permission }: Permission): wire.Permission {
  return { ...permission, at: toIsoTime(at) };
}

/** A conversation as lists show it. */
export function conversationRowView(row: ListedConversation & ShownStored): wire.Conversation {
  const { permissions: _, ...conversation } = conversationView(row);
  return { ...conversation, updatedAt: toIsoTime(row.updatedAt) };
}

export function liveView({ runId, step, text }: LiveText): NonNullable<wire.Conversation["live"]> {
  return { runId, step, text };
}

function statusView(conversation: ShownConversation): Partial<wire.Conversation> {
  switch (conversation.status) {
    case "thinking":
      return {
        runId: conversation.run.id,
        ...(conversation.retryAt !== undefined && { retryAt: toIsoTime(conversation.retryAt) }),
        ...(conversation.failed && { error: conversation.failed.error }),
      };
    case "acting":
      return { runId: conversation.run.id, tool: conversation.call.name };
    case "parked": {
      const record = openInquiryOf(conversation);
      return { runId: conversation.run.id, ...(record && { inquiry: inquiryView(record) }) };
    }
    case "external": {
      const [only, ...others] = openInquiriesOf(conversation);
      return {
        kind: "external",
        ...(conversation.thread !== undefined && { thread: conversation.thread }),
        ...(conversation.open.length > 0 && { openInquiries: conversation.open.length }),
        ...(only && others.length === 0 && { inquiry: inquiryView(only) }),
      };
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
  }
}

export function messageView({ at, blocks, ...message }: ScreenMessage): wire.Message {
  return {
    ...message,
    at: toIsoTime(at),
    blocks: blocks.map((block) =>
      block.type === "action" ? { ...block, inquiry: inquiryView(block.inquiry) } : block,
    ),
  };
}

export function eventView({ position, conversationId, version, event }: RecordedEvent): wire.RecordedEvent {
  // A trace is for the operator, and may be that of another caller.
  const { at, trace: _, ...fields } = { trace: undefined, ...event };
  const notified = changedNotification(event);
  return {
    position,
    conversationId,
    version,
    at: toIsoTime(at),
    ...fields,
    ...wireFields(event, conversationId),
    ...(notified !== undefined && { notificationId: notificationIdOf(notified) }),
  };
}

/** The inquiry or run whose notification an event changes. */
function changedNotification(event: Event): string | undefined {
  switch (event.type) {
    case "inquiry.asked":
      return event.inquiry.id;
    case "conversation.forked":
      return event.state.inquiry.id;
    case "inquiry.amended":
    case "inquiry.held":
    case "inquiry.reopened":
    case "inquiry.resolved":
      return event.inquiryId;
    case "run.failed":
    case "run.paused":
      return event.runId;
    case "run.started":
      return event.resumedFrom;
    default:
      return undefined;
  }
}

/** The fields of an event that differ on the wire: times, and what only model providers need. */
function wireFields(event: Event, conversationId: string) {
  switch (event.type) {
    case "conversation.copied":
    case "conversation.forked":
      // Clients read the rest as the conversation and its transcript.
      return {
        state: undefined,
        messages: undefined,
        inquiries: undefined,
        ...(event.type === "conversation.forked" && { inquiry: askedView(event.state.inquiry, conversationId) }),
      };
    case "inquiry.superseded":
    case "inquiry.asked":
      return { inquiry: askedView(event.inquiry, conversationId) };
    case "inquiry.held":
      return { held: undefined, by: event.held.resolution.by, heldUntil: toIsoTime(event.held.until) };
    case "inquiry.amended":
      // Clients read the inquiry again.
      return { amended: undefined, revision: event.amended.revision };
    case "inquiry.extended":
      return event.deadline === undefined ? {} : { deadline: toIsoTime(event.deadline) };
    case "inquiry.escalated":
      return { deadline: toIsoTime(event.deadline) };
    case "inquiry.agreed":
      return { agreement: agreementView(event.agreement) };
    case "inquiry.resolved":
      return { resolution: resolutionView(event.resolution) };
    case "permission.granted":
      return { permission: permissionView(event.permission) };
    case "model.failed":
      return { retryAt: toIsoTime(event.retryAt) };
    case "model.replied":
      return {
        parts: event.parts.map((part) =>
          part.type === "call"
            ? { ...part, call: { ...part.call, provider: undefined, presentation: undefined, editable: undefined } }
            : { ...part, provider: undefined },
        ),
      };
    default:
      return {};
  }
}

function askedView(
  { askedAt, amendedAt, deadline, callId: _c, origin: _o, ...inquiry }: Inquiry,
  conversationId: string,
) {
  return {
    ...inquiry,
    conversationId,
    askedAt: toIsoTime(askedAt),
    ...(amendedAt !== undefined && { amendedAt: toIsoTime(amendedAt) }),
    ...(deadline !== undefined && { deadline: toIsoTime(deadline) }),
  };
}
