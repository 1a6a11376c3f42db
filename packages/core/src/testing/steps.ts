import { contractNamed } from "../contracts/contract-by-name.ts";
import type { Terms } from "../run.ts";
import type { ToolCall, ToolResult } from "../tool-call.ts";
import { transcriptForModel } from "../transcript.ts";
import type { World } from "./simulation.ts";

/** A reply of the model with what followed it in the model's transcript. */
export interface ModelStep {
  /** In the order in which they are to be carried out. */
  readonly calls: readonly ToolCall[];
  readonly results: ToolResult[];
  /** Messages that stand before the last result. */
  readonly intruders: string[];
}

export function stepsOf({ messages, termsByRun }: Pick<World, "messages" | "termsByRun">): readonly ModelStep[] {
  const steps: ModelStep[] = [];
  let strangers: string[] = [];
  for (const message of transcriptForModel([...messages.values()], 0)) {
    const calls = message.parts.flatMap((part) => (part.type === "call" ? [part.call] : []));
    const results = message.parts.flatMap((part) => (part.type === "result" ? [part.result] : []));
    const step = steps.at(-1);
    if (calls.length > 0) {
      steps.push({ calls: inTurn(calls, termsByRun.get(message.runId ?? "")), results: [], intruders: [] });
      strangers = [];
    } else if (message.role === "tool" && step) {
      step.results.push(...results);
      step.intruders.push(...strangers);
    } else strangers.push(message.id);
  }
  return steps;
}

/** Under `asks-last` the asks of a step come after its other calls. */
function inTurn(calls: readonly ToolCall[], terms: Terms | undefined): readonly ToolCall[] {
  const contract = terms?.contract;
  if (contract === undefined || contractNamed(contract).turn !== "asks-last") return calls;
  const isAsk = ({ name }: ToolCall) => name === contract;
  return [...calls.filter((call) => !isAsk(call)), ...calls.filter(isAsk)];
}
