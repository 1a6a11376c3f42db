import { expect, test } from "vitest";
import type { Claim, Store } from "../store/store.ts";
import { type Bell, createBell } from "./testing/bell.ts";
import { createExchange } from "./testing/exchange.ts";
import { createMortalStore } from "./testing/mortal-store.ts";
import { calls, createWorkshop } from "./testing/workshop.ts";

const leaseMs = 60_000;
const enoughMs = 10_000;
const other = { owner: "other", leaseMs, limit: 10 };

test("[RUN-16] a tool's end that is reported after the lease went to another changes nothing and is counted", async () => {
  const { open, command, clock, store, model, tool, log } = createWorkshop();
  let refused = 0;
  const runtime = open({ leaseMs, refusedStale: () => (refused += 1) });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  (await model.next()).answer({ calls: [calls.once] });
  const run = await tool.next();
  clock.turn(leaseMs);
  expect(await store.claim(other)).toMatchObject([{ epoch: 2, expired: true }]);
  const before = [await store.load("conv_a"), await log("conv_a")];
  run.answer("Too late.");
  await runtime.stop(enoughMs);
  expect([await store.load("conv_a"), await log("conv_a")]).toEqual(before);
  expect(refused).toBe(1);
  expect(await store.extend({ ...other, conversationIds: ["conv_a"] })).toEqual(new Map([["conv_a", 6]]));
});

test("[RUN-12] a reply that comes after the lease went to another is not recorded, and the model not called again", async () => {
  const { open, command, clock, store, model, log } = createWorkshop();
  const runtime = open({ leaseMs });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const call = await model.next();
  clock.turn(leaseMs);
  await store.claim(other);
  await runtime.perform("conv_a", command({ type: "send-message", text: "Hurry" }));
  const before = await log("conv_a");
  call.answer({ text: "Too late." });
  await runtime.stop(enoughMs);
  expect(await log("conv_a")).toEqual(before);
  expect(model.unseen).toBe(0);
});

test("[RUN-12] a worker that lost its lease aborts the effect at its next heartbeat and leaves the rest to the other", async () => {
  const { open, command, store, model } = createWorkshop();
  const runtime = open({ leaseMs: 30 });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const call = await model.next();
  await store.release("conv_a", 1);
  expect(await store.claim(other)).toMatchObject([{ epoch: 2 }]);
  await aborted(call.signal);
  await runtime.stop(enoughMs);
  expect(model.unseen).toBe(0);
  expect(await store.load("conv_a")).toMatchObject({ conversation: { status: "thinking", attempt: 1 } });
  expect(await store.extend({ ...other, conversationIds: ["conv_a"] })).toEqual(new Map([["conv_a", 4]]));
});

test("[RUN-12] what went on under a lost lease is aborted when the conversation comes back to the same worker", async () => {
  const { open, command, clock, store, model, until, log } = createWorkshop();
  const runtime = open({ leaseMs, pollMs: 5 });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const first = await model.next();
  await Promise.all([store.release("conv_a", 1), store.claim(other)]);
  clock.turn(leaseMs);
  const second = await model.next();
  expect([first.signal?.aborted, second.signal?.aborted, runtime.inWork]).toEqual([true, false, 1]);
  second.answer({ text: "Done." });
  await until("conv_a", ({ status }) => status === "idle");
  expect((await log("conv_a")).slice(4).map(({ type }) => type)).toEqual([
    "run.interrupted",
    "model.replied",
    "run.finished",
  ]);
});

test("[RUN-14] a worker that lost its lease before it read the transcript shows the model no call without a result", async () => {
  const { open, command, clock, store, model, tool } = createWorkshop();
  const reads = createExchange<object, object>();
  const late = open({
    leaseMs,
    store: {
      ...store,
      async modelMessages(...range) {
        await reads.ask({}, undefined);
        return store.modelMessages(...range);
      },
    },
  });
  await late.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const read = await reads.next();
  clock.turn(leaseMs);
  open({ leaseMs });
  (await model.next()).answer({ calls: [calls.once] });
  await tool.next();
  read.answer({});
  const { prompt } = await model.next();
  expect(prompt.map(({ role }) => role)).toEqual(["user"]);
});

