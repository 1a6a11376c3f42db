import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Store } from "../store/store.ts";
import { createNextValue } from "./testing/next-value.ts";
import { createRequestQueue } from "./testing/request-queue.ts";
import { createRuntimeFixture } from "./testing/runtime-fixture.ts";

const isIdle = ({ status }: { readonly status: string }) => status === "idle";
const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => `conv_${index + 1}`);

test("[RUN-1] no more conversations than the concurrency are in work, and all get their turn", async () => {
  const { startRuntime, command, model, until } = createRuntimeFixture();
  const runtime = startRuntime({ concurrency: 2 });
  const started = idsUpTo(7).map((conversationId) =>
    runtime.perform(conversationId, command({ type: "start", conversationId, message: "Go" })),
  );
  expect((await Promise.all(started)).every(({ ok }) => ok)).toBe(true);
  for (let turn = 0; turn < 7; turn += 1) {
    const call = await model.next();
    expect(runtime.inWork).toBeLessThanOrEqual(2);
    call.answer({ text: "Done." });
  }
  await Promise.all(idsUpTo(7).map((id) => until(id, isIdle)));
  expect(model.maxPending).toBe(2);
});

test("[RUN-1] due conversations are claimed at the start, oldest first, up to the concurrency, and then the rest", async () => {
  const { startRuntime, command, clock, store, model, until } = createRuntimeFixture();
  const starter = startRuntime();
  await starter.stop(0);
  for (const conversationId of idsUpTo(5).reverse()) {
    await starter.perform(conversationId, command({ type: "start", conversationId, message: conversationId }));
    clock.advance(1);
  }
  expect(await store.dueIn()).toBe(0);
  startRuntime({ concurrency: 2 });
  const order: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const call = await model.next();
    order.push(JSON.stringify(call.prompt).match(/conv_\d/)?.[0] ?? "");
    call.answer({ text: "Done." });
  }
  expect(order).toEqual(idsUpTo(5).reverse());
  await Promise.all(idsUpTo(5).map((id) => until(id, isIdle)));
  expect(model.maxPending).toBe(2);
});

test("[RUN-1] commands that make no work due, or fail, do not keep their slot", async () => {
  const { startRuntime, command, store, model, until } = createRuntimeFixture();
  const broken: Store = {
    ...store,
    async commit(commit) {
      if (commit.projection.conversation.id === "conv_broken") throw new Error("the disk is full");
      return store.commit(commit);
    },
  };
  const runtime = startRuntime({ concurrency: 1, store: broken });
  await runtime.perform("conv_idle", command({ type: "start", conversationId: "conv_idle" }));
  expect(await runtime.perform("conv_idle", command({ type: "send-message", text: " " }))).toMatchObject({ ok: false });
  const failing = runtime.perform("conv_broken", command({ type: "start", conversationId: "conv_broken" }));
  await expect(failing).rejects.toThrow("the disk is full");
  expect(runtime.inWork).toBe(0);
  await runtime.perform("conv_idle", command({ type: "send-message", text: "Go" }));
  (await model.next()).answer({ text: "Done." });
  await until("conv_idle", isIdle);
});

test("[RUN-1] a conversation that became due while a command held the last slot is claimed when the slot is free", async () => {
  const { startRuntime, command, store, model } = createRuntimeFixture();
  const commits = createRequestQueue<object, void>();
  const runtime = startRuntime({
    concurrency: 1,
    store: {
      ...store,
      async commit(commit) {
        if (commit.projection.conversation.id === "conv_idle") await commits.request({}, undefined);
        return store.commit(commit);
      },
    },
  });
  await runtime.perform("conv_first", command({ type: "start", conversationId: "conv_first" }));
  const slow = runtime.perform("conv_idle", command({ type: "start", conversationId: "conv_idle" }));
  const commit = await commits.next();
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  // Timers of the same length fire in order, so the worker has polled without a result.
  await setTimeout(1);
  expect([runtime.inWork, model.unread]).toEqual([0, 0]);
  commit.answer();
  expect(await slow).toMatchObject({ ok: true });
  await model.next();
});

test("[RUN-42] a slot that becomes free is not given to a command while others are due", async () => {
  const { startRuntime, command, clock, model, until } = createRuntimeFixture();
  const started: Promise<unknown>[] = [];
  let isFirstInWork = false;
  const start = (conversationId: string) =>
    runtime.perform(conversationId, command({ type: "start", conversationId, message: conversationId }));
  const runtime: ReturnType<typeof startRuntime> = startRuntime({
    concurrency: 1,
    clock: {
      ...clock,
      now: clock.now,
      elapsed: clock.elapsed,
      after(ms, callback) {
        // The slot has become free, and the poll for it is about to begin.
        if (ms === 0 && isFirstInWork && runtime.inWork === 0 && started.length === 2) started.push(start("conv_3"));
        return clock.after(ms, callback);
      },
    },
  });
  started.push(start("conv_1"), start("conv_2"));
  const order: string[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const call = await model.next();
    isFirstInWork = true;
    order.push(JSON.stringify(call.prompt).match(/conv_\d/)?.[0] ?? "");
    clock.advance(1);
    call.answer({ text: "Done." });
  }
  await Promise.all(started);
  expect(order).toEqual(["conv_1", "conv_2", "conv_3"]);
  await Promise.all(idsUpTo(3).map((id) => until(id, isIdle)));
});

