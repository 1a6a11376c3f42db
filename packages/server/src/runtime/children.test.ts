import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Conversation } from "@askback/core";
import { expect, test } from "vitest";
import type { Commit, Store } from "../store/store.ts";
import { createExchange } from "./testing/exchange.ts";
import { createMortalStore } from "./testing/mortal-store.ts";
import { calls, createWorkshop, type Workshop } from "./testing/workshop.ts";

const leaseMs = 60_000;
const enoughMs = 10_000;
const spawning = { spawn: ["tester"] };
const remove = { type: "delete", by: "ana", at: 0 } as const;

test("[SUB-2] with room for one conversation a parent and its sub-agents do not wait for each other", async () => {
  const workshop = createWorkshop(spawning);
  const runtime = workshop.open({ cap: 1 });
  await spawn(workshop, runtime, "one", "two", "three");
  for (const task of ["one", "two", "three"]) {
    const call = await workshop.model.next();
    expect([taskOf(call.prompt), runtime.inWork]).toEqual([task, 1]);
    call.answer({ text: `${task} is done.` });
  }
  const last = await workshop.model.next();
  expect(resultIn(last.prompt)).toEqual([
    { agent: "tester", status: "finished", result: "one is done." },
    { agent: "tester", status: "finished", result: "two is done." },
    { agent: "tester", status: "finished", result: "three is done." },
  ]);
  last.answer({ text: "All done." });
  await workshop.until("conv_a", isIdle);
  expect(workshop.model.peak).toBe(1);
  await expectRest(workshop);
});

test("[SUB-2] a parent that waits is not due, not leased and not in work", async () => {
  const workshop = createWorkshop(spawning);
  const runtime = workshop.open();
  await spawn(workshop, runtime, "one");
  await workshop.model.next();
  await workshop.until("conv_a", (parent) => parent.status === "delegating" && parent.started);
  expect(await workshop.store.extend({ owner: "any", leaseMs, conversationIds: ["conv_a"] })).toEqual(new Map());
  workshop.clock.turn(600_001);
  const claims = await workshop.store.claim({ owner: "other", leaseMs, limit: 10 });
  expect(claims.map(({ conversation }) => conversation.id)).toEqual(["conv_ak1"]);
});

test("[SUB-5] a stop of the parent reaches sub-agents that take up all the room there is", async () => {
  const workshop = createWorkshop(spawning);
  const runtime = workshop.open({ cap: 2 });
  await spawn(workshop, runtime, "one", "two");
  const [one, two] = [await workshop.model.next(), await workshop.model.next()];
  await workshop.until("conv_a", (parent) => parent.status === "delegating" && parent.started);
  await runtime.perform("conv_a", workshop.command({ type: "stop" }));
  await Promise.all(["conv_ak1", "conv_ak2"].map((id) => workshop.until(id, isTold)));
  expect([one.signal?.aborted, two.signal?.aborted]).toEqual([true, true]);
  await workshop.until("conv_a", ({ recall }) => !recall);
  await expectRest(workshop);
});

test("[SUB-3] two sub-agents that end at the same instant give one result, and the parent's model is called once", async () => {
  const workshop = createWorkshop(spawning);
  const reports = createExchange<object, void>();
  const store = holding(workshop.store, reports, ({ events: [event] }) => event?.type === "child.ended");
  await spawn(workshop, workshop.open({ store }), "one", "two");
  for (const call of [await workshop.model.next(), await workshop.model.next()])
    call.answer({ text: `${taskOf(call.prompt)} is done.` });
  // Both have been decided on the same version of the parent before either is committed.
  const [first, second] = [await reports.next(), await reports.next()];
  first.answer();
  second.answer();
  (await reports.next()).answer();
  const last = await workshop.model.next();
  expect(resultIn(last.prompt)).toMatchObject([{ result: "one is done." }, { result: "two is done." }]);
  last.answer({ text: "All done." });
  await workshop.until("conv_a", isIdle);
  expect((await workshop.log("conv_a")).filter(({ type }) => type === "child.ended")).toHaveLength(2);
  expect(workshop.model.unseen).toBe(0);
});

test("[SUB-3] all sub-agents have ended before their start is recorded: the parent goes on all the same", async () => {
  const workshop = createWorkshop(spawning);
  const starts = createExchange<object, void>();
  const store = holding(workshop.store, starts, ({ events: [event] }) => event?.type === "children.started");
  await spawn(workshop, workshop.open({ store }), "one");
  (await workshop.model.next()).answer({ text: "one is done." });
  const record = await starts.next();
  await workshop.until("conv_a", ({ status }) => status === "thinking");
  record.answer();
  (await workshop.model.next()).answer({ text: "All done." });
  await workshop.until("conv_a", isIdle);
  expect((await workshop.log("conv_a")).map(({ type }) => type)).not.toContain("children.started");
  await workshop.until("conv_ak1", isTold);
  await expectRest(workshop);
});

