import { contractByName } from "../contracts/contract-by-name.ts";
import type { Terms } from "../model/run.ts";
import type { ToolCall, ToolResult } from "../model/tool-call.ts";
import { transcriptForModel } from "../views/transcript.ts";
import type { Simulation } from "./simulation.ts";

/** A reply of the model with the results that follow it in the model's transcript. */
export interface ModelStep {
  /** In the order of execution. */
  readonly calls: readonly ToolCall[];
  readonly results: ToolResult[];
  /** Messages that were placed before the last result of the step, which must not happen. */
  readonly earlyMessages: string[];
}

export function modelStepsOf({
  messages,
  termsByRun,
}: Pick<Simulation, "messages" | "termsByRun">): readonly ModelStep[] {
  const steps: ModelStep[] = [];
  let sinceLastResult: string[] = [];
  for (const message of transcriptForModel([...messages.values()], 0)) {
    const calls = message.parts.flatMap((part) => (part.type === "call" ? [part.call] : []));
    const results = message.parts.flatMap((part) => (part.type === "result" ? [part.result] : []));
    const step = steps.at(-1);
    if (calls.length > 0) {
      steps.push({ calls: orderCalls(calls, termsByRun.get(message.runId ?? "")), results: [], earlyMessages: [] });
      sinceLastResult = [];
    } else if (message.role === "tool" && step) {
      step.results.push(...results);
      step.earlyMessages.push(...sinceLastResult);
    } else sinceLastResult.push(message.id);
  }
  return steps;
}

/** Under `asks-last` the asks of a step come after its other calls. */
function orderCalls(calls: readonly ToolCall[], terms: Terms | undefined): readonly ToolCall[] {
  const contract = terms?.contract;
  if (contract === undefined || contractByName(contract).turn !== "asks-last") return calls;
  const isAsk = ({ name }: ToolCall) => name === contract;
  return [...calls.filter((call) => !isAsk(call)), ...calls.filter(isAsk)];
}
