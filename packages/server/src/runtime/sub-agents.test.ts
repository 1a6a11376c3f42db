import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Conversation } from "@askback/core";
import { expect, test } from "vitest";
import type { Commit, Store } from "../store/store.ts";
import { createCrashableStore } from "./testing/crashable-store.ts";
import { createRequestQueue } from "./testing/request-queue.ts";
import { calls, createRuntimeFixture, type RuntimeFixture } from "./testing/runtime-fixture.ts";

const leaseMs = 60_000;
const enoughMs = 10_000;
const spawning = { spawn: ["tester"] };
const remove = { type: "delete", by: "ana", at: 0 } as const;

test("[SUBAGENT-2] with one slot a parent and its sub-agents do not wait for each other", async () => {
  const fixture = createRuntimeFixture(spawning);
  const runtime = fixture.startRuntime({ concurrency: 1 });
  await spawn(fixture, runtime, "one", "two", "three");
  for (const task of ["one", "two", "three"]) {
    const call = await fixture.model.next();
    expect([taskOf(call.prompt), runtime.inWork]).toEqual([task, 1]);
    call.answer({ text: `${task} is done.` });
  }
  const last = await fixture.model.next();
  expect(resultIn(last.prompt)).toEqual([
    { agent: "tester", status: "finished", result: "one is done." },
    { agent: "tester", status: "finished", result: "two is done." },
    { agent: "tester", status: "finished", result: "three is done." },
  ]);
  last.answer({ text: "All done." });
  await fixture.until("conv_a", isIdle);
  expect(fixture.model.maxPending).toBe(1);
  await expectAtRest(fixture);
});

test("[SUBAGENT-2] a parent that waits is not due, not leased and not in work", async () => {
  const fixture = createRuntimeFixture(spawning);
  const runtime = fixture.startRuntime();
  await spawn(fixture, runtime, "one");
  await fixture.model.next();
  await fixture.until("conv_a", (parent) => parent.status === "delegating" && parent.started);
  expect(await fixture.store.extend({ owner: "any", leaseMs, conversationIds: ["conv_a"] })).toEqual(new Map());
  fixture.clock.advance(600_001);
  const claims = await fixture.store.claim({ owner: "other", leaseMs, limit: 10 });
  expect(claims.map(({ conversation }) => conversation.id)).toEqual(["conv_ak1"]);
});

test("[SUBAGENT-5] a stop of the parent reaches sub-agents that occupy all slots", async () => {
  const fixture = createRuntimeFixture(spawning);
  const runtime = fixture.startRuntime({ concurrency: 2 });
  await spawn(fixture, runtime, "one", "two");
  const [one, two] = [await fixture.model.next(), await fixture.model.next()];
  await fixture.until("conv_a", (parent) => parent.status === "delegating" && parent.started);
  await runtime.perform("conv_a", fixture.command({ type: "stop" }));
  await Promise.all(["conv_ak1", "conv_ak2"].map((id) => fixture.until(id, hasReported)));
  expect([one.signal?.aborted, two.signal?.aborted]).toEqual([true, true]);
  await fixture.until("conv_a", ({ recall }) => !recall);
  await expectAtRest(fixture);
});

test("[SUBAGENT-3] two sub-agents that end at once give one result, and the parent's model is called once", async () => {
  const fixture = createRuntimeFixture(spawning);
  const reports = createRequestQueue<object, void>();
  const store = holdCommits(fixture.store, reports, ({ events: [event] }) => event?.type === "child.ended");
  await spawn(fixture, fixture.startRuntime({ store }), "one", "two");
  for (const call of [await fixture.model.next(), await fixture.model.next()])
    call.answer({ text: `${taskOf(call.prompt)} is done.` });
  // Both are decided on the same version of the parent before either is committed.
  const [first, second] = [await reports.next(), await reports.next()];
  first.answer();
  second.answer();
  (await reports.next()).answer();
  const last = await fixture.model.next();
  expect(resultIn(last.prompt)).toMatchObject([{ result: "one is done." }, { result: "two is done." }]);
  last.answer({ text: "All done." });
  await fixture.until("conv_a", isIdle);
  expect((await fixture.log("conv_a")).filter(({ type }) => type === "child.ended")).toHaveLength(2);
  expect(fixture.model.unread).toBe(0);
});

test("[SUBAGENT-3] a parent goes on if its sub-agents end before their start is recorded", async () => {
  const fixture = createRuntimeFixture(spawning);
  const starts = createRequestQueue<object, void>();
  const store = holdCommits(fixture.store, starts, ({ events: [event] }) => event?.type === "children.started");
  await spawn(fixture, fixture.startRuntime({ store }), "one");
  (await fixture.model.next()).answer({ text: "one is done." });
  const record = await starts.next();
  await fixture.until("conv_a", ({ status }) => status === "thinking");
  record.answer();
  (await fixture.model.next()).answer({ text: "All done." });
  await fixture.until("conv_a", isIdle);
  expect((await fixture.log("conv_a")).map(({ type }) => type)).not.toContain("children.started");
  await fixture.until("conv_ak1", hasReported);
  await expectAtRest(fixture);
});

