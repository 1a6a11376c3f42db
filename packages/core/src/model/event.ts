import type { Audience } from "./audience.ts";
import type {
  Child,
  ChildEnd,
  ForkOrigin,
  Idle,
  Parent,
  Parked,
  PauseReason,
  RunOutcome,
  Todo,
} from "./conversation.ts";
import type { RunError } from "./failure.ts";
import type { FileReference } from "./file.ts";
import type { HeldAnswer, Inquiry, InquiryRecord } from "./inquiry.ts";
import type { Message, Part } from "./message.ts";
import type { Permission } from "./permission.ts";
import type { Agreement } from "./quorum.ts";
import type { Resolution } from "./resolution.ts";
import type { Terms, Usage } from "./run.ts";
import type { Json, ToolResult } from "./tool-call.ts";

interface Copied {
  readonly from: ForkOrigin;
  readonly by: string;
  readonly messages: readonly Message[];
  readonly inquiries: readonly InquiryRecord[];
}

/** A recorded fact. The log is additive: fields are added as optional, meanings never change. */
export type Event = { readonly at: number } & (
  | {
      readonly type: "conversation.started";
      readonly conversationId: string;
      readonly agent: string;
      /** Absent for the project `default`. */
      readonly project?: string;
      readonly title?: string;
      readonly parent?: Parent;
      /** Set for a conversation without a model, in which a program asks that runs elsewhere. */
      readonly kind?: "external";
      readonly thread?: string;
      readonly by: string;
    }
  /** The conversation starts as a copy of another one, in the state in which that one asked. */
  | ({ readonly type: "conversation.forked"; readonly state: Parked } & Copied)
  /** A fork in the state in which the source rested. It has a type of its own, because older servers expect an inquiry in a fork. */
  | ({ readonly type: "conversation.copied"; readonly state: Idle } & Copied)
  | { readonly type: "conversation.renamed"; readonly by: string; readonly title: string }
  | { readonly type: "conversation.deleted"; readonly by: string }
  | {
      readonly type: "message.received";
      readonly messageId: string;
      /** Blank only where there are files. */
      readonly text: string;
      readonly files?: readonly FileReference[];
      readonly by: string;
      readonly answers?: string;
      /** Set for text that only the model reads. */
      readonly visibility?: "model";
    }
  | { readonly type: "messages.delivered"; readonly messageIds: readonly string[] }
  | {
      readonly type: "run.started";
      readonly runId: string;
      readonly terms: Terms;
      readonly steps: number;
      readonly resumedFrom?: string;
      /** The trace of the command that started it. */
      readonly trace?: string;
    }
  | { readonly type: "run.finished"; readonly runId: string; readonly outcome: RunOutcome; readonly partial?: string }
  | { readonly type: "run.paused"; readonly runId: string; readonly reason: PauseReason }
  | {
      readonly type: "run.failed";
      readonly runId: string;
      readonly error: RunError;
      /** How often its last model call was tried, where one failed. */
      readonly attempt?: number;
    }
  | { readonly type: "run.interrupted"; readonly runId: string; readonly attempt: number }
  | {
      readonly type: "model.replied";
      readonly runId: string;
      readonly step: number;
      readonly parts: readonly Part[];
      readonly usage: Usage;
      readonly note?: string;
    }
  | {
      readonly type: "model.failed";
      readonly runId: string;
      readonly step: number;
      readonly attempt: number;
      readonly error: RunError;
      readonly retryAt: number;
    }
  /** Somebody does not want to wait until `retryAt`. */
  | { readonly type: "retry.requested"; readonly runId: string; readonly by: string }
  | {
      readonly type: "transcript.compacted";
      readonly runId: string;
      readonly through: number;
      /** Messages with a lower number are no longer needed. */
      readonly from: number;
      readonly summary: string;
      readonly usage: Usage;
    }
  | {
      readonly type: "tool.started";
      readonly runId: string;
      readonly step: number;
      readonly callId: string;
      readonly name: string;
    }
  | { readonly type: "tool.finished"; readonly runId: string; readonly step: number; readonly result: ToolResult }
  /** A person allowed the gated call. */
  | {
      readonly type: "tool.allowed";
      readonly runId: string;
      readonly step: number;
      readonly callId: string;
      /** The remembered permission by which it runs, where nobody was asked. */
      readonly permission?: Pick<Permission, "id" | "by">;
      /** The input with which it runs, where the person changed it. */
      readonly input?: Json;
    }
  /** A person allowed later calls too. */
  | { readonly type: "permission.granted"; readonly permission: Permission }
  | { readonly type: "permission.revoked"; readonly permissionId: string; readonly by: string }
  | { readonly type: "todos.updated"; readonly runId: string; readonly todos: readonly Todo[] }
  | {
      readonly type: "agents.spawned";
      readonly runId: string;
      readonly step: number;
      readonly callId: string;
      readonly children: readonly Child[];
    }
  | { readonly type: "children.started"; readonly runId: string }
  | { readonly type: "child.ended"; readonly runId: string; readonly childId: string; readonly end: ChildEnd }
  | { readonly type: "children.recalled" }
  | { readonly type: "parent.told" }
  /** Without a run where a program asked that runs elsewhere. */
  | { readonly type: "inquiry.asked"; readonly runId?: string; readonly inquiry: Inquiry }
  /** The asker changed what is asked. Answers to the revision before are refused. */
  | {
      readonly type: "inquiry.amended";
      readonly inquiryId: string;
      readonly by: string;
      readonly amended: Pick<Inquiry, "revision" | "questions" | "lastId" | "context" | "approval" | "deadline">;
    }
  /** Asked and replaced in one commit by a later ask of the same step; nobody ever saw it. */
  | { readonly type: "inquiry.superseded"; readonly runId: string; readonly inquiry: Inquiry; readonly newer: string }
  | {
      readonly type: "inquiry.held";
      readonly inquiryId: string;
      readonly held: HeldAnswer;
      /** The trace of the answer, in which the run will continue. */
      readonly trace?: string;
    }
  /** The program that asked starts the call that a person allowed; a second start is refused. */
  | { readonly type: "call.started"; readonly inquiryId: string; readonly by: string; readonly starter?: string }
  | { readonly type: "call.finished"; readonly inquiryId: string; readonly by: string; readonly interrupted?: true }
  | { readonly type: "inquiry.reopened"; readonly inquiryId: string; readonly by: string }
  /** The deadline was moved to later, or removed where none is given. */
  | {
      readonly type: "inquiry.extended";
      readonly inquiryId: string;
      readonly by: string;
      readonly deadline?: number;
    }
  /** Nobody had answered at the time of a step of the escalation, counted from 1. */
  | {
      readonly type: "inquiry.reminded";
      readonly inquiryId: string;
      readonly step: number;
      /** These are asked from now on, beside the others. */
      readonly to?: Audience;
      /** The audience from now on, where it has changed. */
      readonly audience?: Audience;
    }
  /** Nobody had answered at the deadline, and others are asked before it expires. */
  | {
      readonly type: "inquiry.escalated";
      readonly inquiryId: string;
      readonly to: Audience;
      readonly audience?: Audience;
      readonly deadline: number;
    }
  /** One of the people who must allow the call does, or no longer. */
  | { readonly type: "inquiry.agreed"; readonly inquiryId: string; readonly agreement: Agreement }
  | { readonly type: "agreement.retracted"; readonly inquiryId: string; readonly by: string }
  /** Somebody says that they are answering, or no longer; others may answer all the same. */
  | { readonly type: "inquiry.taken"; readonly inquiryId: string; readonly by: string }
  | { readonly type: "inquiry.released"; readonly inquiryId: string; readonly by: string }
  | {
      readonly type: "inquiry.assigned";
      readonly inquiryId: string;
      readonly by: string;
      /** Absent where it is assigned to nobody. */
      readonly to?: string;
      /** The audience from now on, where it has changed. */
      readonly audience?: Audience;
    }
  | {
      readonly type: "inquiry.resolved";
      readonly inquiryId: string;
      readonly runId?: string;
      readonly resolution: Resolution;
      /** The run that continues with the resolution, where that is a new run. */
      readonly nextRunId?: string;
      /** The trace of the command that resolved it. */
      readonly trace?: string;
    }
);

export type EventType = Event["type"];
export type EventOf<Type extends EventType> = Extract<Event, { type: Type }>;
