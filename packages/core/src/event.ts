import type { Child, ChildEnd, Parent, Parked, PauseReason, RunError, RunOutcome } from "./conversation.ts";
import type { HeldAnswer, Inquiry, InquiryRecord } from "./inquiry.ts";
import type { Message, Part } from "./message.ts";
import type { Resolution } from "./resolution.ts";
import type { Terms } from "./run.ts";
import type { Todo } from "./todo.ts";
import type { ToolResult } from "./tool-call.ts";
import type { Usage } from "./usage.ts";

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
      readonly by: string;
    }
  /** A copy of another conversation as it was when it asked. */
  | {
      readonly type: "conversation.forked";
      readonly from: { readonly conversationId: string; readonly inquiryId: string };
      readonly by: string;
      readonly state: Parked;
      readonly messages: readonly Message[];
      readonly inquiries: readonly InquiryRecord[];
    }
  | { readonly type: "conversation.renamed"; readonly by: string; readonly title: string }
  | { readonly type: "conversation.deleted"; readonly by: string }
  | {
      readonly type: "message.received";
      readonly messageId: string;
      readonly text: string;
      readonly by: string;
      readonly answers?: string;
      /** Set for what only the model reads. */
      readonly visibility?: "model";
    }
  | { readonly type: "messages.delivered"; readonly messageIds: readonly string[] }
  | {
      readonly type: "run.started";
      readonly runId: string;
      readonly terms: Terms;
      readonly steps: number;
      readonly resumedFrom?: string;
      /** The trace of what set it going. */
      readonly trace?: string;
    }
  | { readonly type: "run.finished"; readonly runId: string; readonly outcome: RunOutcome; readonly partial?: string }
  | { readonly type: "run.paused"; readonly runId: string; readonly reason: PauseReason }
  | { readonly type: "run.failed"; readonly runId: string; readonly error: RunError }
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
  | {
      readonly type: "transcript.compacted";
      readonly runId: string;
      readonly through: number;
      /** No message of a lower number is needed any more. */
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
  /** A person allowed the call that waited for it. */
  | { readonly type: "tool.allowed"; readonly runId: string; readonly step: number; readonly callId: string }
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
  | { readonly type: "inquiry.asked"; readonly runId: string; readonly inquiry: Inquiry }
  /** Asked and replaced in one commit by a later ask of the same step; nobody ever saw it. */
  | { readonly type: "inquiry.superseded"; readonly runId: string; readonly inquiry: Inquiry; readonly newer: string }
  | {
      readonly type: "inquiry.held";
      readonly inquiryId: string;
      readonly held: HeldAnswer;
      /** The trace of the answer, in which it will go on. */
      readonly trace?: string;
    }
  | { readonly type: "inquiry.reopened"; readonly inquiryId: string; readonly by: string }
  /** Its deadline was moved to later; it has none any more where none is given. */
  | {
      readonly type: "inquiry.extended";
      readonly inquiryId: string;
      readonly by: string;
      readonly deadline?: number;
    }
  | {
      readonly type: "inquiry.resolved";
      readonly inquiryId: string;
      readonly runId: string;
      readonly resolution: Resolution;
      /** The run that goes on, where that is a new one. */
      readonly nextRunId?: string;
      /** The trace of what resolved it. */
      readonly trace?: string;
    }
);

export type EventType = Event["type"];
export type EventOf<Type extends EventType> = Extract<Event, { type: Type }>;
