import { APICallError } from "@ai-sdk/provider";
import { openInquiryOf } from "@askback/core";
import { expect, test } from "vitest";
import { createNextValue } from "./testing/next-value.ts";
import { calls, createRuntimeFixture } from "./testing/runtime-fixture.ts";

const enoughMs = 10_000;

test("[RUN-9] a stop aborts the model call under way and frees its slot", async () => {
  const { startRuntime, command, store, model } = createRuntimeFixture();
  const runtime = startRuntime({ concurrency: 1 });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const call = await model.next();
  await runtime.perform("conv_b", command({ type: "start", conversationId: "conv_b", message: "Go too" }));
  expect(await runtime.perform("conv_a", command({ type: "stop" }))).toMatchObject({ ok: true });
  expect(call.signal?.aborted).toBe(true);
  expect(JSON.stringify((await model.next()).prompt)).toContain("Go too");
  expect(await store.load("conv_a")).toMatchObject({ conversation: { status: "idle", outcome: "stopped" } });
});

test("[RUN-9] a stop aborts the tool under way; a later result is not recorded", async () => {
  const { startRuntime, command, model, tool, log } = createRuntimeFixture();
  const runtime = startRuntime();
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  (await model.next()).answer({ calls: [calls.once, calls.repeatable] });
  const run = await tool.next();
  await runtime.perform("conv_a", command({ type: "stop" }));
  expect(run.signal.aborted).toBe(true);
  run.answer("Too late.");
  await runtime.stop(enoughMs);
  expect((await log("conv_a")).slice(-3)).toMatchObject([
    { type: "tool.finished", result: { callId: "call_once", text: expect.stringContaining("may or may not") } },
    { type: "tool.finished", result: { callId: "call_repeatable", status: "not-run" } },
    { type: "run.finished", outcome: "stopped" },
  ]);
});

test("[RUN-9] a stop in another process aborts the call at the next heartbeat", async () => {
  const { startRuntime, command, model, log } = createRuntimeFixture();
  const here = startRuntime({ leaseMs: 30 });
  const there = startRuntime();
  await here.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const { signal } = await model.next();
  const aborted = new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
  await there.perform("conv_a", command({ type: "send-message", text: "Wait" }));
  await there.perform("conv_a", command({ type: "stop" }));
  await aborted;
  await here.stop(enoughMs);
  expect((await log("conv_a")).at(-1)).toMatchObject({ type: "run.finished", outcome: "stopped" });
});

test("[CONV-4] a message during a model call discards no reply, is not lost, and the model is called again with it", async () => {
  const { startRuntime, command, model, until } = createRuntimeFixture();
  const runtime = startRuntime();
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const call = await model.next();
  for (const text of ["Wait", "Not so fast"]) await runtime.perform("conv_a", command({ type: "send-message", text }));
  expect(call.signal?.aborted).toBe(false);
  call.answer({ text: "The reply." });
  const next = await model.next();
  expect(next.prompt.map(({ role, content }) => [role, textOf(content)])).toEqual([
    ["user", "Go"],
    ["assistant", "The reply."],
    ["user", "Wait"],
    ["user", "Not so fast"],
  ]);
  next.answer({ text: "Done." });
  expect(await until("conv_a", ({ status }) => status === "idle")).toMatchObject({ mailbox: [] });
});

test("[CONV-4] a message and a reply that conflict are both recorded", async () => {
  const { startRuntime, command, store, model, until, log } = createRuntimeFixture();
  const reports: string[] = [];
  let sendMeanwhile: (() => Promise<unknown>) | undefined;
  const runtime = startRuntime({
    store: {
      ...store,
      async commit(commit) {
        if (commit.epoch === undefined) return store.commit(commit);
        // The message is committed after the worker decided, and before it commits.
        await sendMeanwhile?.();
        sendMeanwhile = undefined;
        const result = await store.commit(commit);
        reports.push(result.ok ? "recorded" : result.reason);
        return result;
      },
    },
  });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const call = await model.next();
  sendMeanwhile = () => runtime.perform("conv_a", command({ type: "send-message", text: "Hurry" }));
  call.answer({ calls: [calls.ask] });
  await until("conv_a", ({ status }) => status === "parked");
  expect(reports).toEqual(["version", "recorded"]);
  expect((await log("conv_a")).slice(4).map(({ type }) => type)).toEqual([
    "message.received",
    "model.replied",
    "inquiry.asked",
  ]);
});

