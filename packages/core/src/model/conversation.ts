import type { FailedAttempts, RunError } from "./failure.ts";
import type { Inquiry, InquiryRecord, OpenInquiry } from "./inquiry.ts";
import type { Permission } from "./permission.ts";
import type { Run, Usage } from "./run.ts";
import type { Json, ToolCall } from "./tool-call.ts";

/** The fields that every conversation has, whatever its status. */
export interface ConversationBase {
  readonly id: string;
  readonly agent: string;
  /** Keys and people see only the conversations of their project. */
  readonly project: string;
  readonly title?: string;
  readonly createdAt: number;
  readonly createdBy: string;
  /** Who else asked for what the agent does: the authors of messages since its last run finished, and those of a fork's source. */
  readonly askers?: readonly string[];
  /** Ids of messages that the model has not seen yet, oldest first. */
  readonly mailbox: readonly string[];
  readonly counts: {
    readonly messages: number;
    /** Messages that have a `place` in the model's transcript. */
    readonly places: number;
    readonly runs: number;
    readonly inquiries: number;
    readonly children: number;
  };
  readonly usage: Usage;
  /** The summary that replaces the first part of the transcript. */
  readonly summary?: { readonly through: number; readonly from: number; readonly text: string };
  readonly todos?: readonly Todo[];
  /** People gave these permissions for the rest of the conversation. A fork does not have those of its source. */
  readonly permissions?: readonly Permission[];
  /** The call of another conversation that started this one as a sub-agent. */
  readonly parent?: Parent;
  readonly forkedFrom?: ForkOrigin;
  /** Sub-agents that must be stopped, or deleted with this conversation. */
  readonly recall?: { readonly how: "stop" | "delete"; readonly children: readonly string[] };
}

/** Says where a fork comes from: an inquiry of another conversation, or the message that was replaced. */
export interface ForkOrigin {
  readonly conversationId: string;
  readonly inquiryId?: string;
  readonly messageId?: string;
}

export const todoStatuses = ["pending", "in_progress", "completed"] as const;

/** One thing the agent plans to do. */
export interface Todo {
  readonly content: string;
  readonly status: (typeof todoStatuses)[number];
}

export interface Parent {
  readonly conversationId: string;
  readonly callId: string;
  /** Set when the parent has recorded how this conversation ended. */
  readonly told?: true;
}

export interface Idle extends ConversationBase {
  readonly status: "idle";
  readonly run?: Run;
  readonly outcome?: RunOutcome;
}

/** The next effect is a model call, for step `run.steps + 1`. */
export interface Thinking extends ConversationBase {
  readonly status: "thinking";
  readonly run: Run;
  readonly attempt: number;
  /** A failed call is not retried before this time. */
  readonly retryAt?: number;
  /** The failures of this call so far. */
  readonly failed?: FailedAttempts;
}

/** The next effect is a tool call of the last step; the calls in the queue follow in order. */
export interface Acting extends ConversationBase {
  readonly status: "acting";
  readonly run: Run;
  readonly call: ToolCall;
  readonly queue: readonly ToolCall[];
  readonly attempt: number;
  /** How many calls the step had. */
  readonly calls: number;
  /** Whether `tool.started` is recorded: the tool may have run. */
  readonly started: boolean;
  /** Whether a person allowed this call. */
  readonly allowed?: true;
  /** The remembered permission that allowed it. */
  readonly permission?: Pick<Permission, "id" | "by">;
  /** The input that the model had asked for, where a person changed it. */
  readonly askedInput?: Json;
  /** The inquiry that this call asked and that was just resolved; the same commit records the result. */
  readonly resolved?: Inquiry;
}

/** Waits for the resolution of an inquiry; no process and no memory is held meanwhile. */
export interface Parked extends ConversationBase, OpenInquiry {
  readonly status: "parked";
  readonly run: Run;
  /** The call that waits for the resolution; absent where the call already has its result. */
  readonly call?: ToolCall;
  readonly queue: readonly ToolCall[];
  readonly calls: number;
}