test("[CONV-4] a message to a parent that waits is read after the result of its sub-agents", async () => {
  const fixture = createRuntimeFixture(spawning);
  const runtime = fixture.startRuntime();
  await spawn(fixture, runtime, "one");
  const call = await fixture.model.next();
  await runtime.perform("conv_a", fixture.command({ type: "send-message", text: "Hurry" }));
  expect(call.signal?.aborted).toBe(false);
  call.answer({ text: "one is done." });
  const last = await fixture.model.next();
  expect(last.prompt.slice(-2).map(({ role }) => role)).toEqual(["tool", "user"]);
  expect(last.prompt.at(-1)?.content).toMatchObject([{ text: "Hurry" }]);
});

test("[SUBAGENT-5] a stop during the start of sub-agents stops the started ones, and the others never run", async () => {
  const fixture = createRuntimeFixture(spawning);
  const { store, starts } = holdStartOf(fixture, "conv_ak2");
  const runtime = fixture.startRuntime({ store });
  await spawn(fixture, runtime, "one", "two", "three");
  const [one, start] = [await fixture.model.next(), await starts.next()];
  await runtime.perform("conv_a", fixture.command({ type: "stop" }));
  start.answer();
  await fixture.until("conv_a", ({ recall, status }) => status === "idle" && !recall);
  expect(one.signal?.aborted).toBe(true);
  await Promise.all(["conv_ak1", "conv_ak2"].map((id) => fixture.until(id, hasReported)));
  expect((await fixture.log("conv_ak3")).map(({ type }) => type)).toEqual(["conversation.started"]);
  expect(fixture.model.pending).toBe(0);
  await expectAtRest(fixture);
});

for (const end of ["stop", "delete"] as const) {
  test(`[SUBAGENT-5] a frozen worker cannot start a sub-agent after the ${end} of the parent`, async () => {
    const fixture = createRuntimeFixture(spawning);
    const { store, starts } = holdStartOf(fixture, "conv_ak1");
    await spawn(fixture, fixture.startRuntime({ store, leaseMs }), "one");
    const start = await starts.next();
    const other = fixture.startRuntime({ leaseMs: 2 * leaseMs, pollMs: 5 });
    await other.perform("conv_a", end === "stop" ? fixture.command({ type: "stop" }) : remove);
    fixture.clock.advance(leaseMs);
    await fixture.until("conv_a", ({ recall, status }) => status !== "delegating" && !recall);
    const before = await fixture.log("conv_ak1");
    start.answer();
    await fixture.until("conv_ak1", ({ status }) => status === (end === "stop" ? "idle" : "deleted"));
    await other.stop(enoughMs);
    expect(await fixture.log("conv_ak1")).toEqual(before);
    expect(fixture.model.unread).toBe(0);
    await expectAtRest(fixture);
  });
}

test("[RUN-12] a frozen worker and the one that took its lease together start each sub-agent once", async () => {
  const fixture = createRuntimeFixture(spawning);
  const { store, starts } = holdStartOf(fixture, "conv_ak1");
  await spawn(fixture, fixture.startRuntime({ store, leaseMs }), "one", "two");
  const start = await starts.next();
  fixture.startRuntime({ leaseMs: 2 * leaseMs, pollMs: 5 });
  fixture.clock.advance(leaseMs);
  const [one, two] = [await fixture.model.next(), await fixture.model.next()];
  start.answer();
  for (const call of [one, two]) call.answer({ text: `${taskOf(call.prompt)} is done.` });
  (await fixture.model.next()).answer({ text: "All done." });
  await fixture.until("conv_a", isIdle);
  await Promise.all(["conv_ak1", "conv_ak2"].map((id) => fixture.until(id, hasReported)));
  expect(fixture.model.unread).toBe(0);
  for (const id of ["conv_ak1", "conv_ak2"])
    expect((await fixture.log(id)).filter(({ type }) => type === "run.started")).toHaveLength(1);
  await expectAtRest(fixture);
});

test("[SUBAGENT-3] a repeated report to a parent that has gone on changes nothing", async () => {
  const fixture = createRuntimeFixture(spawning);
  const { store: shared, clock, model, log } = fixture;
  const reports = createRequestQueue<object, void>();
  const store = holdCommits(shared, reports, ({ events: [event] }) => event?.type === "child.ended");
  const runtime = fixture.startRuntime({ store, leaseMs });
  await spawn(fixture, runtime, "one");
  (await model.next()).answer({ text: "one is done." });
  const report = await reports.next();
  fixture.startRuntime({ leaseMs: 2 * leaseMs, pollMs: 5 });
  clock.advance(leaseMs);
  (await model.next()).answer({ text: "All done." });
  await fixture.until("conv_a", isIdle);
  await fixture.until("conv_ak1", hasReported);
  const before = [await log("conv_a"), await log("conv_ak1")];
  report.answer();
  await runtime.stop(enoughMs);
  expect([await log("conv_a"), await log("conv_ak1")]).toEqual(before);
});

