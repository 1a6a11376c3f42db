import type { Conversation } from "./conversation.ts";
import type { ToolCall } from "./tool-call.ts";

/** The outside work that a state waits for. A report of it names run, step, attempt and call, or it is refused. */
export type Effect =
  | { readonly type: "call-model"; readonly runId: string; readonly step: number; readonly attempt: number }
  | {
      readonly type: "run-tool";
      readonly runId: string;
      readonly step: number;
      readonly attempt: number;
      readonly call: ToolCall;
      /** The tool was started before and nothing is known of its end. */
      readonly interrupted: boolean;
    };

export function effectOf(conversation: Conversation): Effect | undefined {
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
        interrupted: conversation.started,
      };
    case "idle":
    case "parked":
    case "paused":
    case "failed":
    case "deleted":
      return undefined;
  }
}

/** When somebody must look at the conversation: 0 for now, undefined for never by itself. */
export function dueAt(conversation: Conversation): number | undefined {
  switch (conversation.status) {
    case "thinking":
      return conversation.retryAt ?? 0;
    case "acting":
      return 0;
    case "parked":
      return conversation.held?.until ?? conversation.inquiry.deadline;
    case "idle":
    case "paused":
    case "failed":
    case "deleted":
      return undefined;
  }
}

/** The name of an effect: equal for the same work, different after any progress. */
export function effectKey(effect: Effect | undefined): string {
  if (!effect) return "";
  const call = effect.type === "run-tool" ? effect.call.id : "";
  return `${effect.type}/${effect.runId}/${effect.step}/${effect.attempt}/${call}`;
}