/** The asks of a program that runs elsewhere. It has no model: the program reads each resolution itself. */
export interface External extends ConversationBase {
  readonly status: "external";
  /** The name that its asker gave to the conversation. */
  readonly thread?: string;
  /** Oldest first; each is resolved on its own. */
  readonly open: readonly OpenInquiry[];
  /** Allowed calls of which the program reports the start, until it has reported their end. */
  readonly allowed?: readonly InquiryRecord[];
}

/** Waits for its sub-agents, once they are started. */
export interface Delegating extends ConversationBase {
  readonly status: "delegating";
  readonly run: Run;
  readonly call: ToolCall;
  readonly queue: readonly ToolCall[];
  readonly calls: number;
  readonly children: readonly Child[];
  readonly started: boolean;
}

/** A sub-agent and, once it has ended, its outcome. */
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

export interface Paused extends ConversationBase {
  readonly status: "paused";
  readonly run: Run;
  readonly reason: PauseReason;
}

export interface Failed extends ConversationBase {
  readonly status: "failed";
  readonly run: Run;
  readonly error: RunError;
}

/** A deletion leaves the id, so that it is never used again. */
export interface Deleted extends ConversationBase {
  readonly status: "deleted";
}

export type Conversation = Idle | Thinking | Acting | Parked | External | Delegating | Paused | Failed | Deleted;

/** The statuses that people see: a deleted conversation is not shown, and an external one is parked or idle. */
export const conversationStatuses = [
  "idle",
  "thinking",
  "acting",
  "parked",
  "delegating",
  "paused",
  "failed",
] as const satisfies readonly Conversation["status"][];
export type ConversationStatus = (typeof conversationStatuses)[number] | "deleted";

/** The status by which a conversation is listed. */
export function listedStatus(conversation: Conversation): ConversationStatus {
  if (conversation.status !== "external") return conversation.status;
  return conversation.open.length > 0 ? "parked" : "idle";
}

export type PauseReason = "step-limit" | "answered";
export type RunOutcome = "finished" | "stopped" | "dismissed";

/** The version of the stored state; a server does not touch conversations with a newer one. */
export const stateFormat = 6;

/** How often a worker may disappear during one effect before its run fails. */
export const attemptLimit = 5;

/** The fields that every status has. */
export function baseOf(conversation: Conversation): ConversationBase {
  const { id, agent, project, title, createdAt, createdBy, mailbox, counts, usage } = conversation;
  const { askers, summary, todos, permissions, parent, forkedFrom, recall } = conversation;
  return {
    id,
    agent,
    project,
    ...(title !== undefined && { title }),
    createdAt,
    createdBy,
    ...(askers !== undefined && { askers }),
    mailbox,
    counts,
    usage,
    ...(summary !== undefined && { summary }),
    ...(todos !== undefined && { todos }),
    ...(permissions !== undefined && { permissions }),
    ...(parent !== undefined && { parent }),
    ...(forkedFrom !== undefined && { forkedFrom }),
    ...(recall !== undefined && { recall }),
  };
}

/** Everybody who asked for what the agent does now; none of them gives a second opinion on it. */
export function askersOf({
  createdBy,
  askers = [],
}: Pick<ConversationBase, "createdBy" | "askers">): readonly string[] {
  return [createdBy, ...askers.filter((asker) => asker !== createdBy)];
}

/** The conversation with these counts added to its own. */
export function addCounts<Some extends Conversation>(conversation: Some, added: Partial<Conversation["counts"]>): Some {
  const { messages, places, runs, inquiries, children } = conversation.counts;
  return {
    ...conversation,
    counts: {
      messages: messages + (added.messages ?? 0),
      places: places + (added.places ?? 0),
      runs: runs + (added.runs ?? 0),
      inquiries: inquiries + (added.inquiries ?? 0),
      children: children + (added.children ?? 0),
    },
  };
}

/** The conversation in one of the statuses in which the event can happen; throws in any other. */
export function expectStatus<Status extends Conversation["status"]>(
  conversation: Conversation,
  event: { readonly type: string },
  ...statuses: Status[]
): Extract<Conversation, { status: Status }> {
  if (!statuses.some((status) => status === conversation.status))
    throw new Error(`${event.type} cannot happen to a ${conversation.status} conversation`);
  return conversation as Extract<Conversation, { status: Status }>;
}
