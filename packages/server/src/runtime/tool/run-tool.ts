import { type Effect, interruptedResult, type ToolResult } from "@askback/core";
import { TimeLimitError, withTimeLimit } from "../../time-limit.ts";
import { maskSecrets } from "./mask-secrets.ts";
import type { Tool } from "./tool.ts";

type Outcome = Omit<ToolResult, "callId" | "name">;

const defaultTimeoutMs = 300_000;
const maxResultLength = 200_000;

/** The result of a call that cannot run, or undefined if its tool is to run. */
export function resultWithoutRunning(
  { call, interrupted }: Extract<Effect, { type: "run-tool" }>,
  tools: readonly Tool[],
): Outcome | undefined {
  const tool = tools.find(({ name }) => name === call.name);
  // This also holds for a tool that was removed: it may have had its effect.
  if (interrupted && !tool?.repeatable) return interruptedResult;
  if (!tool)
    return toError(
      `There is no tool named "${call.name}". There are: ${tools.map(({ name }) => name).join(", ") || "none"}.`,
    );
  if (call.unreadable !== undefined)
    return toError(`Invalid input: it is not valid JSON (${call.unreadable}). Call ${call.name} again.`);
  return undefined;
}

/** Runs a tool within its time limit. Its failures are results; only an abort from outside rejects. */
export async function runTool(
  tool: Tool,
  call: { readonly id: string; readonly input: ToolInput },
  { conversationId, signal, openSecret }: ToolRun,
): Promise<Outcome> {
  const opened: string[] = [];
  async function secret(handle: string): Promise<string> {
    const text = await openSecret?.(handle);
    if (text === undefined) throw new Error("there is no secret with this handle in this conversation");
    opened.push(text);
    return text;
  }
  // What a tool got as a secret reaches no model.
  const masked = (text: string) => cutResult(maskSecrets(text, opened));
  try {
    const { ok, text } = await withTimeLimit({ signal, ms: tool.timeoutMs ?? defaultTimeoutMs }, (limited) =>
      tool.run(call.input, { conversationId, callId: call.id, signal: limited, secret }),
    );
    return { status: ok ? "ok" : "error", text: masked(text) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TimeLimitError)
      return toError(`${tool.name} was stopped: ${error.message}. It may or may not have happened.`);
    return toError(`${tool.name} failed: ${masked(error instanceof Error ? error.message : String(error))}`);
  }
}

interface ToolRun {
  readonly conversationId: string;
  readonly signal: AbortSignal;
  /** The secret of a handle, where it belongs to the conversation. */
  openSecret?(handle: string): Promise<string | undefined>;
}

type ToolInput = Parameters<Tool["run"]>[0];

function toError(text: string): Outcome {
  return { status: "error", text };
}

function cutResult(text: string): string {
  return text.length > maxResultLength
    ? `${text.slice(0, maxResultLength).toWellFormed()}\n[cut: ${text.length - maxResultLength} more characters]`
    : text.toWellFormed();
}
