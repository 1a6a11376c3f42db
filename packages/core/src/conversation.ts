import type { HeldAnswer, Inquiry } from "./inquiry.ts";
import type { Run } from "./run.ts";
import type { Todo } from "./todo.ts";
import type { ToolCall } from "./tool-call.ts";
import type { Usage } from "./usage.ts";

/** What every conversation holds, whatever its status. */
export interface Thread {
  readonly id: string;
  readonly agent: string;
  /** Whose it is: keys and people see only their project. */
  readonly project: string;
  readonly title?: string;
  readonly createdAt: number;
  readonly createdBy: string;
  /** Ids of messages that the model has not seen yet, oldest first. */
  readonly mailbox: readonly string[];
  readonly counts: {
    readonly messages: number;
    readonly places: number;
    readonly runs: number;
    readonly inquiries: number;
    readonly children: number;
  };
  readonly usage: Usage;
  /** The part of the transcript that a summary stands for. */
  readonly summary?: { readonly through: number; readonly from: number; readonly text: string };
  readonly todos?: readonly Todo[];
  /** The call of another conversation that started this one as a sub-agent. */
  readonly parent?: Parent;
  /** The inquiry of another conversation that this one goes another way from. */
  readonly forkedFrom?: { readonly conversationId: string; readonly inquiryId: string };
  /** Sub-agents that are to be stopped, or erased with this conversation. */
  readonly recall?: { readonly how: "stop" | "delete"; readonly children: readonly string[] };
}

export interface Parent {
  readonly conversationId: string;
  readonly callId: string;
  /** Whether it knows how this one ended. */
  readonly told?: true;
}

export interface Idle extends Thread {
  readonly status: "idle";
  readonly run?: Run;
  readonly outcome?: RunOutcome;
}

/** The model is to be called for step `run.steps + 1`. */
export interface Thinking extends Thread {
  readonly status: "thinking";
  readonly run: Run;
  readonly attempt: number;
  /** Until then a failed call rests. */
  readonly retryAt?: number;
}

/** A call of the last step is to be run; the queue follows in order. */
export interface Acting extends Thread {
  readonly status: "acting";
  readonly run: Run;
  readonly call: ToolCall;
  readonly queue: readonly ToolCall[];
  readonly attempt: number;
  /** How many calls the step had. */
  readonly calls: number;
  /** Whether `tool.started` is recorded, so that the tool may have run. */
  readonly started: boolean;
  /** Whether a person allowed this call. */
  readonly allowed?: true;
  /** The inquiry that this call asked and that was just resolved; its result follows in the same commit. */
  readonly settled?: Inquiry;
}

/** Rests on an inquiry, holding nothing but this. */
export interface Parked extends Thread {
  readonly status: "parked";
  readonly run: Run;
  /** The call that waits for the resolution; absent where it has its result already. */
  readonly call?: ToolCall;
  readonly queue: readonly ToolCall[];
  readonly calls: number;
  readonly inquiry: Inquiry;
  readonly held?: HeldAnswer;
}

/** Rests on its sub-agents, once they are started. */
export interface Delegating extends Thread {
  readonly status: "delegating";
  readonly run: Run;
  readonly call: ToolCall;
  readonly queue: readonly ToolCall[];
  readonly calls: number;
  readonly children: readonly Child[];
  readonly started: boolean;
}

/** A sub-agent, with how it ended. */
export interface Child {
  readonly id: string;
  readonly agent: string;
  readonly task: string;
  readonly ended?: ChildEnd;
}

export interface ChildEnd {
  readonly outcome: "finished" | "failed" | "paused" | "stopped";
  readonly text: string;
}

export interface Paused extends Thread {
  readonly status: "paused";
  readonly run: Run;
  readonly reason: PauseReason;
}

export interface Failed extends Thread {
  readonly status: "failed";
  readonly run: Run;
  readonly error: RunError;
}

/** What is left after an erasure: a name that will not be used again. */
export interface Deleted extends Thread {
  readonly status: "deleted";
}

export type Conversation = Idle | Thinking | Acting | Parked | Delegating | Paused | Failed | Deleted;
export type ConversationStatus = Conversation["status"];

export type PauseReason = "step-limit" | "answered";
export type RunOutcome = "finished" | "stopped" | "dismissed";

export interface RunError {
  readonly message: string;
  readonly retryable: boolean;
}

/** The form of the stored state; a server leaves conversations with a newer form alone. */
export const stateFormat = 2;

/** Attempts at one effect before its run fails. */
export const attemptLimit = 5;

export function threadOf(conversation: Conversation): Thread {
  const { id, agent, project, title, createdAt, createdBy, mailbox, counts, usage } = conversation;
  const { summary, todos, parent, forkedFrom, recall } = conversation;
  return {
    id,
    agent,
    project,
    ...(title !== undefined && { title }),
    createdAt,
    createdBy,
    mailbox,
    counts,
    usage,
    ...(summary !== undefined && { summary }),
    ...(todos !== undefined && { todos }),
    ...(parent !== undefined && { parent }),
    ...(forkedFrom !== undefined && { forkedFrom }),
    ...(recall !== undefined && { recall }),
  };
}
