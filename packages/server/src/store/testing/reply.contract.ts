import { describe, expect, test } from "vitest";
import { askElsewhere, open, remove, say, start } from "./commands.ts";
import { readContents } from "./store-contents.ts";
import { type CreateStore, openTestStore } from "./test-store.ts";

const key = { principal: "ana", route: "POST /v1/conversations", key: "k1" };
const reply = { fingerprint: "f1", status: 201, body: '{"id":"conv_a"}' };

export function replyContract(name: string, create: CreateStore): void {
  describe(`${name}: stored replies`, () => {
    test("[STORE-6] a reply is stored with its commit", async () => {
      const { store, perform } = await openTestStore(create);
      expect(await store.reply(key)).toBeUndefined();
      expect(await perform("conv_a", start(), { reply: { ...key, ...reply } })).toMatchObject({ ok: true });
      expect(await store.reply(key)).toEqual(reply);
      for (const other of [{ principal: "bob" }, { route: "POST /v1/inquiries" }, { key: "k2" }])
        expect(await store.reply({ ...key, ...other })).toBeUndefined();
    });

    test("[STORE-6] a second commit under the same key is refused with the first one's reply and changes nothing", async () => {
      const { store, perform } = await openTestStore(create);
      await perform("conv_a", start(), { reply: { ...key, ...reply } });
      const before = await readContents(store);
      const second = { ...key, fingerprint: "f2", status: 202, body: "{}" };
      expect(await perform("conv_b", start(), { reply: second })).toEqual({ ok: false, reason: "reply", reply });
      expect(await perform("conv_a", say("again"), { reply: second })).toEqual({ ok: false, reason: "reply", reply });
      expect(await readContents(store)).toEqual(before);
      expect(await store.reply(key)).toEqual(reply);
    });

    test("[STORE-6] of commits sent at once under one key, the first wins", async () => {
      const { store, prepare } = await openTestStore(create);
      const [a, b] = await Promise.all(["conv_a", "conv_b"].map((id) => prepare(id, open())));
      if (!a || !b) throw new Error("two commits were prepared");
      const results = await Promise.all([
        store.commit({ ...a, reply: { ...key, ...reply } }),
        store.commit({ ...b, reply: { ...key, ...reply, body: "{}" } }),
      ]);
      expect(results).toEqual([
        { ok: true, version: 1 },
        { ok: false, reason: "reply", reply },
      ]);
      expect(await store.load("conv_b")).toBeUndefined();
    });

    test("[STORE-6] a commit that is refused stores no reply", async () => {
      const { store, prepare, performAll } = await openTestStore(create);
      await performAll("conv_a", start());
      const commit = await prepare("conv_a", say("hello"), { reply: { ...key, ...reply } });
      expect(await store.commit({ ...commit, expectedVersion: 1 })).toMatchObject({ reason: "version" });
      expect(await store.commit({ ...commit, epoch: 1 })).toMatchObject({ reason: "epoch" });
      expect(await store.reply(key)).toBeUndefined();
    });

    test("[STORE-6] old replies are deleted, younger ones stay", async () => {
      const { store, clock, perform } = await openTestStore(create);
      await perform("conv_a", open(), { reply: { ...key, ...reply } });
      clock.advance(1);
      await perform("conv_b", open(), { reply: { ...key, ...reply, key: "k2" } });
      clock.advance(5_000);
      await store.deleteOldReplies(5_000);
      expect(await store.reply(key)).toBeUndefined();
      expect(await store.reply({ ...key, key: "k2" })).toEqual(reply);
    });

    test("[EXTERNAL-45] a reply that lasts is deleted by no age, only with its conversation", async () => {
      const { store, clock, perform, performAll } = await openTestStore(create);
      const lasting = { ...key, ...reply, lasting: true } as const;
      await perform("conv_a", askElsewhere(), { reply: lasting });
      await perform("conv_a", askElsewhere(), { reply: { ...key, ...reply, key: "k2" } });
      clock.advance(20 * 365 * 24 * 3_600_000);
      await store.deleteOldReplies(1);
      expect(await store.reply(key)).toEqual(reply);
      expect(await store.reply({ ...key, key: "k2" })).toBeUndefined();
      expect(await perform("conv_b", askElsewhere(), { reply: lasting })).toEqual({
        ok: false,
        reason: "reply",
        reply,
      });
      await performAll("conv_a", remove);
      expect(await store.reply(key)).toBeUndefined();
      expect(await perform("conv_b", askElsewhere(), { reply: lasting })).toMatchObject({ ok: true });
    });
  });
}
