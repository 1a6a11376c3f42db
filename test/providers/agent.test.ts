import { expect, test } from "vitest";
import { createBench } from "./bench.ts";
import { createEndlessTool, dig } from "./tools.ts";
import { anthropic } from "./wire/anthropic.ts";
import { setUp } from "./wires.ts";

const agent = { name: "worker", instructions: "Work.", model: "anthropic/claude-sonnet-4-5" };

test("[RUN-13] a missing key fails the run at once, and says what to set", async () => {
  const thread = await createBench({ agent }).start("Go.");
  const { error } = await thread.reached("failed");
  expect(error).toEqual({ message: expect.stringContaining("set ANTHROPIC_API_KEY"), retryable: false });
  expect((await thread.events()).map(({ type }) => type)).not.toContain("model.failed");
});

test("[RUN-13] an unknown provider fails the run at once, and says what there is", async () => {
  const thread = await createBench({ agent: { ...agent, model: "acme/large" } }).start("Go.");
  const { error } = await thread.reached("failed");
  expect(error).toEqual({ message: expect.stringContaining("providers.acme.baseURL"), retryable: false });
});

test("[RUN-15] an agent that is not configured any more fails its run with its name, and goes on when it is back", async () => {
  const { tool } = createEndlessTool();
  const bench = await setUp(anthropic, { tools: [tool] });
  bench.server.willSay({ calls: [dig] });
  const crashed = bench.crashAfter("model.replied", { agent: { ...agent, name: "other" }, tools: [] });
  const { id } = await bench.start("Go.");
  const without = await crashed;
  const { error } = await without.thread(id).reached("failed");
  expect(error).toEqual({ message: expect.stringContaining('the agent "worker" is not in the'), retryable: false });
  expect((await without.thread(id).event("tool.finished")).result).toMatchObject({ status: "not-run" });

  const again = await without.crash({ agent: { ...agent, tools: ["dig"] }, tools: [tool] });
  bench.server.willSay({ text: "I am back." });
  await again.thread(id).retry();
  await again.thread(id).reached("idle");
  expect(bench.server.told().map(({ role }) => role)).toEqual(["system", "user", "assistant", "result"]);
});
