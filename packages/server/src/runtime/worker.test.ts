import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Store } from "../store/store.ts";
import { createBell } from "./testing/bell.ts";
import { createExchange } from "./testing/exchange.ts";
import { createWorkshop } from "./testing/workshop.ts";

const isIdle = ({ status }: { readonly status: string }) => status === "idle";
const names = (count: number) => Array.from({ length: count }, (_, index) => `conv_${index + 1}`);

test("[RUN-1] of conversations started at once no more than the cap are in work, and all get their turn", async () => {
  const { open, command, model, until } = createWorkshop();
  const runtime = open({ cap: 2 });
  const started = names(7).map((conversationId) =>
    runtime.perform(conversationId, command({ type: "start", conversationId, message: "Go" })),
  );
  expect((await Promise.all(started)).every(({ ok }) => ok)).toBe(true);
  for (let turn = 0; turn < 7; turn += 1) {
    const call = await model.next();
    expect(runtime.inWork).toBeLessThanOrEqual(2);
    call.answer({ text: "Done." });
  }
  await Promise.all(names(7).map((id) => until(id, isIdle)));
  expect(model.peak).toBe(2);
});

test("[RUN-1] what is due when the runtime starts is claimed oldest first, up to the cap, and then the rest", async () => {
  const { open, command, clock, store, model, until } = createWorkshop();
  const starter = open();
  await starter.stop(0);
  for (const conversationId of names(5).reverse()) {
    await starter.perform(conversationId, command({ type: "start", conversationId, message: conversationId }));
    clock.turn(1);
  }
  expect(await store.dueIn()).toBe(0);
  open({ cap: 2 });
  const order: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const call = await model.next();
    order.push(JSON.stringify(call.prompt).match(/conv_\d/)?.[0] ?? "");
    call.answer({ text: "Done." });
  }
  expect(order).toEqual(names(5).reverse());
  await Promise.all(names(5).map((id) => until(id, isIdle)));
  expect(model.peak).toBe(2);
});

test("[RUN-1] commands that set nothing in motion, or fail, keep no place from others", async () => {
  const { open, command, store, model, until } = createWorkshop();
  const broken: Store = {
    ...store,
    async commit(commit) {
      if (commit.projection.conversation.id === "conv_broken") throw new Error("the disk is full");
      return store.commit(commit);
    },
  };
  const runtime = open({ cap: 1, store: broken });
  await runtime.perform("conv_idle", command({ type: "start", conversationId: "conv_idle" }));
  expect(await runtime.perform("conv_idle", command({ type: "send-message", text: " " }))).toMatchObject({ ok: false });
  const failing = runtime.perform("conv_broken", command({ type: "start", conversationId: "conv_broken" }));
  await expect(failing).rejects.toThrow("the disk is full");
  expect(runtime.inWork).toBe(0);
  await runtime.perform("conv_idle", command({ type: "send-message", text: "Go" }));
  (await model.next()).answer({ text: "Done." });
  await until("conv_idle", isIdle);
});

test("[RUN-1] what became due while a command kept the last place is taken up when the command needs it no more", async () => {
  const { open, command, store, model } = createWorkshop();
  const commits = createExchange<object, void>();
  const runtime = open({
    cap: 1,
    store: {
      ...store,
      async commit(commit) {
        if (commit.projection.conversation.id === "conv_idle") await commits.ask({}, undefined);
        return store.commit(commit);
      },
    },
  });
  await runtime.perform("conv_first", command({ type: "start", conversationId: "conv_first" }));
  const slow = runtime.perform("conv_idle", command({ type: "start", conversationId: "conv_idle" }));
  const commit = await commits.next();
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  // Timers of one length go off in order, so the worker has looked for work in vain.
  await setTimeout(1);
  expect([runtime.inWork, model.unseen]).toEqual([0, 0]);
  commit.answer();
  expect(await slow).toMatchObject({ ok: true });
  await model.next();
});

