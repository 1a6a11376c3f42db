import { describe, expect, test } from "vitest";
import { answer, ask, callTool, failCall, finish, open, say, start, stop, wake } from "./commands.ts";
import { type CreateStore, openTestStore } from "./test-store.ts";

const leaseMs = 1_000;
const mine = { owner: "mine", leaseMs, limit: 10 };
const other = { owner: "other", leaseMs, limit: 10 };
const conversationIds = ["conv_a", "conv_b", "conv_c"];

export function leaseContract(name: string, create: CreateStore): void {
  describe(`${name}: leases`, () => {
    test("[STORE-7] a claim takes what is due, oldest first, up to a limit", async () => {
      const { store, clock, performAll } = await openTestStore(create);
      for (const id of ["conv_c", "conv_a", "conv_d", "conv_b"]) {
        if (id === "conv_d") clock.advance(1);
        await performAll(id, start());
      }
      const first = await store.claim({ ...mine, limit: 3 });
      expect(first.map(({ conversation }) => conversation.id)).toEqual(["conv_a", "conv_c", "conv_b"]);
      const stored = await store.load("conv_a");
      expect(first[0]).toEqual({ ...stored, epoch: 1, now: clock.now(), expired: false });
      expect(await store.claim(mine)).toMatchObject([{ conversation: { id: "conv_d" } }]);
      expect(await store.claim(mine)).toEqual([]);
    });

    test("[STORE-7] where more is due than the limit, projects take turns, each with its oldest", async () => {
      const { store, clock, performAll } = await openTestStore(create);
      const projects = { a: "garden", b: "garden", c: "garden", d: "attic", e: "kitchen", f: "garden", g: "kitchen" };
      await performAll("conv_later", start({ project: "cellar" }), failCall(60_000));
      for (const [name, project] of Object.entries(projects)) {
        await performAll(`conv_${name}`, start({ project }));
        clock.advance(1);
      }
      const claimedIds = async (limit: number) =>
        (await store.claim({ ...mine, limit })).map(({ conversation }) => conversation.id);
      expect(await claimedIds(1)).toEqual(["conv_d"]);
      expect(await claimedIds(1)).toEqual(["conv_a"]);
      await performAll("conv_h", start({ project: "attic" }));
      expect(await claimedIds(3)).toEqual(["conv_b", "conv_e", "conv_h"]);
      expect(await claimedIds(2)).toEqual(["conv_c", "conv_g"]);
      expect(await claimedIds(2)).toEqual(["conv_f"]);
    });

    test("[STORE-7] what a project cannot use of its turn goes to the oldest of all", async () => {
      const { store, clock, performAll } = await openTestStore(create);
      for (const name of ["a", "b", "c", "d", "e"]) await performAll(`conv_${name}`, start({ project: "garden" }));
      clock.advance(1);
      await performAll("conv_f", start({ project: "kitchen" }));
      const claims = await store.claim({ ...mine, limit: 5 });
      const ids = claims.map(({ conversation }) => conversation.id);
      expect(ids).toEqual(["conv_a", "conv_b", "conv_c", "conv_d", "conv_f"]);
    });

    test("[STORE-7] a conversation at rest, or due later, is not claimed", async () => {
      const { store, clock, performAll } = await openTestStore(create);
      await performAll("conv_idle", open());
      await performAll("conv_parked", start(), ask());
      expect(await store.dueIn()).toBeUndefined();
      await performAll("conv_held", start(), ask(), answer({ holdMs: 500 }));
      await performAll("conv_resting", start(), failCall(300));
      expect(await store.dueIn()).toBe(300);
      clock.advance(299);
      expect(await store.claim(mine)).toEqual([]);
      clock.advance(1);
      expect(await store.claim(mine)).toMatchObject([{ conversation: { id: "conv_resting" }, expired: false }]);
      expect(await store.dueIn()).toBe(200);
      clock.advance(250);
      expect(await store.dueIn()).toBe(0);
      expect(await store.claim(mine)).toMatchObject([{ conversation: { id: "conv_held" }, expired: false }]);
    });

    test("[OPS-31] a conversation is overdue for as long as a claim could have found it", async () => {
      const { store, clock, performAll } = await openTestStore(create);
      await performAll("conv_parked", start(), ask());
      expect(await store.overdueMs()).toBe(0);
      await performAll("conv_resting", start(), failCall(300));
      clock.advance(300);
      expect(await store.overdueMs()).toBe(0);
      clock.advance(40);
      expect(await store.overdueMs()).toBe(40);
      await performAll("conv_a", start());
      clock.advance(1);
      expect(await store.overdueMs()).toBe(41);
      await store.claim(mine);
      expect(await store.overdueMs()).toBe(0);
      clock.advance(leaseMs + 7);
      expect(await store.overdueMs()).toBe(7);
    });

    test("[STORE-7] a leased conversation is claimed again only when its lease has expired, and the claim says so", async () => {
      const { store, clock, performAll } = await openTestStore(create);
      await performAll("conv_a", start());
      await store.claim(mine);
      clock.advance(leaseMs - 1);
      expect(await store.claim(other)).toEqual([]);
      expect(await store.dueIn()).toBe(1);
      clock.advance(1);
      expect(await store.claim(other)).toMatchObject([{ epoch: 2, expired: true }]);
      expect(await store.claim(mine)).toEqual([]);
    });

    test("[STORE-7] of two expired leases, the conversation that was due first is claimed, not the lease that expired first", async () => {
      const { store, clock, performAll } = await openTestStore(create);
      await performAll("conv_older", start());
      clock.advance(1);
      await performAll("conv_newer", start());
      await store.claim(mine);
      clock.advance(leaseMs - 1);
      await store.extend({ ...mine, conversationIds: ["conv_older"] });
      clock.advance(leaseMs);
      expect(await store.claim({ ...other, limit: 1 })).toMatchObject([{ conversation: { id: "conv_older" } }]);
    });

    test("[STORE-7] an extended lease lasts, and its owner gets the versions of the conversations it holds", async () => {
      const { store, clock, performAll } = await openTestStore(create);
      for (const id of ["conv_a", "conv_b", "conv_c"]) await performAll(id, start());
      await store.claim({ ...mine, limit: 2 });
      await store.claim(other);
      clock.advance(leaseMs - 1);
      await performAll("conv_b", say("Hurry"));
      expect(await store.extend({ ...mine, conversationIds })).toEqual(
        new Map([
          ["conv_a", 4],
          ["conv_b", 5],
        ]),
      );
      clock.advance(1);
      expect(await store.claim(mine)).toMatchObject([{ conversation: { id: "conv_c" }, expired: true }]);
      expect(await store.extend({ ...other, conversationIds })).toEqual(new Map());
    });

    test("[STORE-7] only the leases of the given conversations are extended", async () => {
      const { store, clock, performAll } = await openTestStore(create);
      for (const id of ["conv_a", "conv_b"]) await performAll(id, start());
      await store.claim(mine);
      clock.advance(leaseMs - 1);
      expect(await store.extend({ ...mine, conversationIds: ["conv_b", "conv_unknown"] })).toEqual(
        new Map([["conv_b", 4]]),
      );
      clock.advance(1);
      expect(await store.claim(other)).toMatchObject([{ conversation: { id: "conv_a" }, expired: true }]);
    });

    test("[STORE-7] a released conversation can be claimed at once and does not count as expired", async () => {
      const { store, performAll } = await openTestStore(create);
      await performAll("conv_a", start());
      await store.claim(mine);
      await store.release("conv_a", 1);
      await store.release("conv_unknown", 1);
      expect(await store.claim(other)).toMatchObject([{ epoch: 2, expired: false }]);
    });

    test("[STORE-7] a lease of a conversation at rest makes nothing due", async () => {
      const { store, clock, performAll } = await openTestStore(create);
      await performAll("conv_a", start());
      await store.claim(mine);
      await performAll("conv_a", stop);
      clock.advance(leaseMs * 2);
      expect(await store.dueIn()).toBeUndefined();
      expect(await store.claim(other)).toEqual([]);
    });

    test("[STORE-8] a commit claims the conversation that it makes due", async () => {
      const { store, clock, perform, performAll } = await openTestStore(create);
      expect(await perform("conv_a", start(), { claim: mine })).toEqual({ ok: true, version: 4, epoch: 1 });
      expect(await store.claim(other)).toEqual([]);
      await performAll("conv_b", start(), ask());
      expect(await perform("conv_b", answer(), { claim: mine })).toMatchObject({ ok: true, epoch: 1 });
      expect(await store.dueIn()).toBe(leaseMs);
      clock.advance(leaseMs);
      expect(await store.claim(other)).toMatchObject([{ expired: true }, { expired: true }]);
    });

    test("[STORE-8] a commit claims no conversation at rest and no leased one, even if the lease has expired", async () => {
      const { store, clock, perform, performAll } = await openTestStore(create);
      expect(await perform("conv_a", open(), { claim: mine })).toEqual({ ok: true, version: 1 });
      expect(await store.extend({ ...mine, conversationIds })).toEqual(new Map());
      await performAll("conv_a", say("Go"));
      await store.claim(other);
      expect(await perform("conv_a", say("Go on"), { claim: mine })).toEqual({ ok: true, version: 5 });
      clock.advance(leaseMs);
      expect(await perform("conv_a", say("Go on"), { claim: mine })).toEqual({ ok: true, version: 6 });
      expect(await store.claim(mine)).toMatchObject([{ epoch: 2, expired: true }]);
    });

    test("[STORE-8] a worker keeps its lease while work is due and loses it when none is", async () => {
      const { store, perform, performAll } = await openTestStore(create);
      await performAll("conv_a", start());
      await store.claim(mine);
      expect(await perform("conv_a", callTool("c1"), { epoch: 1 })).toEqual({ ok: true, version: 5, epoch: 1 });
      expect(await store.extend({ ...mine, conversationIds })).toEqual(new Map([["conv_a", 5]]));
      await perform("conv_a", stop, { epoch: 1 });
      expect(await store.extend({ ...mine, conversationIds })).toEqual(new Map());
      expect(await perform("conv_a", say("Again"), { claim: other })).toMatchObject({ ok: true, epoch: 2 });
    });

    test("[STORE-8] a worker loses its lease when the work is due later", async () => {
      const { store, clock, perform, performAll } = await openTestStore(create);
      await performAll("conv_a", start());
      await store.claim(mine);
      expect(await perform("conv_a", failCall(300), { epoch: 1 })).toEqual({ ok: true, version: 5 });
      expect(await store.dueIn()).toBe(300);
      clock.advance(300);
      expect(await store.claim(other)).toMatchObject([{ epoch: 2, expired: false }]);
    });

    test("[STORE-8] an empty commit releases the lease", async () => {
      const { store, clock, perform, performAll } = await openTestStore(create);
      await performAll("conv_a", start(), ask(), answer({ holdMs: 500 }));
      clock.advance(500);
      await store.claim(mine);
      await performAll("conv_a", wake, finish());
      expect(await perform("conv_a", wake, { epoch: 1 })).toMatchObject({ ok: true });
      expect(await store.extend({ ...mine, conversationIds })).toEqual(new Map());
    });

    test("[STORE-8] a person's commit keeps the worker's lease, and the next extension shows the new version", async () => {
      const { store, perform, performAll } = await openTestStore(create);
      await performAll("conv_a", start());
      await store.claim(mine);
      expect(await perform("conv_a", stop)).toEqual({ ok: true, version: 5 });
      expect(await store.extend({ ...mine, conversationIds })).toEqual(new Map([["conv_a", 5]]));
    });
  });
}