test("[SUBAGENT-5] deleting a parent deletes a sub-agent whose tool is running", async () => {
  const fixture = createRuntimeFixture(spawning);
  const runtime = fixture.startRuntime();
  await spawn(fixture, runtime, "one");
  (await fixture.model.next()).answer({ calls: [calls.once] });
  const run = await fixture.tool.next();
  await runtime.perform("conv_a", remove);
  await fixture.until("conv_ak1", ({ status }) => status === "deleted");
  expect(run.signal.aborted).toBe(true);
  await runtime.stop(enoughMs);
  expect((await fixture.log("conv_ak1")).map(({ type }) => type)).toEqual(["conversation.deleted"]);
  await expectAtRest(fixture);
});

test("[SUBAGENT-4] a stopped sub-agent and one of an unknown agent are errors in the result", async () => {
  const fixture = createRuntimeFixture({ spawn: ["tester", "gone"] });
  const runtime = fixture.startRuntime();
  await runtime.perform("conv_a", fixture.command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const agents = ["tester", "gone", "tester"].map((agent, index) => ({ agent, task: `task ${index + 1}` }));
  (await fixture.model.next()).answer({ calls: [{ id: "call_spawn", name: "spawn_agents", input: { agents } }] });
  const [first, third] = [await fixture.model.next(), await fixture.model.next()];
  await runtime.perform("conv_ak3", fixture.command({ type: "stop" }));
  expect(third.signal?.aborted).toBe(true);
  first.answer({ text: "Done." });
  expect(resultIn((await fixture.model.next()).prompt)).toMatchObject([
    { status: "finished", result: "Done." },
    { agent: "gone", status: "failed", error: expect.stringContaining('"gone"') },
    { status: "stopped" },
  ]);
});

test("[CONV-10] a crash during the recall of sub-agents does not count as an attempt of the next run", async () => {
  const fixture = createRuntimeFixture(spawning);
  const { store, crash } = createCrashableStore(fixture.store);
  const recalls = createRequestQueue<object, void>();
  const isRecall = ({ events: [event] }: Commit) => event?.type === "children.recalled";
  const crashing = fixture.startRuntime({ store: holdCommits(store, recalls, isRecall), leaseMs });
  await spawn(fixture, crashing, "one");
  await fixture.model.next();
  await fixture.until("conv_a", (parent) => parent.status === "delegating" && parent.started);
  await crashing.perform("conv_a", fixture.command({ type: "stop" }));
  const recall = await recalls.next();
  await crashing.perform("conv_a", fixture.command({ type: "send-message", text: "Go on" }));
  crash();
  recall.answer();
  fixture.startRuntime({ leaseMs: 2 * leaseMs, pollMs: 5 });
  fixture.clock.advance(leaseMs);
  (await fixture.model.next()).answer({ text: "Alone, then." });
  await fixture.until("conv_a", isIdle);
  expect((await fixture.log("conv_a")).map(({ type }) => type)).not.toContain("run.interrupted");
});

/** Starts a conversation whose model gives these tasks to sub-agents. */
async function spawn(
  { command, model }: RuntimeFixture,
  runtime: ReturnType<RuntimeFixture["startRuntime"]>,
  ...tasks: readonly string[]
): Promise<void> {
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const agents = tasks.map((task) => ({ agent: "tester", task }));
  (await model.next()).answer({ calls: [{ id: "call_spawn", name: "spawn_agents", input: { agents } }] });
}

/** A store in which some commits wait until the test continues them. */
function holdCommits(
  store: Store,
  held: ReturnType<typeof createRequestQueue<object, void>>,
  isHeld: (commit: Commit) => boolean,
): Store {
  return {
    ...store,
    async commit(commit) {
      if (isHeld(commit)) await held.request({}, undefined);
      return store.commit(commit);
    },
  };
}

function holdStartOf({ store }: RuntimeFixture, childId: string) {
  const starts = createRequestQueue<object, void>();
  let begun = 0;
  const isStart = ({ projection, expectedVersion }: Commit) => {
    if (projection.conversation.id !== childId || expectedVersion !== 0) return false;
    begun += 1;
    return begun === 1;
  };
  return { starts, store: holdCommits(store, starts, isStart) };
}

function taskOf(prompt: LanguageModelV4Prompt): string {
  const first = prompt.find(({ role }) => role === "user");
  return first?.role === "user" ? first.content.map((part) => (part.type === "text" ? part.text : "")).join("") : "";
}

/** The last result in a prompt. */
function resultIn(prompt: LanguageModelV4Prompt): unknown {
  const last = prompt.at(-1);
  const [part] = last?.role === "tool" ? last.content : [];
  return part?.type === "tool-result" && part.output.type === "text" ? JSON.parse(part.output.value) : undefined;
}

function isIdle({ status }: Conversation): boolean {
  return status === "idle";
}

function hasReported({ parent }: Conversation): boolean {
  return parent?.told === true;
}

async function expectAtRest({ store, failures }: RuntimeFixture): Promise<void> {
  expect(failures).toEqual([]);
  expect(await store.dueIn()).toBeUndefined();
}