test("[CONV-10] a worker that was suspended for longer than its lease did not vanish: it claims and goes on", async () => {
  const { open, command, clock, store, model, tool, until, log } = createWorkshop();
  const claimed = createBell<readonly Claim[]>();
  const runtime = open({ leaseMs, pollMs: 5, store: withBell(store, claimed) });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  (await model.next()).answer({ calls: [calls.once] });
  const run = await tool.next();
  clock.turn(leaseMs);
  expect(await claimed.rung()).toMatchObject([{ epoch: 2, expired: true }]);
  run.answer("It happened.");
  (await model.next()).answer({ text: "Done." });
  await until("conv_a", ({ status }) => status === "idle");
  const events = await log("conv_a");
  expect(events.map(({ type }) => type)).not.toContain("run.interrupted");
  expect(events.find(({ type }) => type === "tool.finished")).toMatchObject({ result: { text: "It happened." } });
});

test("[CONV-10] a report that was under way when its lease ran out and was claimed again is recorded all the same", async () => {
  const { open, command, clock, store, model, until, log } = createWorkshop();
  const claimed = createBell<readonly Claim[]>();
  const commits = createExchange<object, void>();
  const runtime = open({
    leaseMs,
    pollMs: 5,
    store: {
      ...withBell(store, claimed),
      async commit(commit) {
        if (commit.epoch === 1) await commits.ask({}, undefined);
        return store.commit(commit);
      },
    },
  });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  (await model.next()).answer({ text: "Done." });
  const commit = await commits.next();
  clock.turn(leaseMs);
  await claimed.rung();
  commit.answer();
  await until("conv_a", ({ status }) => status === "idle");
  expect((await log("conv_a")).slice(4).map(({ type }) => type)).toEqual(["model.replied", "run.finished"]);
  expect(model.unseen).toBe(0);
});

test("[CONV-10] what a vanished worker did is taken up by the next, which counts as an attempt", async () => {
  const { open, command, clock, store, model, until, log } = createWorkshop();
  const mortal = createMortalStore(store);
  const doomed = open({ leaseMs, store: mortal.store });
  await doomed.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  await model.next();
  mortal.die();
  clock.turn(leaseMs);
  open({ leaseMs });
  (await model.next()).answer({ text: "Done." });
  await until("conv_a", ({ status }) => status === "idle");
  expect(await log("conv_a")).toContainEqual(expect.objectContaining({ type: "run.interrupted", attempt: 2 }));
});

test("[CONV-10] five vanished workers fail the run with a clear error, and it can be retried", async () => {
  const { open, command, clock, store, model, until, log } = createWorkshop();
  for (let worker = 1; worker <= 5; worker += 1) {
    const mortal = createMortalStore(store);
    const doomed = open({ leaseMs, store: mortal.store });
    if (worker === 1)
      await doomed.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
    await model.next();
    mortal.die();
    clock.turn(leaseMs);
  }
  const runtime = open({ leaseMs });
  const failed = await until("conv_a", ({ status }) => status === "failed");
  const message = "interrupted 5 times in a row: the server ended while it worked on this";
  expect(failed).toMatchObject({ error: { message, retryable: true } });
  const interruptions = (await log("conv_a")).filter(({ type }) => type === "run.interrupted");
  expect(interruptions).toMatchObject([{ attempt: 2 }, { attempt: 3 }, { attempt: 4 }, { attempt: 5 }]);
  await runtime.perform("conv_a", command({ type: "retry" }));
  (await model.next()).answer({ text: "Done." });
  await until("conv_a", ({ status }) => status === "idle");
  expect(await store.runs("conv_a")).toMatchObject([
    { id: "run_a_1", status: "failed", reason: message },
    { id: "run_a_2", status: "finished", resumedFrom: "run_a_1" },
  ]);
});

test("[CONV-10] five workers that vanished in a tool leave each call with its one result", async () => {
  const { open, command, clock, store, model, tool, until, log } = createWorkshop();
  for (let worker = 1; worker <= 5; worker += 1) {
    const mortal = createMortalStore(store);
    const doomed = open({ leaseMs, store: mortal.store });
    if (worker === 1) {
      await doomed.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
      (await model.next()).answer({ calls: [calls.again, calls.once] });
    }
    await tool.next();
    mortal.die();
    clock.turn(leaseMs);
  }
  open({ leaseMs });
  await until("conv_a", ({ status }) => status === "failed");
  expect((await log("conv_a")).filter(({ type }) => type === "tool.finished")).toMatchObject([
    { result: { callId: "call_again", status: "error", text: expect.stringContaining("may or may not") } },
    { result: { callId: "call_once", status: "not-run" } },
  ]);
});

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}

function withBell(store: Store, claimed: Bell<readonly Claim[]>): Store {
  return {
    ...store,
    async claim(request) {
      const claims = await store.claim(request);
      if (claims.length > 0) claimed.ring(claims);
      return claims;
    },
  };
}
