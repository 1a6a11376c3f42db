import { expect, test } from "vitest";
import { perform } from "./perform.ts";
import { createRuntimeFixture } from "./testing/runtime-fixture.ts";

const lease = { owner: "worker", leaseMs: 1_000, limit: 1 };

test("[RUN-12] a report under an old epoch is refused and changes nothing", async () => {
  const { command, store, clock, log } = createRuntimeFixture();
  await perform(store, "conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  await store.claim(lease);
  clock.advance(1_000);
  await store.claim({ ...lease, owner: "other" });
  const before = [await store.load("conv_a"), await log("conv_a")];
  const late = await perform(store, "conv_a", command({ type: "stop" }), { epoch: 1 });
  expect(late).toEqual({ ok: false, error: { code: "lease-lost" } });
  expect([await store.load("conv_a"), await log("conv_a")]).toEqual(before);
  expect(await perform(store, "conv_a", command({ type: "stop" }), { epoch: 2 })).toMatchObject({ ok: true });
});

test("[CONV-8] a report on an obsolete effect is refused, also if its sender knew an older state", async () => {
  const { command, store, log } = createRuntimeFixture();
  await perform(store, "conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const known = await store.load("conv_a");
  if (!known) throw new Error("the conversation was started");
  await perform(store, "conv_a", command({ type: "stop" }));
  const before = await log("conv_a");
  const report = {
    type: "record-reply",
    effect: "call-model/run_a_1/1/1/",
    parts: [{ type: "text", text: "Too late." }],
    usage: { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0 },
    at: 1,
  } as const;
  expect(await perform(store, "conv_a", report, { known })).toEqual({ ok: false, error: { code: "effect-stale" } });
  expect(await log("conv_a")).toEqual(before);
});

test("[STORE-1] concurrent commands are each decided on what the others recorded", async () => {
  const { command, store, log } = createRuntimeFixture();
  await perform(store, "conv_a", command({ type: "start", conversationId: "conv_a" }));
  const texts = Array.from({ length: 10 }, (_, index) => `Message ${index}`);
  const sent = await Promise.all(
    texts.map((text) => perform(store, "conv_a", command({ type: "send-message", text }))),
  );
  expect(sent.every(({ ok }) => ok)).toBe(true);
  const events = await log("conv_a");
  const received = events.flatMap((event) => (event.type === "message.received" ? [event.text] : []));
  expect(received.sort()).toEqual(texts);
  expect(events.filter(({ type }) => type === "run.started")).toHaveLength(1);
});

test("[STORE-6] a command under a key that has a reply gets that reply and records nothing", async () => {
  const { command, store, log } = createRuntimeFixture();
  const key = { principal: "ana", route: "POST /", key: "k1" };
  const how = { reply: () => ({ ...key, fingerprint: "f", status: 201, body: "first" }) };
  const second = { reply: () => ({ ...key, fingerprint: "f", status: 201, body: "second" }) };
  const start = command({ type: "start", conversationId: "conv_a" });
  expect(await perform(store, "conv_a", start, how)).toMatchObject({ ok: true });
  const message = command({ type: "send-message", text: "Go" });
  expect(await perform(store, "conv_a", message, second)).toEqual({
    ok: false,
    error: { code: "already-replied", reply: { fingerprint: "f", status: 201, body: "first" } },
  });
  expect(await log("conv_a")).toHaveLength(1);
});