test("[CONV-4] a message to a parent that waits is read after the result of its sub-agents", async () => {
  const workshop = createWorkshop(spawning);
  const runtime = workshop.open();
  await spawn(workshop, runtime, "one");
  const call = await workshop.model.next();
  await runtime.perform("conv_a", workshop.command({ type: "send-message", text: "Hurry" }));
  expect(call.signal?.aborted).toBe(false);
  call.answer({ text: "one is done." });
  const last = await workshop.model.next();
  expect(last.prompt.slice(-2).map(({ role }) => role)).toEqual(["tool", "user"]);
  expect(last.prompt.at(-1)?.content).toMatchObject([{ text: "Hurry" }]);
});

test("[SUB-5] a stop while sub-agents are being started: those that were stop, the others never work", async () => {
  const workshop = createWorkshop(spawning);
  const { store, starts } = holdingStartOf(workshop, "conv_ak2");
  const runtime = workshop.open({ store });
  await spawn(workshop, runtime, "one", "two", "three");
  const [one, start] = [await workshop.model.next(), await starts.next()];
  await runtime.perform("conv_a", workshop.command({ type: "stop" }));
  start.answer();
  await workshop.until("conv_a", ({ recall, status }) => status === "idle" && !recall);
  expect(one.signal?.aborted).toBe(true);
  await Promise.all(["conv_ak1", "conv_ak2"].map((id) => workshop.until(id, isTold)));
  expect((await workshop.log("conv_ak3")).map(({ type }) => type)).toEqual(["conversation.started"]);
  expect(workshop.model.open).toBe(0);
  await expectRest(workshop);
});

for (const end of ["stop", "delete"] as const) {
  test(`[SUB-5] a frozen worker that was about to start a sub-agent comes too late when the parent has met its ${end}`, async () => {
    const workshop = createWorkshop(spawning);
    const { store, starts } = holdingStartOf(workshop, "conv_ak1");
    await spawn(workshop, workshop.open({ store, leaseMs }), "one");
    const start = await starts.next();
    const other = workshop.open({ leaseMs: 2 * leaseMs, pollMs: 5 });
    await other.perform("conv_a", end === "stop" ? workshop.command({ type: "stop" }) : remove);
    workshop.clock.turn(leaseMs);
    await workshop.until("conv_a", ({ recall, status }) => status !== "delegating" && !recall);
    const before = await workshop.log("conv_ak1");
    start.answer();
    await workshop.until("conv_ak1", ({ status }) => status === (end === "stop" ? "idle" : "deleted"));
    await other.stop(enoughMs);
    expect(await workshop.log("conv_ak1")).toEqual(before);
    expect(workshop.model.unseen).toBe(0);
    await expectRest(workshop);
  });
}

test("[RUN-12] a frozen worker and the one that took its lease start each sub-agent once between them", async () => {
  const workshop = createWorkshop(spawning);
  const { store, starts } = holdingStartOf(workshop, "conv_ak1");
  await spawn(workshop, workshop.open({ store, leaseMs }), "one", "two");
  const start = await starts.next();
  workshop.open({ leaseMs: 2 * leaseMs, pollMs: 5 });
  workshop.clock.turn(leaseMs);
  const [one, two] = [await workshop.model.next(), await workshop.model.next()];
  start.answer();
  for (const call of [one, two]) call.answer({ text: `${taskOf(call.prompt)} is done.` });
  (await workshop.model.next()).answer({ text: "All done." });
  await workshop.until("conv_a", isIdle);
  await Promise.all(["conv_ak1", "conv_ak2"].map((id) => workshop.until(id, isTold)));
  expect(workshop.model.unseen).toBe(0);
  for (const id of ["conv_ak1", "conv_ak2"])
    expect((await workshop.log(id)).filter(({ type }) => type === "run.started")).toHaveLength(1);
  await expectRest(workshop);
});

test("[SUB-3] a report that comes again when the parent has gone on changes nothing", async () => {
  const workshop = createWorkshop(spawning);
  const { store: shared, clock, model, log } = workshop;
  const reports = createExchange<object, void>();
  const store = holding(shared, reports, ({ events: [event] }) => event?.type === "child.ended");
  const runtime = workshop.open({ store, leaseMs });
  await spawn(workshop, runtime, "one");
  (await model.next()).answer({ text: "one is done." });
  const report = await reports.next();
  workshop.open({ leaseMs: 2 * leaseMs, pollMs: 5 });
  clock.turn(leaseMs);
  (await model.next()).answer({ text: "All done." });
  await workshop.until("conv_a", isIdle);
  await workshop.until("conv_ak1", isTold);
  const before = [await log("conv_a"), await log("conv_ak1")];
  report.answer();
  await runtime.stop(enoughMs);
  expect([await log("conv_a"), await log("conv_ak1")]).toEqual(before);
});

