import {
  type Conversation,
  contractByName,
  contractNames,
  type Event,
  evolve,
  type Inquiry,
  openInquiryOf,
  type Question,
} from "@askback/core";
import type { RecordedEvent, StoredConversation } from "../../store/store.ts";
import { type Frames, frame } from "../stream/event-stream.ts";
import { shownQuestions } from "./inquiry-text.ts";

export interface StateFrames extends Frames {
  snapshot(stored: StoredConversation, cursor: string): string;
}

interface State {
  readonly type: string;
  readonly data: unknown;
}

const idle: State = { type: "idle", data: {} };

/** The events of the conversations API: `state_change` for each state, and `agent_done` when a run is over. */
export function createStateFrames(): StateFrames {
  let known: StoredConversation | undefined;
  /** Events that came while the snapshot was read, which may have them already. */
  const early: Parameters<Frames["event"]>[] = [];
  let shown = "";
  /** Whether the run ends with the resolution that was recorded last. */
  let isEnding = false;
  let isGoingOn = false;

  function stateAfter(event: Event, before: Conversation, after: Conversation): State | undefined {
    switch (event.type) {
      case "inquiry.resolved": {
        if (before.status !== "parked") return undefined;
        const { type } = event.resolution;
        isEnding = type === "withdrawn" || (type === "dismissed" && before.mailbox.length === 0);
        isGoingOn = event.nextRunId !== undefined;
        // Where a new run goes on with the answer, its start is the next state; a gated call has a state of its own.
        const { inquiry, queue } = before;
        if (isEnding || inquiry.approval || contractByName(inquiry.contract).resumesIn === "new-run") return undefined;
        const skipsRest = type === "answered-in-chat" || type === "dismissed";
        return queue.length === 0 || skipsRest ? requesting(1) : undefined;
      }
      case "tool.finished": {
        const { name, status } = event.result;
        const isAnswer = contractNames.includes(name) && status === "ok";
        const isLast = after.status === "thinking" && status !== "not-run" && !isAnswer && !isEnding;
        return isLast ? requesting(1) : undefined;
      }
      case "run.paused":
        return event.reason === "answered" && isGoingOn ? undefined : idle;
      case "run.finished":
        isEnding = false;
        return idle;
      case "run.started":
      case "inquiry.asked":
      case "model.failed":
      case "tool.started":
      case "run.failed":
      case "conversation.deleted":
        return stateOf(after);
      default:
        return undefined;
    }
  }

  function eventFrame({ event, version }: RecordedEvent, cursor: string): string {
    if (!known || version <= known.version) return "";
    const before = known.conversation;
    const conversation = evolve(before, event);
    known = { conversation, version };
    const state = stateAfter(event, before, conversation);
    const isDone = event.type === "run.finished" || event.type === "conversation.deleted";
    return (state ? change(state, cursor) : "") + (isDone ? frame("agent_done", {}) : "");
  }

  /** A state is sent when it begins. */
  function change(state: State, id: string): string {
    const text = JSON.stringify(state);
    if (text === shown) return "";
    shown = text;
    return frame("state_change", state, id);
  }

  return {
    snapshot(stored, cursor) {
      known = stored;
      return change(stateOf(stored.conversation), cursor) + early.map((event) => eventFrame(...event)).join("");
    },
    event(...event) {
      if (known) return eventFrame(...event);
      early.push(event);
      return "";
    },
    text: () => "",
  };
}

function stateOf(conversation: Conversation): State {
  switch (conversation.status) {
    case "thinking":
      return requesting(conversation.attempt);
    case "acting":
    case "delegating":
      return { type: "tool_executing", data: { tool: conversation.call.name } };
    case "parked":
    case "external": {
      const open = openInquiryOf(conversation);
      return open ? awaiting(open) : idle;
    }
    case "failed":
      return { type: "error", data: { message: conversation.error.message } };
    case "idle":
    case "paused":
    case "deleted":
      return idle;
  }
}

function requesting(attempt: number): State {
  return { type: "llm_requesting", data: { attempt } };
}

function awaiting(inquiry: Inquiry): State {
  return { type: "awaiting_user_response", data: { questions: shownQuestions(inquiry).map(userQuestion) } };
}

function userQuestion({ text, header, options, multiSelect }: Question) {
  return {
    question: text,
    header: header ?? null,
    options: options.map(({ label, description }) => ({ label, description: description ?? null })),
    multiSelect,
  };
}
