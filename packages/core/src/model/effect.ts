import type { Child, Conversation } from "./conversation.ts";
import { nextStepAt } from "./escalation.ts";
import type { OpenInquiry } from "./inquiry.ts";
import type { ToolCall } from "./tool-call.ts";

/** Work outside the core that the conversation needs next. A report on it must name its key, or it is refused. */
export type Effect =
  | { readonly type: "call-model"; readonly runId: string; readonly step: number; readonly attempt: number }
  | {
      readonly type: "run-tool";
      readonly runId: string;
      readonly step: number;
      readonly attempt: number;
      readonly call: ToolCall;
      /** Whether a person allowed this call. */
      readonly allowed: boolean;
      /** The tool was started before, and no result of it is recorded. */
      readonly interrupted: boolean;
      /** How many inquiries were asked so far: a call that asked since is another effect. */
      readonly inquiries: number;
    }
  | {
      readonly type: "start-children";
      readonly runId: string;
      readonly step: number;
      readonly callId: string;
      readonly children: readonly Child[];
    }
  | { readonly type: "recall-children"; readonly how: "stop" | "delete"; readonly children: readonly string[] }
  | { readonly type: "report-to-parent"; readonly runId: string; readonly parentId: string };

export function effectOf(conversation: Conversation): Effect | undefined {
  if (conversation.recall) return { type: "recall-children", ...conversation.recall };
  switch (conversation.status) {
    case "thinking":
      return {
        type: "call-model",
        runId: conversation.run.id,
        step: conversation.run.steps + 1,
        attempt: conversation.attempt,
      };
    case "acting":
      return {
        type: "run-tool",
        runId: conversation.run.id,
        step: conversation.run.steps,
        attempt: conversation.attempt,
        call: conversation.call,
        allowed: conversation.allowed ?? false,
        interrupted: conversation.started,
        inquiries: conversation.counts.inquiries,
      };
    case "delegating": {
      const { run, call, children, started } = conversation;
      if (started) return undefined;
      return { type: "start-children", runId: run.id, step: run.steps, callId: call.id, children };
    }
    case "idle":
    case "paused":
    case "failed": {
      const { run, parent } = conversation;
      if (!run || !parent || parent.told) return undefined;
      return { type: "report-to-parent", runId: run.id, parentId: parent.conversationId };
    }
    case "parked":
    case "external":
    case "deleted":
      return undefined;
  }
}

/** When a worker must handle the conversation: 0 for now, undefined for not before the next command. */
export function dueAt(conversation: Conversation): number | undefined {
  if (conversation.status === "parked") return openDueAt(conversation);
  if (conversation.status === "external") return earliest(conversation.open.map(openDueAt));
  if (!effectOf(conversation)) return undefined;
  return conversation.status === "thinking" && !conversation.recall ? (conversation.retryAt ?? 0) : 0;
}

/** When a held answer is to be delivered, or somebody is to be reminded, or the inquiry expires. */
export function openDueAt({ held, inquiry }: OpenInquiry): number | undefined {
  return held?.until ?? earliest([inquiry.deadline, nextStepAt(inquiry)]);
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const given = times.filter((time) => time !== undefined);
  return given.length > 0 ? Math.min(...given) : undefined;
}

/** Identifies an effect: equal for the same work, different after any progress. */
export function effectKey(effect: Effect | undefined): string {
  switch (effect?.type) {
    case undefined:
      return "";
    case "call-model":
      return `${effect.type}/${effect.runId}/${effect.step}/${effect.attempt}/`;
    case "run-tool":
      return `${effect.type}/${effect.runId}/${effect.step}/${effect.attempt}/${effect.inquiries}/${effect.call.id}`;
    case "start-children":
      return `${effect.type}/${effect.runId}/${effect.step}/${effect.callId}`;
    case "recall-children":
      return `${effect.type}/${effect.how}/${effect.children.join("/")}`;
    case "report-to-parent":
      return `${effect.type}/${effect.runId}`;
  }
}
