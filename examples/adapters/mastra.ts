import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createAskback, type SuspendedAsk } from "@askback/adapters/mastra";
import { createClient } from "@askback/client";
import { createPerson } from "@askback/testing";
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import { MockLanguageModelV3 } from "ai/test";

const { ASKBACK_URL: url = "http://127.0.0.1:4100", ASKBACK_ASK_KEY = "", ASKBACK_ANSWER_KEY = "" } = process.env;

const questions = [
  {
    question: "Which plan?",
    header: "Plan",
    options: [
      { label: "Monthly", description: "Stop at any time" },
      { label: "Yearly", description: "Two months free" },
    ],
    multiSelect: false,
  },
];
const call = {
  type: "tool-call" as const,
  toolCallId: "call_1",
  toolName: "ask_user_question",
  input: JSON.stringify({ questions }),
};
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that asks once, and then says that it has subscribed. */
const prompts: string[] = [];
const model = new MockLanguageModelV3({
  async doGenerate({ prompt }) {
    prompts.push(JSON.stringify(prompt));
    return prompts.length === 1
      ? { content: [call], finishReason: { unified: "tool-calls", raw: "tool-calls" }, usage, warnings: [] }
      : {
          content: [{ type: "text", text: "Subscribed." }],
          finishReason: { unified: "stop", raw: "stop" },
          usage,
          warnings: [],
        };
  },
});

const client = createClient({ url, key: ASKBACK_ASK_KEY });
const { askTool, resume } = createAskback({ client, thread: randomUUID(), agent: "Billing" });
const tools = { ask_user_question: createTool(askTool) };
// Mastra's types are narrower than what it takes: a model of the AI SDK.
const agent = new Agent({
  id: "billing",
  name: "billing",
  instructions: "Subscribe.",
  model: model as never,
  tools,
});
// A run that is suspended is in the storage, so another process can go on with it where the storage is durable.
new Mastra({ agents: { billing: agent }, storage: new InMemoryStore(), logger: false });

const { runId } = await agent.generate("Subscribe me");
const { runs } = await agent.listSuspendedRuns();
const [suspended] = runs[0]?.toolCalls ?? [];
assert.ok(runId && suspended?.toolCallId);

const person = createPerson(createClient({ url, key: ASKBACK_ANSWER_KEY }), [
  { on: "Which plan?", does: { pick: "Yearly" } },
]);
// Two processes wait for the answer, and one of them resumes the run.
const waiting = { runId, toolCallId: suspended.toolCallId, payload: suspended.suspendPayload as SuspendedAsk };
const results = await Promise.all([resume(agent, waiting), resume(agent, waiting)]);
person.stop();
const [result, ...others] = results.filter((each) => each !== undefined);
assert.deepEqual(others, []);
assert.equal(result?.text, "Subscribed.");
assert.equal(prompts.length, 2);
assert.match(prompts[1] ?? "", /Yearly/);
console.log(result.text);
