import { err, ok } from "@askback/core";
import { expect, test } from "vitest";
import type { StoredConversation } from "../store/store.ts";
import { StateTooNew, StoreUnavailable } from "../store/store-unavailable.ts";
import type { Work } from "./claimed-work.ts";
import { type Driver, drive } from "./drive.ts";
import { perform } from "./perform.ts";
import { createRuntimeFixture } from "./testing/runtime-fixture.ts";

/** A claimed conversation whose model is due, and a driver that records its calls. */
async function setUp(overrides: Partial<Driver> = {}) {
  const { command, store, clock } = createRuntimeFixture();
  await perform(store, "conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const [claim] = await store.claim({ owner: "worker", leaseMs: 1_000, limit: 1 });
  if (!claim) throw new Error("the conversation is due");
  const done: string[] = [];
  const driver: Driver = {
    async perform(_, { type }) {
      done.push(type);
      return ok({ ...claim, events: [] });
    },
    load: async () => claim,
    async release(_, epoch) {
      done.push(`release ${epoch}`);
    },
    async *executeEffect(_, effect) {
      done.push(effect.type);
      yield { type: "wake", at: clock.now() };
    },
    isDraining: () => false,
    async waitForRetry() {
      done.push("wait");
    },
    onUnavailable: ({ message }) => void done.push(message),
    ...overrides,
  };
  const work: Work = { conversationId: "conv_a", epoch: claim.epoch, version: claim.version, isLeaseLost: false };
  return { claim, driver, work, done };
}

test("[RUN-1] while a process drains, no effect starts and the lease is released", async () => {
  const { driver, work, claim, done } = await setUp({ isDraining: () => true });
  await drive(driver, work, claim);
  expect(done).toEqual(["release 1"]);
});

test("[RUN-1] a lease that was claimed again during its release is released too", async () => {
  const { driver, work, claim, done } = await setUp({
    isDraining: () => true,
    async release(_, epoch) {
      done.push(`release ${epoch}`);
      if (epoch === 1) work.epoch = 2;
    },
  });
  await drive(driver, work, claim);
  expect(done).toEqual(["release 1", "release 2"]);
});

test("[RUN-1] no effect starts if the process stops while the conversation is loaded", async () => {
  const loading = Promise.withResolvers<void>();
  const loaded = Promise.withResolvers<StoredConversation>();
  let isDraining = false;
  const { driver, work, claim, done } = await setUp({
    isDraining: () => isDraining,
    perform: async () => err({ code: "effect-stale" }),
    load() {
      loading.resolve();
      return loaded.promise;
    },
  });
  const driven = drive(driver, work, { ...claim, expired: true });
  await loading.promise;
  isDraining = true;
  loaded.resolve(claim);
  await driven;
  expect(done).toEqual(["release 1"]);
});

test("[RUN-12] no effect starts if the lease is lost while the conversation is loaded", async () => {
  const loading = Promise.withResolvers<void>();
  const loaded = Promise.withResolvers<StoredConversation>();
  const { driver, work, claim, done } = await setUp({
    perform: async () => err({ code: "effect-stale" }),
    load() {
      loading.resolve();
      return loaded.promise;
    },
  });
  const driven = drive(driver, work, { ...claim, expired: true });
  await loading.promise;
  work.isLeaseLost = true;
  loaded.resolve(claim);
  await driven;
  expect(done).not.toContain("call-model");
});

test("[RUN-12] a worker whose report is refused for its epoch ends without releasing the lease", async () => {
  const { driver, work, claim, done } = await setUp({ perform: async () => err({ code: "lease-lost" }) });
  await drive(driver, work, claim);
  expect(done).toEqual(["call-model"]);
});

test("[CONV-10] an unexpected error ends the drive and keeps the lease until it expires", async () => {
  const { driver, work, claim, done } = await setUp({
    // biome-ignore lint/correctness/useYield: it fails before there is anything to record
    async *executeEffect() {
      throw new Error("a bug");
    },
  });
  await expect(drive(driver, work, claim)).rejects.toThrow("a bug");
  expect(done).toEqual([]);
  expect(work.current).toBeUndefined();
});

test("[RUN-9] an error after an abort is ignored, and the conversation is loaded again", async () => {
  let loads = 0;
  const { driver, work, claim, done } = await setUp({
    async load() {
      loads += 1;
      return undefined;
    },
    // biome-ignore lint/correctness/useYield: it is aborted before there is anything to record
    async *executeEffect(_conversation, _effect, _key, signal) {
      work.current?.abort.abort(new Error("no longer needed"));
      signal.throwIfAborted();
    },
  });
  await drive(driver, work, claim);
  expect([loads, done]).toEqual([1, ["release 1"]]);
});

test("[STORE-20] the result of an effect is kept until the store is available", async () => {
  let outages = 3;
  const failIfUnavailable = () => {
    outages -= 1;
    if (outages >= 0) throw new StoreUnavailable("the database is unavailable");
  };
  const { driver, work, claim, done } = await setUp();
  const idle = { ...claim, conversation: { ...claim.conversation, status: "idle" } } as typeof claim;
  const failing: Driver = {
    ...driver,
    async perform(id, command, options) {
      failIfUnavailable();
      await driver.perform(id, command, options);
      return ok({ ...idle, events: [] });
    },
  };
  await drive(failing, work, claim);
  expect(done).toEqual(["call-model", "the database is unavailable", "wait", "wait", "wait", "wake", "release 1"]);
});

test("[STORE-20] a stopping process does not wait for an unavailable store", async () => {
  let isDraining = false;
  const { driver, work, claim, done } = await setUp({
    isDraining: () => isDraining,
    async perform() {
      throw new StoreUnavailable("the database is unavailable");
    },
    async waitForRetry() {
      isDraining = true;
    },
  });
  await expect(drive(driver, work, claim)).rejects.toThrow(StoreUnavailable);
  expect(done).toEqual(["call-model", "the database is unavailable"]);
});

test("[STORE-20] an effect that needs the store starts again when the store is available", async () => {
  let outages = 1;
  const { driver, work, claim, done } = await setUp();
  const idle = { ...claim, conversation: { ...claim.conversation, status: "idle" } } as typeof claim;
  const interrupted: Driver = {
    ...driver,
    perform: async () => ok({ ...idle, events: [] }),
    async load() {
      done.push("load");
      return claim;
    },
    async *executeEffect(...effect) {
      outages -= 1;
      if (outages >= 0) throw new StoreUnavailable("the database is unavailable");
      yield* driver.executeEffect(...effect);
    },
  };
  await drive(interrupted, work, claim);
  expect(done).toEqual(["the database is unavailable", "wait", "load", "call-model", "release 1"]);
});

test("[STORE-20] the lease of a conversation at rest is released when the store is available", async () => {
  let outages = 2;
  const { driver, work, claim, done } = await setUp({
    async release() {
      outages -= 1;
      if (outages >= 0) throw new StoreUnavailable("the database is unavailable");
      done.push("release");
    },
  });
  const idle = { ...claim, conversation: { ...claim.conversation, status: "idle" } } as typeof claim;
  await drive(driver, work, idle);
  expect(done).toEqual(["the database is unavailable", "wait", "wait", "release"]);
});

test("[STORE-9] the lease of a conversation that a newer server has written is released", async () => {
  const tooNew = async () => {
    throw new StateTooNew("too new");
  };
  const reported = await setUp({ perform: tooNew });
  await drive(reported.driver, reported.work, reported.claim);
  expect(reported.done).toEqual(["call-model", "too new", "wait", "release 1"]);
  const loaded = await setUp({ perform: async () => err({ code: "effect-stale" }), load: tooNew });
  await drive(loaded.driver, loaded.work, loaded.claim);
  expect(loaded.done).toEqual(["call-model", "release 1"]);
});
