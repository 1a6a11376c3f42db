import { type Effect, interruptedResult, type ToolResult } from "@askback/core";
import { TimeLimitError, withinTime } from "./time-limit.ts";
import type { Tool } from "./tool/tool.ts";

type Outcome = Omit<ToolResult, "callId" | "name">;

const defaultTimeoutMs = 300_000;
const longestResult = 200_000;

/** Why a call can get its result without running, or undefined when its tool is to run. */
export function resultWithoutRunning(
  { call, interrupted }: Extract<Effect, { type: "run-tool" }>,
  tools: readonly Tool[],
): Outcome | undefined {
  const tool = tools.find(({ name }) => name === call.name);
  // Also of a tool that is gone: what it may have done is not undone by that.
  if (interrupted && !tool?.repeatable) return interruptedResult;
  if (!tool)
    return failed(
      `There is no tool named "${call.name}". There are: ${tools.map(({ name }) => name).join(", ") || "none"}.`,
    );
  if (call.unreadable !== undefined)
    return failed(`Invalid input: it is not valid JSON (${call.unreadable}). Call ${call.name} again.`);
  return undefined;
}

/** Runs a tool within its time limit. Whatever goes wrong in it is a result; only an abort from outside rejects. */
export async function runTool(
  tool: Tool,
  call: { readonly id: string; readonly input: ToolInput },
  { conversationId, signal }: { conversationId: string; signal: AbortSignal },
): Promise<Outcome> {
  try {
    const { ok, text } = await withinTime({ signal, ms: tool.timeoutMs ?? defaultTimeoutMs }, (limited) =>
      tool.run(call.input, { conversationId, callId: call.id, signal: limited }),
    );
    return { status: ok ? "ok" : "error", text: shortened(text) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TimeLimitError)
      return failed(`${tool.name} was stopped: ${error.message}. It may or may not have happened.`);
    return failed(`${tool.name} failed: ${shortened(error instanceof Error ? error.message : String(error))}`);
  }
}

type ToolInput = Parameters<Tool["run"]>[0];

function failed(text: string): Outcome {
  return { status: "error", text };
}

function shortened(text: string): string {
  return text.length > longestResult
    ? `${text.slice(0, longestResult).toWellFormed()}\n[cut: ${text.length - longestResult} more characters]`
    : text.toWellFormed();
}