test("[SUB-5] a parent that is deleted takes a sub-agent in the middle of its tool with it", async () => {
  const workshop = createWorkshop(spawning);
  const runtime = workshop.open();
  await spawn(workshop, runtime, "one");
  (await workshop.model.next()).answer({ calls: [calls.once] });
  const run = await workshop.tool.next();
  await runtime.perform("conv_a", remove);
  await workshop.until("conv_ak1", ({ status }) => status === "deleted");
  expect(run.signal.aborted).toBe(true);
  await runtime.stop(enoughMs);
  expect((await workshop.log("conv_ak1")).map(({ type }) => type)).toEqual(["conversation.deleted"]);
  await expectRest(workshop);
});

test("[SUB-4] a sub-agent that a person stopped, and one whose agent is gone, are errors in their places", async () => {
  const workshop = createWorkshop({ spawn: ["tester", "gone"] });
  const runtime = workshop.open();
  await runtime.perform("conv_a", workshop.command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const agents = ["tester", "gone", "tester"].map((agent, index) => ({ agent, task: `task ${index + 1}` }));
  (await workshop.model.next()).answer({ calls: [{ id: "call_spawn", name: "spawn_agents", input: { agents } }] });
  const [first, third] = [await workshop.model.next(), await workshop.model.next()];
  await runtime.perform("conv_ak3", workshop.command({ type: "stop" }));
  expect(third.signal?.aborted).toBe(true);
  first.answer({ text: "Done." });
  expect(resultIn((await workshop.model.next()).prompt)).toMatchObject([
    { status: "finished", result: "Done." },
    { agent: "gone", status: "failed", error: expect.stringContaining('"gone"') },
    { status: "stopped" },
  ]);
});

test("[CONV-10] a worker that vanished while it recalled sub-agents is no attempt of the run that waits for that", async () => {
  const workshop = createWorkshop(spawning);
  const { store, die } = createMortalStore(workshop.store);
  const recalls = createExchange<object, void>();
  const isRecall = ({ events: [event] }: Commit) => event?.type === "children.recalled";
  const mortal = workshop.open({ store: holding(store, recalls, isRecall), leaseMs });
  await spawn(workshop, mortal, "one");
  await workshop.model.next();
  await workshop.until("conv_a", (parent) => parent.status === "delegating" && parent.started);
  await mortal.perform("conv_a", workshop.command({ type: "stop" }));
  const recall = await recalls.next();
  await mortal.perform("conv_a", workshop.command({ type: "send-message", text: "Go on" }));
  die();
  recall.answer();
  workshop.open({ leaseMs: 2 * leaseMs, pollMs: 5 });
  workshop.clock.turn(leaseMs);
  (await workshop.model.next()).answer({ text: "Alone, then." });
  await workshop.until("conv_a", isIdle);
  expect((await workshop.log("conv_a")).map(({ type }) => type)).not.toContain("run.interrupted");
});

/** Starts a conversation whose model gives these tasks to sub-agents. */
async function spawn(
  { command, model }: Workshop,
  runtime: ReturnType<Workshop["open"]>,
  ...tasks: readonly string[]
): Promise<void> {
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const agents = tasks.map((task) => ({ agent: "tester", task }));
  (await model.next()).answer({ calls: [{ id: "call_spawn", name: "spawn_agents", input: { agents } }] });
}

/** A store whose commits of one kind wait until the test lets them go on. */
function holding(
  store: Store,
  exchange: ReturnType<typeof createExchange<object, void>>,
  isHeld: (commit: Commit) => boolean,
): Store {
  return {
    ...store,
    async commit(commit) {
      if (isHeld(commit)) await exchange.ask({}, undefined);
      return store.commit(commit);
    },
  };
}

function holdingStartOf({ store }: Workshop, childId: string) {
  const starts = createExchange<object, void>();
  let begun = 0;
  const isStart = ({ projection, expectedVersion }: Commit) => {
    if (projection.conversation.id !== childId || expectedVersion !== 0) return false;
    begun += 1;
    return begun === 1;
  };
  return { starts, store: holding(store, starts, isStart) };
}

function taskOf(prompt: LanguageModelV4Prompt): string {
  const first = prompt.find(({ role }) => role === "user");
  return first?.role === "user" ? first.content.map((part) => (part.type === "text" ? part.text : "")).join("") : "";
}

/** The result that stands last in a prompt. */
function resultIn(prompt: LanguageModelV4Prompt): unknown {
  const last = prompt.at(-1);
  const [part] = last?.role === "tool" ? last.content : [];
  return part?.type === "tool-result" && part.output.type === "text" ? JSON.parse(part.output.value) : undefined;
}

function isIdle({ status }: Conversation): boolean {
  return status === "idle";
}

function isTold({ parent }: Conversation): boolean {
  return parent?.told === true;
}

async function expectRest({ store, failures }: Workshop): Promise<void> {
  expect(failures).toEqual([]);
  expect(await store.dueIn()).toBeUndefined();
}
