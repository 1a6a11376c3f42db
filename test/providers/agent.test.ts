import { expect, test } from "vitest";
import type { Unavailable } from "../../packages/server/src/runtime/unavailable.ts";
import { anthropic } from "./protocol/anthropic.ts";
import { ask, startProviderRuntime } from "./provider-runtime.ts";
import { createTestRuntime } from "./test-runtime.ts";
import { createEndlessTool, dig } from "./tools.ts";

const agent = { name: "worker", instructions: "Work.", model: "anthropic/claude-sonnet-4-5" };

test("[RUN-13] a missing key fails the run at once, and says what to set", async () => {
  const conversation = await createTestRuntime({ agent }).start("Go.");
  const { error } = await conversation.waitForStatus("failed");
  expect(error).toMatchObject({ kind: "key", message: expect.stringContaining("set ANTHROPIC_API_KEY") });
  expect((await conversation.events()).map(({ type }) => type)).not.toContain("model.failed");
});

test("[RUN-13] an unknown provider fails the run at once, and says what there is", async () => {
  const conversation = await createTestRuntime({ agent: { ...agent, model: "acme/large" } }).start("Go.");
  const { error } = await conversation.waitForStatus("failed");
  expect(error).toMatchObject({ kind: "setup", message: expect.stringContaining("providers.acme.baseURL") });
});

test("[RUN-15] an agent that is not configured any more fails its run with its name, and goes on when it is back", async () => {
  const { tool } = createEndlessTool();
  const runtime = await startProviderRuntime(anthropic, { tools: [tool] });
  runtime.server.queueReplies({ calls: [dig] });
  const crashed = runtime.crashAfter("model.replied", { agent: { ...agent, name: "other" }, tools: [] });
  const { id } = await runtime.start("Go.");
  const without = await crashed;
  const { error } = await without.conversation(id).waitForStatus("failed");
  expect(error).toMatchObject({ kind: "setup", message: expect.stringContaining('the agent "worker" is not in the') });
  expect((await without.conversation(id).waitForEvent("tool.finished")).result).toMatchObject({ status: "not-run" });

  const again = await without.crash({ agent: { ...agent, tools: ["dig"] }, tools: [tool] });
  runtime.server.queueReplies({ text: "I am back." });
  await again.conversation(id).retry();
  await again.conversation(id).waitForStatus("idle");
  expect(runtime.server.prompt().map(({ role }) => role)).toEqual(["system", "user", "assistant", "result"]);
});

test("[FAILURE-6] a run whose MCP server cannot be reached waits for it, and goes on by itself", async () => {
  const reason = 'the MCP server "files" cannot be reached';
  let unavailable: Unavailable | undefined = { kind: "tools", reason, hint: "check it" };
  const runtime = await startProviderRuntime(anthropic, { whyUnavailable: () => unavailable });
  const conversation = await runtime.start("Go.");
  const { error, at, retryAt } = await conversation.waitForEvent("model.failed");
  expect(error).toEqual({ kind: "tools", message: `${reason}: check it`, retryable: true });
  unavailable = undefined;
  runtime.server.queueReplies({ text: "Here are the files." });
  runtime.clock.advance(retryAt - at);
  await conversation.waitForStatus("idle");
});

test("[FAILURE-6] a call that was to run while its MCP server is gone is not run, and the model is told", async () => {
  const reason = 'the MCP server "files" cannot be reached';
  let unavailable: Unavailable | undefined;
  const runtime = await startProviderRuntime(anthropic, { whyToolUnavailable: () => unavailable });
  runtime.server.queueReplies({ calls: [ask("Shall I?"), dig] });
  const conversation = await runtime.start("Go.");
  await conversation.waitForStatus("parked");
  unavailable = { kind: "tools", reason, hint: "check it" };
  runtime.server.queueReplies({ text: "I could not dig." });
  await conversation.answer();
  await conversation.waitForStatus("idle");
  expect((await conversation.waitForEvent("tool.finished", 2)).result).toMatchObject({
    status: "not-run",
    text: expect.stringContaining(reason),
  });
});
