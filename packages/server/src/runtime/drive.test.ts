import { err, ok } from "@askback/core";
import { expect, test } from "vitest";
import type { Stored } from "../store/store.ts";
import { StateTooNew, StoreUnavailable } from "../store/store-unavailable.ts";
import { type Driver, drive, type Work } from "./drive.ts";
import { perform } from "./perform.ts";
import { createWorkshop } from "./testing/workshop.ts";

/** A thinking conversation that was claimed, and a driver that writes down what it is asked to do. */
async function setUp(overrides: Partial<Driver> = {}) {
  const { command, store, clock } = createWorkshop();
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
    async *carryOut(_, effect) {
      done.push(effect.type);
      yield { type: "wake", at: clock.now() };
    },
    isDraining: () => false,
    async rest() {
      done.push("rest");
    },
    away: ({ message }) => void done.push(message),
    ...overrides,
  };
  const work: Work = { conversationId: "conv_a", epoch: claim.epoch, version: claim.version, lost: false };
  return { claim, driver, work, done };
}

test("[RUN-1] while a process drains, no effect is begun and the conversation is given back", async () => {
  const { driver, work, claim, done } = await setUp({ isDraining: () => true });
  await drive(driver, work, claim);
  expect(done).toEqual(["release 1"]);
});

test("[RUN-1] what was claimed again while it was given back is given back too", async () => {
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

test("[RUN-1] a stop that comes while a worker looks at its conversation leaves it nothing to begin", async () => {
  const loading = Promise.withResolvers<void>();
  const loaded = Promise.withResolvers<Stored>();
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

test("[RUN-12] a worker that lost its lease while it looked at its conversation begins nothing", async () => {
  const loading = Promise.withResolvers<void>();
  const loaded = Promise.withResolvers<Stored>();
  const { driver, work, claim, done } = await setUp({
    perform: async () => err({ code: "effect-stale" }),
    load() {
      loading.resolve();
      return loaded.promise;
    },
  });
  const driven = drive(driver, work, { ...claim, expired: true });
  await loading.promise;
  work.lost = true;
  loaded.resolve(claim);
  await driven;
  expect(done).not.toContain("call-model");
});

test("[RUN-12] a worker whose report is refused for its epoch ends without touching the lease", async () => {
  const { driver, work, claim, done } = await setUp({ perform: async () => err({ code: "lease-lost" }) });
  await drive(driver, work, claim);
  expect(done).toEqual(["call-model"]);
});

test("[CONV-10] an error that no abort explains ends the drive and keeps the lease, which then runs out", async () => {
  const { driver, work, claim, done } = await setUp({
    // biome-ignore lint/correctness/useYield: it fails before there is anything to record
    async *carryOut() {
      throw new Error("a bug");
    },
  });
  await expect(drive(driver, work, claim)).rejects.toThrow("a bug");
  expect(done).toEqual([]);
  expect(work.current).toBeUndefined();
});

test("[RUN-9] an error that an abort explains is none: the worker looks at what is wanted now", async () => {
  let loads = 0;
  const { driver, work, claim, done } = await setUp({
    async load() {
      loads += 1;
      return undefined;
    },
    // biome-ignore lint/correctness/useYield: it is aborted before there is anything to record
    async *carryOut(_conversation, _effect, _key, signal) {
      work.current?.abort.abort(new Error("no longer wanted"));
      signal.throwIfAborted();
    },
  });
  await drive(driver, work, claim);
  expect([loads, done]).toEqual([1, ["release 1"]]);
});

test("[STORE-20] what an effect brought about waits for a store that is away, and is not thrown away", async () => {
  let outages = 3;
  const away = () => {
    outages -= 1;
    if (outages >= 0) throw new StoreUnavailable("the database is away");
  };
  const { driver, work, claim, done } = await setUp();
  const idle = { ...claim, conversation: { ...claim.conversation, status: "idle" } } as typeof claim;
  const patient: Driver = {
    ...driver,
    async perform(id, command, options) {
      away();
      await driver.perform(id, command, options);
      return ok({ ...idle, events: [] });
    },
  };
  await drive(patient, work, claim);
  expect(done).toEqual(["call-model", "the database is away", "rest", "rest", "rest", "wake", "release 1"]);
});

test("[STORE-20] a process that stops does not wait for a store that is away", async () => {
  let isDraining = false;
  const { driver, work, claim, done } = await setUp({
    isDraining: () => isDraining,
    async perform() {
      throw new StoreUnavailable("the database is away");
    },
    async rest() {
      isDraining = true;
    },
  });
  await expect(drive(driver, work, claim)).rejects.toThrow(StoreUnavailable);
  expect(done).toEqual(["call-model", "the database is away"]);
});

test("[STORE-20] an effect that needs a store that is away is begun again when that is back", async () => {
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
    async *carryOut(...effect) {
      outages -= 1;
      if (outages >= 0) throw new StoreUnavailable("the database is away");
      yield* driver.carryOut(...effect);
    },
  };
  await drive(interrupted, work, claim);
  expect(done).toEqual(["the database is away", "rest", "load", "call-model", "release 1"]);
});

test("[STORE-20] a conversation at rest is given back when a store that was away is back", async () => {
  let outages = 2;
  const { driver, work, claim, done } = await setUp({
    async release() {
      outages -= 1;
      if (outages >= 0) throw new StoreUnavailable("the database is away");
      done.push("release");
    },
  });
  const idle = { ...claim, conversation: { ...claim.conversation, status: "idle" } } as typeof claim;
  await drive(driver, work, idle);
  expect(done).toEqual(["the database is away", "rest", "rest", "release"]);
});

test("[STORE-9] a conversation that a newer server has written meanwhile is given back for that one to go on", async () => {
  const tooNew = async () => {
    throw new StateTooNew("too new");
  };
  const reported = await setUp({ perform: tooNew });
  await drive(reported.driver, reported.work, reported.claim);
  expect(reported.done).toEqual(["call-model", "too new", "rest", "release 1"]);
  const loaded = await setUp({ perform: async () => err({ code: "effect-stale" }), load: tooNew });
  await drive(loaded.driver, loaded.work, loaded.claim);
  expect(loaded.done).toEqual(["call-model", "release 1"]);
});
