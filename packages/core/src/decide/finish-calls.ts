import type { Acting, Conversation, Delegating } from "../model/conversation.ts";
import { editText } from "../model/edited-input.ts";
import type { RunError } from "../model/failure.ts";
import type { ToolResult } from "../model/tool-call.ts";
import type { Recorder } from "./recorder.ts";

export type CallOutcome = Omit<ToolResult, "callId" | "name">;

/** Gives the current call and every call in the queue a result that says it was not run. */
export function skipCalls(recorder: Recorder, reason: string, at: number): void {
  for (let acting = actingOf(recorder.conversation); acting; acting = actingOf(recorder.conversation)) {
    finishCall(recorder, acting, { status: "not-run", text: `Not run: ${reason}` }, at);
  }
}

export function finishCall(
  recorder: Recorder,
  conversation: Acting | Delegating,
  result: CallOutcome,
  at: number,
): void {
  const { run, call } = conversation;
  const { permission, askedInput } = { permission: undefined, askedInput: undefined, ...conversation };
  // A call that was allowed and did not run says so itself.
  const isEdited = askedInput !== undefined && result.status !== "not-run";
  recorder.record({
    type: "tool.finished",
    at,
    runId: run.id,
    step: run.steps,
    result: {
      callId: call.id,
      name: call.name,
      ...result,
      ...(isEdited && { text: `${editText(askedInput, call.input)}\n\n${result.text}` }),
      ...(permission && result.status !== "not-run" && { allowedBy: permission.by }),
    },
  });
}

/** Ends the run with an error, after every open call has got its result. */
export function failRun(recorder: Recorder, error: RunError, at: number): void {
  const acting = actingOf(recorder.conversation);
  if (acting?.started) finishCall(recorder, acting, interruptedResult, at);
  skipCalls(recorder, "the run failed before its turn.", at);
  const { conversation } = recorder;
  if (conversation.status === "thinking")
    recorder.record({ type: "run.failed", at, runId: conversation.run.id, error });
}

export const interruptedResult = {
  status: "error",
  text: "This tool was interrupted; it may or may not have happened. Check before you repeat it.",
} as const;

export function actingOf(conversation: Conversation): Acting | undefined {
  return conversation.status === "acting" ? conversation : undefined;
}
