import { type Conversation, openInquiryOf } from "@askback/core";
import { expect, test } from "vitest";
import type { ApproveEntry } from "./agent.ts";
import type { RuntimeOptions } from "./runtime.ts";
import { calls, createRuntimeFixture } from "./testing/runtime-fixture.ts";
import { toolsUnavailable, toolUnavailable, type Unavailable } from "./unavailable.ts";

const remembered = { tool: "once", remember: true } as const;
const isParked = ({ status }: Conversation) => status === "parked";

/** A run in which `once` was allowed for the rest and has run; the server then stops, and starts with this definition. */
async function restartedWith(approve: readonly ApproveEntry[]) {
  const fixture = createRuntimeFixture({ approve: [remembered] });
  const { agent, command, model, tool } = fixture;
  const before = fixture.startRuntime();
  await before.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  (await model.next()).answer({ calls: [calls.once] });
  const inquiryId = openInquiryOf(await fixture.until("conv_a", isParked))?.id ?? "";
  await before.perform("conv_a", command({ type: "answer", inquiryId, option: "o3" }));
  (await tool.next()).answer("done");
  await model.next();
  await before.stop(0);
  fixture.startRuntime({ agents: new Map([[agent.name, { ...agent, approve }]]) });
  (await model.next()).answer({ calls: [{ ...calls.once, id: "call_again" }] });
  return fixture;
}

test("[APPROVAL-8] a run from before asks where the definition no longer lets its calls be remembered", async () => {
  const { until, tool } = await restartedWith(["once"]);
  const conversation = await Promise.race([until("conv_a", isParked), tool.next()]);
  expect(conversation).toMatchObject({ call: { id: "call_again" }, inquiry: { approval: { tool: "once" } } });
  expect(conversation).not.toHaveProperty("inquiry.approval.remember");
});

test("[APPROVAL-7] a permission survives a restart with the same definition, or with one that gates the tool no more", async () => {
  for (const approve of [[remembered], []]) {
    const { tool } = await restartedWith(approve);
    expect((await tool.next()).callId).toBe("call_again");
  }
});

const key: Unavailable = { kind: "key", reason: "no key", hint: "set one" };
const unreachable = ["files"];

/** A call that is approved after the server started again with an agent of which some tools do not exist. */
async function approvedWith(name: string, options: Partial<RuntimeOptions>) {
  const fixture = createRuntimeFixture({ approve: ["*"] });
  const { agent, command, model } = fixture;
  const before = fixture.startRuntime();
  await before.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  (await model.next()).answer({ calls: [{ ...calls.once, name }] });
  const inquiryId = openInquiryOf(await fixture.until("conv_a", isParked))?.id ?? "";
  await before.stop(0);
  const tools = [...(agent.tools ?? []), "files__*"];
  const after = fixture.startRuntime({ agents: new Map([[agent.name, { ...agent, tools }]]), ...options });
  await after.perform("conv_a", command({ type: "answer", inquiryId }));
  return fixture;
}

test("[FAILURE-6] an approved call runs though the agent has lost its key and other tools of it do not exist", async () => {
  const { tool } = await approvedWith("once", { whyUnavailable: () => key });
  expect((await tool.next()).callId).toBe("call_once");
});

test("[FAILURE-6] an approved call runs while a server that its tool does not belong to cannot be reached", async () => {
  const { tool } = await approvedWith("once", {
    whyUnavailable: (agent) => toolsUnavailable(agent, unreachable),
    whyToolUnavailable: (agent, name) => toolUnavailable(agent, name, unreachable),
  });
  expect((await tool.next()).callId).toBe("call_once");
});

test("[FAILURE-6] a call of a tool whose server cannot be reached is not run, and the model is told why", async () => {
  const fixture = await approvedWith("files__read", {
    whyUnavailable: () => key,
    whyToolUnavailable: (agent, name) => toolUnavailable(agent, name, unreachable),
  });
  await fixture.until("conv_a", ({ status }) => status !== "parked" && status !== "acting");
  expect(await fixture.log("conv_a")).toContainEqual(
    expect.objectContaining({
      type: "tool.finished",
      result: expect.objectContaining({
        status: "not-run",
        text: expect.stringContaining('"files" cannot be reached'),
      }),
    }),
  );
});

test("[PROJECT-2] neither an approved call nor the model runs for an agent that belongs to other projects now", async () => {
  const { agent } = createRuntimeFixture({ approve: ["*"], projects: ["garden"] });
  const fixture = await approvedWith("once", { agents: new Map([[agent.name, agent]]) });
  expect(await fixture.until("conv_a", ({ status }) => status === "failed")).toMatchObject({
    error: { kind: "setup", message: expect.stringContaining("is not in the configuration any more") },
  });
  expect(await fixture.log("conv_a")).toContainEqual(
    expect.objectContaining({ type: "tool.finished", result: expect.objectContaining({ status: "not-run" }) }),
  );
});
