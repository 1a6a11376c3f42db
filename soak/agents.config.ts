import { appendFileSync } from "node:fs";
import { setTimeout as rest } from "node:timers/promises";
import { createScriptedModel, defineConfig, defineTool } from "askback";
import * as z from "zod";
import { firstMessageOf, unpairedCalls } from "../test/support/prompts.ts";
import { leaseMs } from "./lease.ts";
import { afterword, type Line, toolNames } from "./plot.ts";

/**
 * Its lines stand in the first message of its conversation. The line is chosen by how many the prompt already holds,
 * so it is the same after a crash; a prompt that no provider would take is an error, which the run records.
 */
const model = createScriptedModel("actor", async (prompt, { abortSignal }) => {
  const faults = unpairedCalls(prompt);
  if (faults.length > 0) throw new Error(`invalid_request_error: ${faults.join(", ")}`);
  const { script } = JSON.parse(firstMessageOf(prompt)) as { readonly script: readonly Line[] };
  const line = script[prompt.filter(({ role }) => role === "assistant").length] ?? { text: afterword };
  await rest(line.afterMs ?? 0, undefined, abortSignal && { signal: abortSignal });
  return line;
});

/** Takes its time before and after it leaves a line; it ends only by itself, as the worst of tools do. */
function noteTool(name: string, repeatable: boolean) {
  return defineTool({
    name,
    description: "Writes a line to the trace.",
    input: z.object({ beforeMs: z.number(), afterMs: z.number() }),
    repeatable,
    async run({ beforeMs, afterMs }, { conversationId, callId }) {
      await rest(beforeMs);
      appendFileSync(process.env.SOAK_TRACE ?? "", `${conversationId} ${callId}\n`);
      await rest(afterMs);
      return "noted";
    },
  });
}

const { once, again, gated } = toolNames;
const common = {
  instructions: "Follow the script.",
  model,
  tools: [once, again, gated],
  approve: [gated],
};

export default defineConfig({
  limits: { requestsPerSecond: 1_000_000, burst: 1_000_000 },
  leaseMs,
  tools: [noteTool(once, false), noteTool(again, true), noteTool(gated, false)],
  agents: [
    { ...common, name: "plain", spawn: ["plain"] },
    { ...common, name: "hasty", spawn: ["plain"], ask: { deadlineMs: 3_000 } },
  ],
});