test("[RUN-1] a conversation that becomes due during a poll is claimed at once", async () => {
  const { startRuntime, command, store, model } = createRuntimeFixture();
  const [claims, commits, dueQueries] = [
    createRequestQueue<object, object>(),
    createRequestQueue<object, object>(),
    createRequestQueue<object, object>(),
  ];
  let isFirst = true;
  const runtime = startRuntime({
    concurrency: 1,
    store: {
      ...store,
      async claim(request) {
        if (isFirst) await claims.request({}, undefined);
        return store.claim(request);
      },
      async commit(commit) {
        if (isFirst) await commits.request({}, undefined);
        return store.commit(commit);
      },
      async dueIn() {
        const ms = await store.dueIn();
        if (isFirst) await dueQueries.request({}, undefined);
        return ms;
      },
    },
  });
  const claim = await claims.next();
  const started = runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const commit = await commits.next();
  claim.answer({});
  const dueQuery = await dueQueries.next();
  isFirst = false;
  commit.answer({});
  expect(await started).toMatchObject({ ok: true });
  // Timers of the same length fire in order, so the wake-up came during the poll.
  await setTimeout(1);
  dueQuery.answer({});
  await model.next();
});

test("[RUN-1] two workers on one store execute each effect once", async () => {
  const { startRuntime, command, model, until, log } = createRuntimeFixture();
  const [one, two] = [startRuntime({ concurrency: 3, pollMs: 5 }), startRuntime({ concurrency: 3, pollMs: 5 })];
  await Promise.all(
    idsUpTo(20).map((conversationId, index) =>
      [one, two][index % 2]?.perform(conversationId, command({ type: "start", conversationId, message: "Go" })),
    ),
  );
  for (let call = 0; call < 20; call += 1) (await model.next()).answer({ text: "Done." });
  await Promise.all(idsUpTo(20).map((id) => until(id, isIdle)));
  expect(model.unread).toBe(0);
  for (const id of idsUpTo(20)) expect((await log(id)).filter(({ type }) => type === "model.replied")).toHaveLength(1);
});

test("[RUN-1] a message that arrives while a worker releases its conversation is handled at once", async () => {
  const { startRuntime, command, store, model, until } = createRuntimeFixture();
  const releases = createRequestQueue<object, void>();
  const runtime = startRuntime({
    store: {
      ...store,
      async release(id, epoch) {
        await releases.request({}, undefined);
        await store.release(id, epoch);
      },
    },
  });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  await model.next();
  await runtime.perform("conv_a", command({ type: "stop" }));
  const release = await releases.next();
  await runtime.perform("conv_a", command({ type: "send-message", text: "Go on" }));
  release.answer();
  (await model.next()).answer({ text: "Done." });
  await until("conv_a", (conversation) => conversation.status === "idle" && conversation.outcome === "finished");
});

test("[RUN-1] a message to a conversation that has just come to rest is handled before its last worker has ended", async () => {
  const { startRuntime, command, store, model, until } = createRuntimeFixture();
  const reports = createRequestQueue<object, void>();
  const runtime = startRuntime({
    store: {
      ...store,
      async commit(commit) {
        const result = await store.commit(commit);
        if (commit.epoch === 1) await reports.request({}, undefined);
        return result;
      },
    },
  });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  (await model.next()).answer({ text: "Done." });
  const report = await reports.next();
  await runtime.perform("conv_a", command({ type: "send-message", text: "Go on" }));
  (await model.next()).answer({ text: "Done again." });
  report.answer();
  await until("conv_a", ({ status, counts }) => status === "idle" && counts.runs === 2);
});

test("[RUN-1] a conversation whose drive failed is claimed again when its lease has expired, as another attempt", async () => {
  const { startRuntime, command, clock, store, model, failures, until } = createRuntimeFixture();
  const extended = createNextValue<readonly string[]>();
  let isBroken = false;
  const runtime = startRuntime({
    leaseMs: 60,
    pollMs: 5,
    store: {
      ...store,
      async commit(commit) {
        if (isBroken && commit.projection.conversation.id === "conv_a") throw new Error("the disk is full");
        return store.commit(commit);
      },
      extend(request) {
        extended.set(request.conversationIds);
        return store.extend(request);
      },
    },
  });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const first = await model.next();
  await runtime.perform("conv_b", command({ type: "start", conversationId: "conv_b", message: "Go" }));
  const other = await model.next();
  isBroken = true;
  first.answer({ text: "Lost." });
  let extendedIds = await extended.next();
  while (extendedIds.includes("conv_a")) extendedIds = await extended.next();
  expect(failures).toMatchObject([{ conversationId: "conv_a", error: { message: "the disk is full" } }]);
  isBroken = false;
  clock.advance(59);
  expect(await extended.next()).toEqual(["conv_b"]);
  clock.advance(1);
  const second = await model.next();
  expect(await store.load("conv_a")).toMatchObject({ conversation: { status: "thinking", attempt: 2 } });
  second.answer({ text: "Done." });
  other.answer({ text: "Done." });
  await until("conv_a", isIdle);
  await until("conv_b", isIdle);
});

test("[OPS-31] a conversation that is taken over because a lease had expired is counted", async () => {
  const { startRuntime, command, clock, model } = createRuntimeFixture();
  let expiries = 0;
  const onLeaseExpired = () => {
    expiries += 1;
  };
  const here = startRuntime({ onLeaseExpired });
  await here.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  await model.next();
  expect(expiries).toBe(0);
  clock.advance(600_000);
  startRuntime({ onLeaseExpired });
  await model.next();
  expect(expiries).toBe(1);
});
