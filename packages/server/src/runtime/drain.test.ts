import { expect, test } from "vitest";
import { createExchange } from "./testing/exchange.ts";
import { calls, createWorkshop, type Workshop } from "./testing/workshop.ts";

const enoughMs = 10_000;

test("[RUN-1] a stop lets the model call under way end, records it, begins nothing more and gives the rest back", async () => {
  const workshop = createWorkshop();
  const { open, command, store, model, tool } = workshop;
  const runtime = open();
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const call = await model.next();
  const stopped = runtime.stop(enoughMs);
  call.answer({ calls: [calls.once] });
  await stopped;
  expect(runtime.inWork).toBe(0);
  expect(tool.unseen).toBe(0);
  expect(await store.load("conv_a")).toMatchObject({ conversation: { status: "acting", started: false, attempt: 1 } });
  await expectFree(workshop);
});

test("[RUN-1] a stop lets the tool under way end, and its result is not lost", async () => {
  const workshop = createWorkshop();
  const { open, command, model, tool, log } = workshop;
  const runtime = open();
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  (await model.next()).answer({ calls: [calls.once] });
  const run = await tool.next();
  const stopped = runtime.stop(enoughMs);
  run.answer("It happened.");
  await stopped;
  expect(model.unseen).toBe(0);
  expect((await log("conv_a")).at(-1)).toMatchObject({ type: "tool.finished", result: { text: "It happened." } });
  await expectFree(workshop);
});

test("[RUN-1] when the grace is over a model call is aborted and given back, which is no attempt", async () => {
  const workshop = createWorkshop();
  const { open, command, store, model } = workshop;
  const runtime = open();
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const call = await model.next();
  await runtime.stop(0);
  expect(call.signal?.aborted).toBe(true);
  expect(await store.load("conv_a")).toMatchObject({ conversation: { status: "thinking", attempt: 1 } });
  await expectFree(workshop);
});

test("[RUN-3] when the grace is over a tool is aborted; the next process runs a repeatable one again and no other", async () => {
  const { open, command, model, tool, until, log } = createWorkshop();
  const runtime = open();
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  (await model.next()).answer({ calls: [calls.again, calls.once] });
  const first = await tool.next();
  await runtime.stop(0);
  expect([first.callId, first.signal.aborted]).toEqual(["call_again", true]);

  const second = open();
  (await tool.next()).answer("It happened.");
  expect((await tool.next()).callId).toBe("call_once");
  await second.stop(0);

  open();
  (await model.next()).answer({ text: "Done." });
  await until("conv_a", ({ status }) => status === "idle");
  const events = await log("conv_a");
  expect(events.map(({ type }) => type)).not.toContain("run.interrupted");
  expect(events.filter(({ type }) => type === "tool.finished")).toMatchObject([
    { result: { callId: "call_again", status: "ok", text: "It happened." } },
    { result: { callId: "call_once", status: "error", text: expect.stringContaining("may or may not have happened") } },
  ]);
});

test("[RUN-1] a stop waits for a claim under way and gives back what it brought", async () => {
  const workshop = createWorkshop();
  const { open, command, store, model } = workshop;
  const starter = open();
  await starter.stop(0);
  await starter.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const claims = createExchange<object, void>();
  const runtime = open({
    store: {
      ...store,
      async claim(request) {
        const claimed = await store.claim(request);
        await claims.ask({}, undefined);
        return claimed;
      },
    },
  });
  const claim = await claims.next();
  const stopped = runtime.stop(enoughMs);
  claim.answer();
  await stopped;
  expect(model.unseen).toBe(0);
  await expectFree(workshop);
});

test("[RUN-1] a stop waits for a command under way and gives back what it claimed", async () => {
  const workshop = createWorkshop();
  const { open, command, store, model } = workshop;
  const commits = createExchange<object, void>();
  const runtime = open({
    store: {
      ...store,
      async commit(commit) {
        const committed = await store.commit(commit);
        await commits.ask({}, undefined);
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
  expect(model.unseen).toBe(0);
  await expectFree(workshop);
});

/** That the conversation can be claimed at once, and that nobody vanished with it. */
async function expectFree({ store }: Workshop): Promise<void> {
  const claims = await store.claim({ owner: "next", leaseMs: 1, limit: 10 });
  expect(claims).toMatchObject([{ conversation: { id: "conv_a" }, expired: false }]);
}
