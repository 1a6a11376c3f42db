import { describe, expect, test } from "vitest";
import { type CreateStore, createSetting } from "./setting.ts";
import { answer, ask, callTool, failCall, finish, open, say, start, stop, wake } from "./wishes.ts";

const leaseMs = 1_000;
const mine = { owner: "mine", leaseMs, limit: 10 };
const other = { owner: "other", leaseMs, limit: 10 };
const conversationIds = ["conv_a", "conv_b", "conv_c"];

export function leaseContract(name: string, create: CreateStore): void {
  describe(`${name}: leases`, () => {
    test("[STORE-7] a claim takes what is due, oldest first, up to a limit", async () => {
      const { store, clock, performAll } = await createSetting(create);
      for (const id of ["conv_c", "conv_a", "conv_d", "conv_b"]) {
        if (id === "conv_d") clock.turn(1);
        await performAll(id, start());
      }
      const first = await store.claim({ ...mine, limit: 3 });
      expect(first.map(({ conversation }) => conversation.id)).toEqual(["conv_a", "conv_c", "conv_b"]);
      const stored = await store.load("conv_a");
      expect(first[0]).toEqual({ ...stored, epoch: 1, now: clock.now(), expired: false });
      expect(await store.claim(mine)).toMatchObject([{ conversation: { id: "conv_d" } }]);
      expect(await store.claim(mine)).toEqual([]);
    });

    test("[STORE-7] what rests, and what is due later, is not claimed", async () => {
      const { store, clock, performAll } = await createSetting(create);
      await performAll("conv_idle", open());
      await performAll("conv_parked", start(), ask());
      expect(await store.dueIn()).toBeUndefined();
      await performAll("conv_held", start(), ask(), answer({ holdMs: 500 }));
      await performAll("conv_resting", start(), failCall(300));
      expect(await store.dueIn()).toBe(300);
      clock.turn(299);
      expect(await store.claim(mine)).toEqual([]);
      clock.turn(1);
      expect(await store.claim(mine)).toMatchObject([{ conversation: { id: "conv_resting" }, expired: false }]);
      expect(await store.dueIn()).toBe(200);
      clock.turn(250);
      expect(await store.dueIn()).toBe(0);
      expect(await store.claim(mine)).toMatchObject([{ conversation: { id: "conv_held" }, expired: false }]);
    });

    test("[STORE-7] a leased conversation is claimed again only when its lease ran out, which the claim says", async () => {
      const { store, clock, performAll } = await createSetting(create);
      await performAll("conv_a", start());
      await store.claim(mine);
      clock.turn(leaseMs - 1);
      expect(await store.claim(other)).toEqual([]);
      expect(await store.dueIn()).toBe(1);
      clock.turn(1);
      expect(await store.claim(other)).toMatchObject([{ epoch: 2, expired: true }]);
      expect(await store.claim(mine)).toEqual([]);
    });

    test("[STORE-7] an extended lease lasts, and its owner is told what it holds at which version", async () => {
      const { store, clock, performAll } = await createSetting(create);
      for (const id of ["conv_a", "conv_b", "conv_c"]) await performAll(id, start());
      await store.claim({ ...mine, limit: 2 });
      await store.claim(other);
      clock.turn(leaseMs - 1);
      await performAll("conv_b", say("Hurry"));
      expect(await store.extend({ ...mine, conversationIds })).toEqual(
        new Map([
          ["conv_a", 4],
          ["conv_b", 5],
        ]),
      );
      clock.turn(1);
      expect(await store.claim(mine)).toMatchObject([{ conversation: { id: "conv_c" }, expired: true }]);
      expect(await store.extend({ ...other, conversationIds })).toEqual(new Map());
    });

    test("[STORE-7] only the leases that are named are extended", async () => {
      const { store, clock, performAll } = await createSetting(create);
      for (const id of ["conv_a", "conv_b"]) await performAll(id, start());
      await store.claim(mine);
      clock.turn(leaseMs - 1);
      expect(await store.extend({ ...mine, conversationIds: ["conv_b", "conv_unknown"] })).toEqual(
        new Map([["conv_b", 4]]),
      );
      clock.turn(1);
      expect(await store.claim(other)).toMatchObject([{ conversation: { id: "conv_a" }, expired: true }]);
    });

    test("[STORE-7] what is given back can be claimed at once and did not run out", async () => {
      const { store, performAll } = await createSetting(create);
      await performAll("conv_a", start());
      await store.claim(mine);
      await store.release("conv_a", 1);
      await store.release("conv_unknown", 1);
      expect(await store.claim(other)).toMatchObject([{ epoch: 2, expired: false }]);
    });

    test("[STORE-7] a lease on what came to rest makes nothing due", async () => {
      const { store, clock, performAll } = await createSetting(create);
      await performAll("conv_a", start());
      await store.claim(mine);
      await performAll("conv_a", stop);
      clock.turn(leaseMs * 2);
      expect(await store.dueIn()).toBeUndefined();
      expect(await store.claim(other)).toEqual([]);
    });

    test("[STORE-8] a commit claims what it made due, and nobody else can", async () => {
      const { store, clock, perform, performAll } = await createSetting(create);
      expect(await perform("conv_a", start(), { claim: mine })).toEqual({ ok: true, version: 4, epoch: 1 });
      expect(await store.claim(other)).toEqual([]);
      await performAll("conv_b", start(), ask());
      expect(await perform("conv_b", answer(), { claim: mine })).toMatchObject({ ok: true, epoch: 1 });
      expect(await store.dueIn()).toBe(leaseMs);
      clock.turn(leaseMs);
      expect(await store.claim(other)).toMatchObject([{ expired: true }, { expired: true }]);
    });

    test("[STORE-8] a commit claims neither what rests nor what is leased, even when that lease ran out", async () => {
      const { store, clock, perform, performAll } = await createSetting(create);
      expect(await perform("conv_a", open(), { claim: mine })).toEqual({ ok: true, version: 1 });
      expect(await store.extend({ ...mine, conversationIds })).toEqual(new Map());
      await performAll("conv_a", say("Go"));
      await store.claim(other);
      expect(await perform("conv_a", say("Go on"), { claim: mine })).toEqual({ ok: true, version: 5 });
      clock.turn(leaseMs);
      expect(await perform("conv_a", say("Go on"), { claim: mine })).toEqual({ ok: true, version: 6 });
      expect(await store.claim(mine)).toMatchObject([{ epoch: 2, expired: true }]);
    });

    test("[STORE-8] a worker keeps its lease while work is due and loses it when nothing is", async () => {
      const { store, perform, performAll } = await createSetting(create);
      await performAll("conv_a", start());
      await store.claim(mine);
      expect(await perform("conv_a", callTool("c1"), { epoch: 1 })).toEqual({ ok: true, version: 5, epoch: 1 });
      expect(await store.extend({ ...mine, conversationIds })).toEqual(new Map([["conv_a", 5]]));
      await perform("conv_a", stop, { epoch: 1 });
      expect(await store.extend({ ...mine, conversationIds })).toEqual(new Map());
      expect(await perform("conv_a", say("Again"), { claim: other })).toMatchObject({ ok: true, epoch: 2 });
    });

    test("[STORE-8] a worker whose conversation rests for a while gives it up until then", async () => {
      const { store, clock, perform, performAll } = await createSetting(create);
      await performAll("conv_a", start());
      await store.claim(mine);
      expect(await perform("conv_a", failCall(300), { epoch: 1 })).toEqual({ ok: true, version: 5 });
      expect(await store.dueIn()).toBe(300);
      clock.turn(300);
      expect(await store.claim(other)).toMatchObject([{ epoch: 2, expired: false }]);
    });

    test("[STORE-8] a worker that had nothing to record gives up its lease by an empty commit", async () => {
      const { store, clock, perform, performAll } = await createSetting(create);
      await performAll("conv_a", start(), ask(), answer({ holdMs: 500 }));
      clock.turn(500);
      await store.claim(mine);
      await performAll("conv_a", wake, finish());
      expect(await perform("conv_a", wake, { epoch: 1 })).toMatchObject({ ok: true });
      expect(await store.extend({ ...mine, conversationIds })).toEqual(new Map());
    });

    test("[STORE-8] a person's commit leaves the worker's lease alone, so that its next extension shows the new version", async () => {
      const { store, perform, performAll } = await createSetting(create);
      await performAll("conv_a", start());
      await store.claim(mine);
      expect(await perform("conv_a", stop)).toEqual({ ok: true, version: 5 });
      expect(await store.extend({ ...mine, conversationIds })).toEqual(new Map([["conv_a", 5]]));
    });
  });
}
