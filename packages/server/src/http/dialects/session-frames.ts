import {
  answerText,
  type Conversation,
  contractNamed,
  contractNames,
  type Event,
  type EventOf,
  type Inquiry,
  openInquiryOf,
} from "@askback/core";
import { type Frames, frame } from "../event-stream.ts";
import { pendingData, questionUuid } from "./session-view.ts";

/** An event of a session: its name on the line and in the data, as clients of S4 read it. */
function sessionFrame(type: string, data: unknown, id?: number): string {
  return frame(type, { type, data }, id);
}

export interface SessionFrames extends Frames {
  /** Where the session stands, for a reader that the log can no longer tell how it got there. */
  snapshot(conversation: Conversation, position: number): string;
}

/** The events of a session. A reader that knows an id has everything before it, so only the last frame carries it. */
export function sessionFrames(sessionId: string, known: readonly Inquiry[]): SessionFrames {
  const asked = new Map(known.map((inquiry) => [inquiry.id, inquiry]));
  return {
    snapshot: (conversation, position) => framesOf(standing(conversation), position),
    event({ event, position }) {
      if (event.type === "inquiry.asked") asked.set(event.inquiry.id, event.inquiry);
      if (event.type === "conversation.forked") asked.set(event.state.inquiry.id, event.state.inquiry);
      return framesOf(tellingOf(event, sessionId, asked), position);
    },
    text: ({ delta }, isWhole) => sessionFrame("text", { text: delta, ...(isWhole && { from_start: true }) }),
  };
}

interface Telling {
  readonly type: string;
  readonly data: unknown;
}

function framesOf(told: readonly Telling[], position: number): string {
  return told
    .map(({ type, data }, index) => sessionFrame(type, data, index === told.length - 1 ? position : undefined))
    .join("");
}

function standing(conversation: Conversation): readonly Telling[] {
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

function tellingOf(event: Event, sessionId: string, asked: ReadonlyMap<string, Inquiry>): readonly Telling[] {
  switch (event.type) {
    case "run.started":
      return [running(sessionId)];
    case "model.replied":
      return replied(event);
    case "tool.finished":
      return finished(event);
    case "inquiry.asked":
      return paused(event.inquiry, sessionId);
    case "conversation.forked":
      return [pending(event.state.inquiry, sessionId), complete("waiting_for_input")];
    case "conversation.deleted":
      return [complete("cancelled")];
    case "inquiry.resolved":
      return answered(event, sessionId, asked.get(event.inquiryId));
    case "run.paused":
      // An answer is told already, and the run that goes on with it says that the session runs again.
      return event.reason === "answered" ? [] : [complete("waiting_for_input")];
    case "run.finished":
      return [complete(event.outcome === "finished" ? "complete" : "cancelled")];
    case "run.failed":
      return [failed(event.error.message)];
    default:
      return [];
  }
}

function replied({ parts }: EventOf<"model.replied">): readonly Telling[] {
  return parts.flatMap((part): Telling[] => {
    if (part.type === "text") return [{ type: "message", data: { text: part.text } }];
    if (part.type !== "call") return [];
    const { id, name, input } = part.call;
    return [
      { type: "tool_start", data: { tool_id: id, tool_name: name } },
      { type: "tool_input_ready", data: { tool_id: id, tool_name: name, tool_input: input } },
    ];
  });
}

/** A call that asked is complete, for these clients, when it has asked. */
function finished({ result: { callId, name, status, text } }: EventOf<"tool.finished">): readonly Telling[] {
  if (contractNames.includes(name) && status === "ok") return [];
  const outcome = status === "ok" ? "complete" : "failed";
  return [{ type: "tool_complete", data: { tool_id: callId, tool_name: name, status: outcome, result: text } }];
}

function paused(inquiry: Inquiry, sessionId: string): readonly Telling[] {
  const result = {
    content: [{ type: "text", text: "Waiting for the user's answer." }],
    _stop_session: true,
    _stop_reason: "waiting_for_user_input",
    _question_id: questionUuid(inquiry.id),
  };
  // A call that waits to be allowed has not run, so it is not complete.
  const asked: Telling[] = inquiry.approval
    ? []
    : [
        {
          type: "tool_complete",
          data: { tool_id: inquiry.callId, tool_name: inquiry.contract, status: "complete", result },
        },
      ];
  return [pending(inquiry, sessionId), ...asked, complete("waiting_for_input")];
}

function answered(
  { inquiryId, resolution }: EventOf<"inquiry.resolved">,
  sessionId: string,
  inquiry: Inquiry | undefined,
): readonly Telling[] {
  const goesOn = resolution.type !== "dismissed" && resolution.type !== "withdrawn";
  const isSameRun = inquiry === undefined || contractNamed(inquiry.contract).goesOn === "same-run";
  // Where a new run goes on with the answer, its start says so.
  const after = goesOn && isSameRun ? [running(sessionId)] : [];
  if (resolution.type !== "answered" && resolution.type !== "answered-in-chat") return after;
  const text =
    resolution.type === "answered" && inquiry
      ? { answer: answerText(inquiry, resolution, contractNamed(inquiry.contract).join) }
      : {};
  const data = { question_id: questionUuid(inquiryId), ...text, session_id: sessionId };
  return [{ type: "question_answered", data }, ...after];
}

function pending(inquiry: Inquiry, sessionId: string): Telling {
  return { type: "question_pending", data: pendingData(inquiry, sessionId) };
}

function failed(error: string): Telling {
  return { type: "agent_complete", data: { status: "failed", error } };
}

function running(sessionId: string): Telling {
  return { type: "status", data: { session_id: sessionId, status: "running" } };
}

function complete(status: string): Telling {
  return { type: "agent_complete", data: { status } };
}
