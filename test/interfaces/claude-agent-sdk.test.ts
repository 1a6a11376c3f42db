import { createCanUseTool } from "@askback/adapters/claude-agent-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, startLab } from "../../scripts/adapters/lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.stop());

/** Calls the handler as the CLI does. */
function use(thread: string, toolUseID: string, version = "1.0", signal = new AbortController().signal) {
  return createCanUseTool({ client: lab.agent(), thread })("deploy", { version }, { signal, toolUseID });
}

/** Allows the calls of a thread, but not of version 2.0. */
async function decide(thread: string, count: number): Promise<void> {
  for (const inquiry of await lab.asked(thread, count))
    await lab.pick(inquiry, JSON.stringify(inquiry.approval).includes("2.0") ? "Refuse" : "Allow once");
}

test("[ADAPT-6] of two attempts at one call one may run it, a later one may not, and a changed one is refused", async () => {
  const attempts = [use("claude-1", "toolu_1"), use("claude-1", "toolu_1")];
  await decide("claude-1", 1);
  const behaviors = (await Promise.all(attempts)).map(({ behavior }) => behavior);
  expect(behaviors.toSorted()).toEqual(["allow", "deny"]);
  expect(await use("claude-1", "toolu_1")).toMatchObject({ behavior: "deny" });
  await expect(use("claude-1", "toolu_1", "6.6.6")).rejects.toThrow();
});

test("[ADAPT-6] a call that is made again after restarts of program and server finds its decision", async () => {
  const lost = new AbortController();
  const before = use("claude-2", "toolu_2", "1.0", lost.signal).catch(() => {});
  await lab.asked("claude-2", 1);
  lost.abort();
  await before;
  await lab.restart();
  await decide("claude-2", 1);
  expect(await use("claude-2", "toolu_2")).toEqual({ behavior: "allow", updatedInput: { version: "1.0" } });
});

test("[ADAPT-6] two calls at once are two questions, with an answer each", async () => {
  const calls = [use("claude-3", "toolu_3"), use("claude-3", "toolu_4", "2.0")];
  await decide("claude-3", 2);
  expect(await Promise.all(calls)).toMatchObject([{ behavior: "allow" }, { behavior: "deny" }]);
});
