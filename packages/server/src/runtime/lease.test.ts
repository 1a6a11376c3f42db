import { expect, test } from "vitest";
import type { Claim, Store } from "../store/store.ts";
import { createCrashableStore } from "./testing/crashable-store.ts";
import { createNextValue, type NextValue } from "./testing/next-value.ts";
import { createRequestQueue } from "./testing/request-queue.ts";
import { calls, createRuntimeFixture } from "./testing/runtime-fixture.ts";

const leaseMs = 60_000;
const enoughMs = 10_000;
const other = { owner: "other", leaseMs, limit: 10 };

test("[RUN-16] a tool result that is reported under a lost lease changes nothing and is counted", async () => {
  const { startRuntime, command, clock, store, model, tool, log } = createRuntimeFixture();
  let refused = 0;
  const runtime = startRuntime({ leaseMs, onStaleCommit: () => (refused += 1) });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  (await model.next()).answer({ calls: [calls.once] });
  const run = await tool.next();
  clock.advance(leaseMs);
  expect(await store.claim(other)).toMatchObject([{ epoch: 2, expired: true }]);
  const before = [await store.load("conv_a"), await log("conv_a")];
  run.answer("Too late.");
  await runtime.stop(enoughMs);
  expect([await store.load("conv_a"), await log("conv_a")]).toEqual(before);
  expect(refused).toBe(1);
  expect(await store.extend({ ...other, conversationIds: ["conv_a"] })).toEqual(new Map([["conv_a", 6]]));
});

test("[RUN-12] a reply under a lost lease is not recorded, and the model is not called again", async () => {
  const { startRuntime, command, clock, store, model, log } = createRuntimeFixture();
  const runtime = startRuntime({ leaseMs });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const call = await model.next();
  clock.advance(leaseMs);
  await store.claim(other);
  await runtime.perform("conv_a", command({ type: "send-message", text: "Hurry" }));
  const before = await log("conv_a");
  call.answer({ text: "Too late." });
  await runtime.stop(enoughMs);
  expect(await log("conv_a")).toEqual(before);
  expect(model.unread).toBe(0);
});

test("[RUN-12] a worker that lost its lease aborts the effect at its next heartbeat", async () => {
  const { startRuntime, command, store, model } = createRuntimeFixture();
  const runtime = startRuntime({ leaseMs: 30 });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const call = await model.next();
  await store.release("conv_a", 1);
  expect(await store.claim(other)).toMatchObject([{ epoch: 2 }]);
  await aborted(call.signal);
  await runtime.stop(enoughMs);
  expect(model.unread).toBe(0);
  expect(await store.load("conv_a")).toMatchObject({ conversation: { status: "thinking", attempt: 1 } });
  expect(await store.extend({ ...other, conversationIds: ["conv_a"] })).toEqual(new Map([["conv_a", 4]]));
});

