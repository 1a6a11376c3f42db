import { expect, test } from "vitest";
import { createRequestQueue } from "./testing/request-queue.ts";
import { calls, createRuntimeFixture, type RuntimeFixture } from "./testing/runtime-fixture.ts";

const enoughMs = 10_000;

test("[RUN-1] stopping waits for the model call under way, records it, starts nothing more and releases the lease", async () => {
  const fixture = createRuntimeFixture();
  const { startRuntime, command, store, model, tool } = fixture;
  const runtime = startRuntime();
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const call = await model.next();
  const stopped = runtime.stop(enoughMs);
  call.answer({ calls: [calls.once] });
  await stopped;
  expect(runtime.inWork).toBe(0);
  expect(tool.unread).toBe(0);
  expect(await store.load("conv_a")).toMatchObject({ conversation: { status: "acting", started: false, attempt: 1 } });
  await expectReleased(fixture);
});

test("[RUN-1] stopping waits for the tool under way and records its result", async () => {
  const fixture = createRuntimeFixture();
  const { startRuntime, command, model, tool, log } = fixture;
  const runtime = startRuntime();
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  (await model.next()).answer({ calls: [calls.once] });
  const run = await tool.next();
  const stopped = runtime.stop(enoughMs);
  run.answer("It happened.");
  await stopped;
  expect(model.unread).toBe(0);
  expect((await log("conv_a")).at(-1)).toMatchObject({ type: "tool.finished", result: { text: "It happened." } });
  await expectReleased(fixture);
});

test("[RUN-1] after the grace period a model call is aborted and released without counting as an attempt", async () => {
  const fixture = createRuntimeFixture();
  const { startRuntime, command, store, model } = fixture;
  const runtime = startRuntime();
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const call = await model.next();
  await runtime.stop(0);
  expect(call.signal?.aborted).toBe(true);
  expect(await store.load("conv_a")).toMatchObject({ conversation: { status: "thinking", attempt: 1 } });
  await expectReleased(fixture);
});

test("[RUN-3] after the grace period a tool is aborted; the next process runs only a repeatable one again", async () => {
  const { startRuntime, command, model, tool, until, log } = createRuntimeFixture();
  const runtime = startRuntime();
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  (await model.next()).answer({ calls: [calls.repeatable, calls.once] });
  const first = await tool.next();
  await runtime.stop(0);
  expect([first.callId, first.signal.aborted]).toEqual(["call_repeatable", true]);

  const second = startRuntime();
  (await tool.next()).answer("It happened.");
  expect((await tool.next()).callId).toBe("call_once");
  await second.stop(0);

  startRuntime();
  (await model.next()).answer({ text: "Done." });
  await until("conv_a", ({ status }) => status === "idle");
  const events = await log("conv_a");
  expect(events.map(({ type }) => type)).not.toContain("run.interrupted");
  expect(events.filter(({ type }) => type === "tool.finished")).toMatchObject([
    { result: { callId: "call_repeatable", status: "ok", text: "It happened." } },
    { result: { callId: "call_once", status: "error", text: expect.stringContaining("may or may not have happened") } },
  ]);
});

test("[RUN-1] stopping waits for a claim under way and releases what it claimed", async () => {
  const fixture = createRuntimeFixture();
  const { startRuntime, command, store, model } = fixture;
  const starter = startRuntime();
  await starter.stop(0);
  await starter.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const claims = createRequestQueue<object, void>();
  const runtime = startRuntime({
    store: {
      ...store,
      async claim(request) {
        const claimed = await store.claim(request);
        await claims.request({}, undefined);
        return claimed;
      },
    },
  });
  const claim = await claims.next();
  const stopped = runtime.stop(enoughMs);
  claim.answer();
  await stopped;
  expect(model.unread).toBe(0);
  await expectReleased(fixture);
});

test("[RUN-1] stopping waits for a command under way and releases what it claimed", async () => {
  const fixture = createRuntimeFixture();
  const { startRuntime, command, store, model } = fixture;
  const commits = createRequestQueue<object, void>();
  const runtime = startRuntime({
    store: {
      ...store,
      async commit(commit) {
        const committed = await store.commit(commit);
        await commits.request({}, undefined);
        return committed;
      },
    },
  });
  const performed = runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const commit = await commits.next();
  const stopped = runtime.stop(enoughMs);
  commit.answer();
  expect(await performed).toMatchObject({ ok: true });
  await stopped;
  expect(runtime.inWork).toBe(0);
  expect(model.unread).toBe(0);
  await expectReleased(fixture);
});

/** Expects that the conversation can be claimed at once, and that no lease expired. */
async function expectReleased({ store }: RuntimeFixture): Promise<void> {
  const claims = await store.claim({ owner: "next", leaseMs: 1, limit: 10 });
  expect(claims).toMatchObject([{ conversation: { id: "conv_a" }, expired: false }]);
}