test("[RUN-1] what became due after the worker had looked, while it waited to be told, is taken up at once", async () => {
  const { open, command, store, model } = createWorkshop();
  const [claims, commits, looks] = [
    createExchange<object, object>(),
    createExchange<object, object>(),
    createExchange<object, object>(),
  ];
  let isFirst = true;
  const runtime = open({
    cap: 1,
    store: {
      ...store,
      async claim(request) {
        if (isFirst) await claims.ask({}, undefined);
        return store.claim(request);
      },
      async commit(commit) {
        if (isFirst) await commits.ask({}, undefined);
        return store.commit(commit);
      },
      async dueIn() {
        const ms = await store.dueIn();
        if (isFirst) await looks.ask({}, undefined);
        return ms;
      },
    },
  });
  const claim = await claims.next();
  const started = runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const commit = await commits.next();
  claim.answer({});
  const look = await looks.next();
  isFirst = false;
  commit.answer({});
  expect(await started).toMatchObject({ ok: true });
  // Timers of one length go off in order, so the worker was woken while it could not look.
  await setTimeout(1);
  look.answer({});
  await model.next();
});

test("[RUN-1] two workers on one store carry out each effect once", async () => {
  const { open, command, model, until, log } = createWorkshop();
  const [one, two] = [open({ cap: 3, pollMs: 5 }), open({ cap: 3, pollMs: 5 })];
  await Promise.all(
    names(20).map((conversationId, index) =>
      [one, two][index % 2]?.perform(conversationId, command({ type: "start", conversationId, message: "Go" })),
    ),
  );
  for (let call = 0; call < 20; call += 1) (await model.next()).answer({ text: "Done." });
  await Promise.all(names(20).map((id) => until(id, isIdle)));
  expect(model.unseen).toBe(0);
  for (const id of names(20)) expect((await log(id)).filter(({ type }) => type === "model.replied")).toHaveLength(1);
});

test("[RUN-1] a message that arrives while a worker gives its conversation back is taken up at once", async () => {
  const { open, command, store, model, until } = createWorkshop();
  const releases = createExchange<object, void>();
  const runtime = open({
    store: {
      ...store,
      async release(id, epoch) {
        await releases.ask({}, undefined);
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

test("[RUN-1] a message to a conversation that has just come to rest is taken up before its last worker knows", async () => {
  const { open, command, store, model, until } = createWorkshop();
  const reports = createExchange<object, void>();
  const runtime = open({
    store: {
      ...store,
      async commit(commit) {
        const result = await store.commit(commit);
        if (commit.epoch === 1) await reports.ask({}, undefined);
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

test("[RUN-1] a conversation whose drive broke off is claimed again when its lease has run out, as one more attempt", async () => {
  const { open, command, clock, store, model, failures, until } = createWorkshop();
  const extended = createBell<readonly string[]>();
  let isBroken = false;
  const runtime = open({
    leaseMs: 60,
    pollMs: 5,
    store: {
      ...store,
      async commit(commit) {
        if (isBroken && commit.projection.conversation.id === "conv_a") throw new Error("the disk is full");
        return store.commit(commit);
      },
      extend(request) {
        extended.ring(request.conversationIds);
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
  let beaten = await extended.rung();
  while (beaten.includes("conv_a")) beaten = await extended.rung();
  expect(failures).toMatchObject([{ conversationId: "conv_a", error: { message: "the disk is full" } }]);
  isBroken = false;
  clock.turn(59);
  expect(await extended.rung()).toEqual(["conv_b"]);
  clock.turn(1);
  const again = await model.next();
  expect(await store.load("conv_a")).toMatchObject({ conversation: { status: "thinking", attempt: 2 } });
  again.answer({ text: "Done." });
  other.answer({ text: "Done." });
  await until("conv_a", isIdle);
  await until("conv_b", isIdle);
});
