import {
  type Conversation,
  contractNamed,
  type Event,
  type Inquiry,
  openInquiryOf,
  type Question,
} from "@askback/core";
import { type Frames, frame } from "../event-stream.ts";
import { shownQuestions } from "./shown-questions.ts";

export interface StateFrames extends Frames {
  snapshot(conversation: Conversation, position: number): string;
}

interface State {
  readonly type: string;
  readonly data: unknown;
}

const idle: State = { type: "idle", data: {} };

/** `state_change` for every state that clients of S0 know, and `agent_done` when a run is over. */
export function stateFrames(): StateFrames {
  let open: Inquiry | undefined;
  let isGoingOn = false;

  function stateAfter(event: Event): State | undefined {
    switch (event.type) {
      case "run.started":
        return requesting(1);
      case "inquiry.asked":
      case "conversation.forked":
        open = event.type === "inquiry.asked" ? event.inquiry : event.state.inquiry;
        return awaiting(open);
      case "inquiry.resolved": {
        // Where a new run goes on with the answer, its start says so.
        const isNewRun = open !== undefined && contractNamed(open.contract).goesOn === "new-run";
        isGoingOn = event.nextRunId !== undefined;
        const rests = event.resolution.type === "dismissed" || event.resolution.type === "withdrawn";
        return isNewRun || rests ? undefined : requesting(1);
      }
      case "run.paused":
        return event.reason === "answered" && isGoingOn ? undefined : idle;
      case "model.failed":
        return requesting(event.attempt + 1);
      case "tool.started":
        return { type: "tool_executing", data: { tool: event.name } };
      case "run.finished":
      case "conversation.deleted":
        return idle;
      case "run.failed":
        return { type: "error", data: { message: event.error.message } };
      default:
        return undefined;
    }
  }

  return {
    snapshot(conversation, position) {
      open = openInquiryOf(conversation);
      const isBusy = ["thinking", "acting", "delegating"].includes(conversation.status);
      return change(open ? awaiting(open) : isBusy ? requesting(1) : idle, position);
    },
    event({ event, position }) {
      const state = stateAfter(event);
      const isDone = event.type === "run.finished" || event.type === "conversation.deleted";
      return state ? change(state, position) + (isDone ? frame("agent_done", {}) : "") : "";
    },
    text: () => "",
  };
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

function change(state: State, id: number): string {
  return frame("state_change", state, id);
}
