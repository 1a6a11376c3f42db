import { appendFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { createScriptedModel, defineConfig, defineTool } from "askback";
import * as z from "zod";
import { firstMessageOf, unpairedCalls } from "../test/harness/server/prompts.ts";
import { collectGarbageOnSignal } from "./collect-garbage.ts";
import { leaseMs } from "./lease.ts";
import { closingReply, type ScriptedStep, toolNames } from "./scenario.ts";

collectGarbageOnSignal();

/**
 * The first message of a conversation contains its script. The step is chosen by the number of replies in the prompt, so it
 * is the same after a crash; a prompt that no provider would accept is an error, which the run records.
 */
const model = createScriptedModel("actor", async (prompt, { abortSignal }) => {
  const faults = unpairedCalls(prompt);
  if (faults.length > 0) throw new Error(`invalid_request_error: ${faults.join(", ")}`);
  const { script } = JSON.parse(firstMessageOf(prompt)) as { readonly script: readonly ScriptedStep[] };
  const step = script[prompt.filter(({ role }) => role === "assistant").length] ?? { text: closingReply };
  await delay(step.afterMs ?? 0, undefined, abortSignal && { signal: abortSignal });
  return step;
});

/** A tool that writes a line to the trace, with delays before and after, and ignores its abort signal. */
function noteTool(name: string, repeatable: boolean) {
  return defineTool({
    name,
    description: "Writes a line to the trace.",
    input: z.object({ beforeMs: z.number(), afterMs: z.number() }),
    repeatable,
    async run({ beforeMs, afterMs }, { conversationId, callId }) {
      await delay(beforeMs);
      appendFileSync(process.env.SOAK_TRACE ?? "", `${conversationId} ${callId}\n`);
      await delay(afterMs);
      return "noted";
    },
  });
}

const { once, repeatable, gated } = toolNames;
const common = {
  instructions: "Follow the script.",
  model,
  tools: [once, repeatable, gated],
  approve: [gated],
};

export default defineConfig({
  limits: {
    requestsPerSecond: 1_000_000,
    burst: 1_000_000,
    anonymousRequestsPerSecond: 1_000_000,
    anonymousBurst: 1_000_000,
    streamsPerCaller: 10_000,
    loopDelayMs: 60_000,
  },
  leaseMs,
  tools: [noteTool(once, false), noteTool(repeatable, true), noteTool(gated, false)],
  agents: [
    { ...common, name: "plain", spawn: ["plain"] },
    { ...common, name: "expiring", spawn: ["plain"], ask: { deadlineMs: 3_000 } },
  ],
});
