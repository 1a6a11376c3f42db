import type { Acting, Conversation, Delegating, RunError } from "../conversation.ts";
import type { ToolResult } from "../tool-call.ts";
import type { Ledger } from "./ledger.ts";

export type CallOutcome = Omit<ToolResult, "callId" | "name">;

/** Gives the call at hand, and then the whole queue, results that say they were not run. */
export function skipCalls(ledger: Ledger, reason: string, at: number): void {
  for (let acting = actingOf(ledger.conversation); acting; acting = actingOf(ledger.conversation)) {
    finishCall(ledger, acting, { status: "not-run", text: `Not run: ${reason}` }, at);
  }
}

export function finishCall(ledger: Ledger, { run, call }: Acting | Delegating, result: CallOutcome, at: number): void {
  ledger.record({
    type: "tool.finished",
    at,
    runId: run.id,
    step: run.steps,
    result: { callId: call.id, name: call.name, ...result },
  });
}

/** Ends the run with an error, after every open call got its result. */
export function failRun(ledger: Ledger, error: RunError, at: number): void {
  const acting = actingOf(ledger.conversation);
  if (acting?.started) finishCall(ledger, acting, interruptedResult, at);
  skipCalls(ledger, "the run failed before its turn.", at);
  const { conversation } = ledger;
  if (conversation.status === "thinking") ledger.record({ type: "run.failed", at, runId: conversation.run.id, error });
}

export const interruptedResult = {
  status: "error",
  text: "This tool was interrupted; it may or may not have happened. Check before you repeat it.",
} as const;

export function actingOf(conversation: Conversation): Acting | undefined {
  return conversation.status === "acting" ? conversation : undefined;
}
