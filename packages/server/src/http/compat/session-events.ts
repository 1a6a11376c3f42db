import { createHash } from "node:crypto";
import {
  answerText,
  type Conversation,
  contractByName,
  contractNames,
  type Event,
  type EventOf,
  type Inquiry,
  openInquiryOf,
} from "@askback/core";
import type * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import { type Frames, frame } from "../stream/event-stream.ts";
import { shownQuestions } from "./inquiry-text.ts";

export interface SessionFrames extends Frames {
  /** The state of the session, for a reader whose missed events are no longer in the log. */
  snapshot(conversation: Conversation, cursor: string): string;
}

interface SessionEvent {
  readonly type: string;
  readonly data: unknown;
}

/** The events of a session. A reader that knows an id has everything before it, so only the last frame carries it. */
export function createSessionFrames(sessionId: string, known: readonly Inquiry[]): SessionFrames {
  const asked = new Map(known.map((inquiry) => [inquiry.id, inquiry]));
  return {
    snapshot: (conversation, cursor) => joinFrames(stateEvents(conversation), cursor),
    event({ event }, cursor) {
      if (event.type === "inquiry.asked") asked.set(event.inquiry.id, event.inquiry);
      if (event.type === "conversation.forked") asked.set(event.state.inquiry.id, event.state.inquiry);
      return joinFrames(eventsOf(event, sessionId, asked), cursor);
    },
    text: ({ delta }, isWhole) =>
      sessionFrame({ type: "text", data: { text: delta, ...(isWhole && { from_start: true }) } }),
  };
}

/** The name of an event is on its line and in its data. */
function sessionFrame({ type, data }: SessionEvent, id?: string): string {
  return frame(type, { type, data }, id);
}

function joinFrames(events: readonly SessionEvent[], cursor: string): string {
  return events.map((event, index) => sessionFrame(event, index === events.length - 1 ? cursor : undefined)).join("");
}

function stateEvents(conversation: Conversation): readonly SessionEvent[] {
  const open = openInquiryOf(conversation);
  if (open) return [pending(open, conversation.id), complete("waiting_for_input")];
  switch (conversation.status) {
    case "idle":
      return [complete(conversation.outcome === "finished" ? "complete" : "cancelled")];
    case "paused":
      return [complete("waiting_for_input")];
    case "failed":
      return [failed(conversation.error.message)];
    case "deleted":
      return [complete("cancelled")];
    default:
      return [running(conversation.id)];
  }
}

function eventsOf(event: Event, sessionId: string, asked: ReadonlyMap<string, Inquiry>): readonly SessionEvent[] {
  switch (event.type) {
    case "run.started":
      return [running(sessionId)];
    case "model.replied":
      return replyEvents(event);
    case "tool.finished":
      return toolEvents(event);
    case "inquiry.asked":
      return askEvents(event.inquiry, sessionId);
    case "conversation.forked":
      return [pending(event.state.inquiry, sessionId), complete("waiting_for_input")];
    case "conversation.deleted":
      return [complete("cancelled")];
    case "inquiry.resolved":
      return resolutionEvents(event, sessionId, asked.get(event.inquiryId));
    case "run.paused":
      // The answer was sent before, and the start of the next run says that the session runs again.
      return event.reason === "answered" ? [] : [complete("waiting_for_input")];
    case "run.finished":
      return [complete(event.outcome === "finished" ? "complete" : "cancelled")];
    case "run.failed":
      return [failed(event.error.message)];
    default:
      return [];
  }
}

function replyEvents({ parts }: EventOf<"model.replied">): readonly SessionEvent[] {
  return parts.flatMap((part): SessionEvent[] => {
    if (part.type === "text") return [{ type: "message", data: { text: part.text } }];
    if (part.type !== "call") return [];
    const { id, name, input } = part.call;
    return [
      { type: "tool_start", data: { tool_id: id, tool_name: name } },
      { type: "tool_input_ready", data: { tool_id: id, tool_name: name, tool_input: input } },
    ];
  });
}

/** These clients take a call that asks as complete as soon as it has asked. */
function toolEvents({ result: { callId, name, status, text } }: EventOf<"tool.finished">): readonly SessionEvent[] {
  if (contractNames.includes(name) && status === "ok") return [];
  const outcome = status === "ok" ? "complete" : "failed";
  return [{ type: "tool_complete", data: { tool_id: callId, tool_name: name, status: outcome, result: text } }];
}

function askEvents(inquiry: Inquiry, sessionId: string): readonly SessionEvent[] {
  const result = {
    content: [{ type: "text", text: "Waiting for the user's answer." }],
    _stop_session: true,
    _stop_reason: "waiting_for_user_input",
    _question_id: questionUuid(inquiry.id),
  };
  // A call that waits to be allowed has not run, so it is not complete.
  const asked: SessionEvent[] = inquiry.approval
    ? []
    : [
        {
          type: "tool_complete",
          data: { tool_id: inquiry.callId, tool_name: inquiry.contract, status: "complete", result },
        },
      ];
  return [pending(inquiry, sessionId), ...asked, complete("waiting_for_input")];
}

function resolutionEvents(
  { inquiryId, resolution }: EventOf<"inquiry.resolved">,
  sessionId: string,
  inquiry: Inquiry | undefined,
): readonly SessionEvent[] {
  const goesOn = resolution.type !== "dismissed" && resolution.type !== "withdrawn";
  const isSameRun = inquiry === undefined || contractByName(inquiry.contract).resumesIn === "same-run";
  // Where a new run goes on with the answer, its start says that the session runs.
  const after = goesOn && isSameRun ? [running(sessionId)] : [];
  if (resolution.type !== "answered" && resolution.type !== "answered-in-chat") return after;
  const answer =
    resolution.type === "answered-in-chat"
      ? resolution.text
      : inquiry && answerText(inquiry, resolution, contractByName(inquiry.contract).join);
  const data = { question_id: questionUuid(inquiryId), ...(answer !== undefined && { answer }), session_id: sessionId };
  return [{ type: "question_answered", data }, ...after];
}

function pending(inquiry: Inquiry, sessionId: string): SessionEvent {
  const questions = sessionQuestions(inquiry);
  return {
    type: "question_pending",
    data: { question_id: questionUuid(inquiry.id), questions, session_id: sessionId },
  };
}

function failed(error: string): SessionEvent {
  return { type: "agent_complete", data: { status: "failed", error } };
}

function running(sessionId: string): SessionEvent {
  return { type: "status", data: { session_id: sessionId, status: "running" } };
}

function complete(status: string): SessionEvent {
  return { type: "agent_complete", data: { status } };
}

export const SessionQuestion = z.object({
  question: z.string(),
  header: z.string().optional(),
  options: z.array(z.object({ label: z.string(), description: z.string().optional() })),
  multiSelect: z.boolean(),
});

export function sessionQuestions(inquiry: Inquiry): readonly wire.ResponseBody<typeof SessionQuestion>[] {
  return shownQuestions(inquiry).map(({ text, header, options, multiSelect }) => ({
    question: text,
    ...(header !== undefined && { header }),
    options: options.map(({ label, description }) => ({ label, ...(description !== undefined && { description }) })),
    multiSelect,
  }));
}

/** A UUID of version 8, which is derived from the id of the inquiry and so is always the same. */
export function questionUuid(inquiryId: string): string {
  const hex = createHash("sha256").update(inquiryId).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join("-");
}
