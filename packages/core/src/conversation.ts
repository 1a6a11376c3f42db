import type { HeldAnswer, Inquiry } from "./inquiry.ts";
import type { Run } from "./run.ts";
import type { ToolCall } from "./tool-call.ts";
import type { Usage } from "./usage.ts";

/** What every conversation holds, whatever its status. */
export interface Thread {
  readonly id: string;
  readonly agent: string;
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
  };
  readonly usage: Usage;
  /** The part of the transcript that a summary stands for. */
  readonly summary?: { readonly through: number; readonly from: number; readonly text: string };
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
  /** Whether `tool.started` is recorded, so that the tool may have run. */
  readonly started: boolean;
  /** The inquiry that this call asked and that was just resolved; its result follows in the same commit. */
  readonly settled?: Inquiry;
}

/** Rests on an inquiry, holding nothing but this. */
export interface Parked extends Thread {
  readonly status: "parked";
  readonly run: Run;
  readonly call: ToolCall;
  readonly queue: readonly ToolCall[];
  readonly inquiry: Inquiry;
  readonly held?: HeldAnswer;
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

export type Conversation = Idle | Thinking | Acting | Parked | Paused | Failed | Deleted;
export type ConversationStatus = Conversation["status"];

export type PauseReason = "step-limit";
export type RunOutcome = "finished" | "stopped" | "dismissed";

export interface RunError {
  readonly message: string;
  readonly retryable: boolean;
}

/** The form of the stored state; a server leaves conversations with a newer form alone. */
export const stateFormat = 1;

/** Attempts at one effect before its run fails. */
export const attemptLimit = 5;

export function threadOf(conversation: Conversation): Thread {
  const { id, agent, title, createdAt, createdBy, mailbox, counts, usage, summary } = conversation;
  return {
    id,
    agent,
    ...(title !== undefined && { title }),
    createdAt,
    createdBy,
    mailbox,
    counts,
    usage,
    ...(summary !== undefined && { summary }),
  };
}