test("[RUN-3] tool.started is in the store before the tool runs", async () => {
  const { startRuntime, command, store, model, tool } = createRuntimeFixture();
  const runtime = startRuntime();
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  (await model.next()).answer({ calls: [calls.once, calls.repeatable] });
  for (const id of ["call_once", "call_repeatable"]) {
    const run = await tool.next();
    expect(await store.load("conv_a")).toMatchObject({
      conversation: { status: "acting", call: { id }, started: true },
    });
    run.answer("done");
  }
  await model.next();
});

test("[RUN-6] after a retryable error the conversation goes on at the stored due time and not before", async () => {
  const { startRuntime, command, clock, store, model, until } = createRuntimeFixture();
  const polled = createNextValue();
  const claim: typeof store.claim = (request) => {
    polled.set();
    return store.claim(request);
  };
  const runtime = startRuntime({ pollMs: 5, store: { ...store, claim } });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const responseHeaders = { "retry-after": "120" };
  (await model.next()).fail(
    new APICallError({ message: "busy", url: "", requestBodyValues: {}, statusCode: 429, responseHeaders }),
  );
  await until("conv_a", (conversation) => conversation.status === "thinking" && conversation.attempt === 2);
  expect(await store.dueIn()).toBe(120_000);
  clock.advance(119_999);
  for (let polls = 0; polls < 3; polls += 1) await polled.next();
  expect(model.unread).toBe(0);
  expect(runtime.inWork).toBe(0);
  clock.advance(1);
  (await model.next()).answer({ text: "Done." });
  await until("conv_a", ({ status }) => status === "idle");
});

test("[CONV-6] the due time survives a restart, as many failures as the terms allow fail the run, and a retry is a linked run", async () => {
  const { startRuntime, command, clock, store, model, until } = createRuntimeFixture({ retry: { attempts: 5 } });
  let runtime = startRuntime();
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    (await model.next()).fail(new Error("overloaded"));
    await until("conv_a", (now) => now.status === "failed" || (now.status === "thinking" && now.attempt > attempt));
    await runtime.stop(enoughMs);
    const dueIn = await store.dueIn();
    expect(dueIn === undefined).toBe(attempt === 5);
    clock.advance(dueIn ?? 0);
    runtime = startRuntime();
  }
  expect(await store.load("conv_a")).toMatchObject({
    conversation: { status: "failed", error: { message: "overloaded", retryable: true } },
  });
  await runtime.perform("conv_a", command({ type: "retry" }));
  (await model.next()).answer({ text: "Done." });
  await until("conv_a", ({ status }) => status === "idle");
  expect(await store.runs("conv_a")).toMatchObject([{ status: "failed" }, { resumedFrom: "run_a_1" }]);
});

test("[RESOLVE-12] a held answer is delivered by a worker when its time is up, and not before", async () => {
  const { startRuntime, command, clock, store, model, until } = createRuntimeFixture();
  const runtime = startRuntime({ pollMs: 5 });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  (await model.next()).answer({ calls: [calls.ask] });
  const inquiryId = openInquiryOf(await until("conv_a", ({ status }) => status === "parked"))?.id ?? "";
  await runtime.perform("conv_a", command({ type: "answer", inquiryId, holdMs: 5_000 }));
  expect(await store.dueIn()).toBe(5_000);
  clock.advance(5_000);
  const call = await model.next();
  expect(JSON.stringify(call.prompt.at(-1))).toContain("Which one?");
  expect(await store.inquiry(inquiryId)).toMatchObject({ status: "answered" });
});

function textOf(content: unknown): string {
  return (content as readonly { readonly text?: string }[]).map(({ text }) => text ?? "").join("");
}