test("[RUN-12] work under a lost lease is aborted when the same worker claims the conversation again", async () => {
  const { startRuntime, command, clock, store, model, until, log } = createRuntimeFixture();
  const runtime = startRuntime({ leaseMs, pollMs: 5 });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const first = await model.next();
  await Promise.all([store.release("conv_a", 1), store.claim(other)]);
  clock.advance(leaseMs);
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

test("[RUN-14] a worker that lost its lease before it read the transcript sends the model no call without a result", async () => {
  const { startRuntime, command, clock, store, model, tool } = createRuntimeFixture();
  const reads = createRequestQueue<object, object>();
  // A worker that did not write the message itself reads it.
  const other = startRuntime({ concurrency: 0 });
  await other.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  startRuntime({
    leaseMs,
    store: {
      ...store,
      async modelMessages(...range) {
        await reads.request({}, undefined);
        return store.modelMessages(...range);
      },
    },
  });
  const read = await reads.next();
  clock.advance(leaseMs);
  startRuntime({ leaseMs });
  (await model.next()).answer({ calls: [calls.once] });
  await tool.next();
  read.answer({});
  const { prompt } = await model.next();
  expect(prompt.map(({ role }) => role)).toEqual(["user"]);
});

test("[CONV-10] a worker that was suspended for longer than its lease claims again and goes on", async () => {
  const { startRuntime, command, clock, store, model, tool, until, log } = createRuntimeFixture();
  const claimed = createNextValue<readonly Claim[]>();
  const runtime = startRuntime({ leaseMs, pollMs: 5, store: withClaims(store, claimed) });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  (await model.next()).answer({ calls: [calls.once] });
  const run = await tool.next();
  clock.advance(leaseMs);
  expect(await claimed.next()).toMatchObject([{ epoch: 2, expired: true }]);
  run.answer("It happened.");
  (await model.next()).answer({ text: "Done." });
  await until("conv_a", ({ status }) => status === "idle");
  const events = await log("conv_a");
  expect(events.map(({ type }) => type)).not.toContain("run.interrupted");
  expect(events.find(({ type }) => type === "tool.finished")).toMatchObject({ result: { text: "It happened." } });
});

test("[CONV-10] a report under way is recorded when its lease expired and was claimed again by the same worker", async () => {
  const { startRuntime, command, clock, store, model, until, log } = createRuntimeFixture();
  const claimed = createNextValue<readonly Claim[]>();
  const commits = createRequestQueue<object, void>();
  const runtime = startRuntime({
    leaseMs,
    pollMs: 5,
    store: {
      ...withClaims(store, claimed),
      async commit(commit) {
        if (commit.epoch === 1) await commits.request({}, undefined);
        return store.commit(commit);
      },
    },
  });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  (await model.next()).answer({ text: "Done." });
  const commit = await commits.next();
  clock.advance(leaseMs);
  await claimed.next();
  commit.answer();
  await until("conv_a", ({ status }) => status === "idle");
  expect((await log("conv_a")).slice(4).map(({ type }) => type)).toEqual(["model.replied", "run.finished"]);
  expect(model.unread).toBe(0);
});

test("[CONV-10] the work of a crashed worker is continued by the next, which counts as an attempt", async () => {
  const { startRuntime, command, clock, store, model, until, log } = createRuntimeFixture();
  const crashable = createCrashableStore(store);
  const crashing = startRuntime({ leaseMs, store: crashable.store });
  await crashing.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  await model.next();
  crashable.crash();
  clock.advance(leaseMs);
  startRuntime({ leaseMs });
  (await model.next()).answer({ text: "Done." });
  await until("conv_a", ({ status }) => status === "idle");
  expect(await log("conv_a")).toContainEqual(expect.objectContaining({ type: "run.interrupted", attempt: 2 }));
});

test("[CONV-10] five crashed workers fail the run with a clear error, and it can be retried", async () => {
  const { startRuntime, command, clock, store, model, until, log } = createRuntimeFixture();
  for (let worker = 1; worker <= 5; worker += 1) {
    const crashable = createCrashableStore(store);
    const crashing = startRuntime({ leaseMs, store: crashable.store });
    if (worker === 1)
      await crashing.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
    await model.next();
    crashable.crash();
    clock.advance(leaseMs);
  }
  const runtime = startRuntime({ leaseMs });
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

test("[CONV-10] five workers that crashed in a tool leave each call with one result", async () => {
  const { startRuntime, command, clock, store, model, tool, until, log } = createRuntimeFixture();
  for (let worker = 1; worker <= 5; worker += 1) {
    const crashable = createCrashableStore(store);
    const crashing = startRuntime({ leaseMs, store: crashable.store });
    if (worker === 1) {
      await crashing.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
      (await model.next()).answer({ calls: [calls.repeatable, calls.once] });
    }
    await tool.next();
    crashable.crash();
    clock.advance(leaseMs);
  }
  startRuntime({ leaseMs });
  await until("conv_a", ({ status }) => status === "failed");
  expect((await log("conv_a")).filter(({ type }) => type === "tool.finished")).toMatchObject([
    { result: { callId: "call_repeatable", status: "error", text: expect.stringContaining("may or may not") } },
    { result: { callId: "call_once", status: "not-run" } },
  ]);
});

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}

function withClaims(store: Store, claimed: NextValue<readonly Claim[]>): Store {
  return {
    ...store,
    async claim(request) {
      const claims = await store.claim(request);
      if (claims.length > 0) claimed.set(claims);
      return claims;
    },
  };
}
