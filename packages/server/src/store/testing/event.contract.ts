import { describe, expect, test } from "vitest";
import type { Store } from "../store.ts";
import { ask, finish, open, say, start } from "./commands.ts";
import { type CreateStore, openTestStore } from "./test-store.ts";

export function eventContract(name: string, create: CreateStore): void {
  describe(`${name}: events`, () => {
    test("[STORE-10] events are read in order, from any position, up to a limit", async () => {
      const { store, performAll } = await openTestStore(create);
      expect(await store.position()).toBe(0);
      await performAll("conv_a", open());
      await performAll("conv_b", start());
      await performAll("conv_a", say("Go"));
      const all = await store.events({ after: 0, limit: 100 });
      expect(all.map(({ conversationId, version, event }) => [conversationId, version, event.type])).toEqual([
        ["conv_a", 1, "conversation.started"],
        ["conv_b", 1, "conversation.started"],
        ["conv_b", 2, "message.received"],
        ["conv_b", 3, "run.started"],
        ["conv_b", 4, "messages.delivered"],
        ["conv_a", 2, "message.received"],
        ["conv_a", 3, "run.started"],
        ["conv_a", 4, "messages.delivered"],
      ]);
      const positions = all.map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
      expect(await store.position()).toBe(positions.at(-1));
      for (const position of [0, ...positions]) expect(await store.isKnownPosition(position)).toBe(true);
      expect(await store.isKnownPosition((positions.at(-1) ?? 0) + 1)).toBe(false);
      expect(await store.isKnownPosition(Number.MAX_SAFE_INTEGER)).toBe(false);
      for (const [index, { position }] of all.entries()) {
        expect(await store.events({ after: position, limit: 100 })).toEqual(all.slice(index + 1));
        expect(await store.events({ after: position, limit: 2 })).toEqual(all.slice(index + 1, index + 3));
      }
    });

    test("[HISTORY-2] a log has an id of its own, which stays the same while it grows", async () => {
      const [one, other] = [await openTestStore(create), await openTestStore(create)];
      const history = await one.store.history();
      expect(history).toMatch(/^[0-9a-z]{16,64}$/);
      expect(await other.store.history()).not.toBe(history);
      await one.performAll("conv_a", start());
      expect(await one.store.history()).toBe(history);
    });

    test("[STORE-10] events are read for some conversations only", async () => {
      const { store, performAll } = await openTestStore(create);
      for (const id of ["conv_a", "conv_b", "conv_c", "conv_a", "conv_c"])
        await performAll(id, (await store.load(id)) ? say("More") : open());
      const all = await store.events({ after: 0, limit: 100 });
      const some = all.filter(({ conversationId }) => conversationId !== "conv_b");
      const conversationIds = ["conv_c", "conv_unknown", "conv_a"];
      expect(await store.events({ after: 0, limit: 100, conversationIds })).toEqual(some);
      expect(await store.events({ after: some[2]?.position ?? 0, limit: 2, conversationIds })).toEqual(
        some.slice(3, 5),
      );
      expect(await store.events({ after: 0, limit: 100, conversationIds: [] })).toEqual([]);
    });

    test("[STORE-10] listeners are called when there is more to read, and only then", async () => {
      const { store, prepare, performAll, perform } = await openTestStore(create);
      const seen: number[] = [];
      const unsubscribe = store.onCommitted(() => void seen.push(seen.length));
      await performAll("conv_a", start());
      expect(seen).toHaveLength(1);
      await writeWithoutEvents(store);
      expect(await store.commit({ ...(await prepare("conv_a", finish())), expectedVersion: 1 })).toMatchObject({
        ok: false,
      });
      expect(seen).toHaveLength(1);
      await perform("conv_a", ask(), { epoch: 1 });
      expect(seen).toHaveLength(2);
      unsubscribe();
      await performAll("conv_a", say("Hello"));
      expect(seen).toHaveLength(2);
    });

    test("[STORE-10] a listener can read what it is called for", async () => {
      const { store, performAll } = await openTestStore(create);
      const found: Promise<readonly unknown[]>[] = [];
      store.onCommitted(() => void found.push(store.events({ after: 0, limit: 10 })));
      await performAll("conv_a", open());
      expect(await Promise.all(found)).toMatchObject([[{ conversationId: "conv_a", version: 1 }]]);
    });
  });
}

/** Every write that records no event. */
async function writeWithoutEvents(store: Store): Promise<void> {
  await store.claim({ owner: "worker", leaseMs: 1_000, limit: 1 });
  await store.extend({ owner: "worker", leaseMs: 1_000, conversationIds: ["conv_a"] });
  await store.release("conv_unknown", 1);
  await store.deleteOldReplies(3_600_000);
}
