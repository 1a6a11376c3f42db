import fc from "fast-check";
import { expect, test } from "vitest";
import { contentsOf } from "./contents.ts";
import { fill, inStore, linesOf, move } from "./filled-store.ts";
import type { Home } from "./home.ts";
import { script, takeSteps } from "./script.ts";
import { createTurnableClock } from "./turnable-clock.ts";
import { answer, finish, remove, start } from "./wishes.ts";

type CreateHome = () => Promise<Home>;

/** What moving from one store into another promises. */
export function archiveContract(from: CreateHome, to: CreateHome): void {
  test("[STORE-21] everything moves, to the letter, and work goes on at the new place", async () => {
    const clock = createTurnableClock();
    const [source, target] = [await from(), await to()];
    const [before, lines] = await inStore(source, clock, async (store, workbench) => {
      await fill(workbench);
      // Beside the store that is open, as beside a running server.
      return [await contentsOf(store), await linesOf(source.archive)] as const;
    });
    await move(source.archive, target.archive);
    await inStore(target, clock, async (store, { performAll }) => {
      expect(await contentsOf(store)).toEqual(before);
      expect((await store.conversations({ limit: 9, text: "blackbird" })).items).toHaveLength(2);
      expect((await store.conversations({ limit: 9, parentId: "conv_spawning" })).items).toHaveLength(1);
      expect((await store.inquiries({ limit: 9, resolvedBy: "ana" })).items).toHaveLength(1);
      const moved = await linesOf(target.archive);
      expect(moved[0]).toBe(lines[0]);
      expect([...moved].sort()).toEqual([...lines].sort());
      await performAll("conv_parked", answer(), finish());
      await performAll("conv_acting", remove);
      await performAll("conv_new", start());
      const added = await store.events({ after: before.position, limit: 100 });
      expect(added.map(({ conversationId }) => conversationId)).toContain("conv_new");
      expect(added[0]?.position).toBe(before.position + 1);
      expect(await store.isWhole({ after: 0 })).toBe(true);
    });
  });

  test("[STORE-21] what was moved there and back is as it was, whatever people and workers did", async () => {
    await fc.assert(
      fc.asyncProperty(script, async (scenes) => {
        const clock = createTurnableClock();
        const [source, target, again] = [await from(), await to(), await from()];
        const before = await inStore(source, clock, async (store, workbench) => {
          const actor = { store, workbench, leases: [] };
          for (const { afterMs, steps } of scenes) {
            clock.turn(afterMs);
            await takeSteps(actor, steps);
          }
          return contentsOf(store);
        });
        await move(source.archive, target.archive);
        await move(target.archive, again.archive);
        // Leases stay behind, so what was in work is due.
        const { dueIn: _, ...expected } = before;
        for (const home of [target, again])
          await inStore(home, clock, async (store) => expect(await contentsOf(store)).toMatchObject(expected));
        expect((await linesOf(again.archive)).sort()).toEqual((await linesOf(source.archive)).sort());
      }),
      { numRuns: 5 },
    );
  });

  test("[STORE-21] a conversation in work is free to be claimed at the new place, at once", async () => {
    const clock = createTurnableClock();
    const [source, target] = [await from(), await to()];
    const lease = { owner: "worker", leaseMs: 60_000, limit: 10 };
    await inStore(source, clock, async (store, { performAll }) => {
      await performAll("conv_a", start());
      await store.claim(lease);
    });
    await move(source.archive, target.archive);
    await inStore(target, clock, async (store) =>
      expect(await store.claim(lease)).toMatchObject([{ conversation: { id: "conv_a" }, epoch: 1, expired: false }]),
    );
  });

  test("[STORE-21] a store that holds something takes nothing, and keeps what it has", async () => {
    const clock = createTurnableClock();
    const [source, target] = [await from(), await to()];
    await inStore(source, clock, (_, workbench) => fill(workbench));
    const before = await inStore(target, clock, async (store, { performAll }) => {
      await performAll("conv_mine", start({ title: "Mine" }));
      return contentsOf(store);
    });
    await expect(move(source.archive, target.archive)).rejects.toThrow("this store is not empty");
    await inStore(target, clock, async (store) => expect(await contentsOf(store)).toEqual(before));
  });

  test("[STORE-21] what is committed while it is read is not in it, and nothing is half in it", async () => {
    const clock = createTurnableClock();
    const [source, target] = [await from(), await to()];
    await inStore(source, clock, async (store, workbench) => {
      await fill(workbench);
      const before = await contentsOf(store);
      const reading = source.archive.read();
      const lines = [(await reading.next()).value];
      await workbench.performAll("conv_parked", answer(), finish());
      await workbench.performAll("conv_late", start());
      for await (const value of reading) lines.push(value);
      await move({ ...source.archive, read: () => replayed(lines) }, target.archive);
      await inStore(target, clock, async (copy) => expect(await contentsOf(copy)).toEqual(before));
    });
  });
}

async function* replayed<Value>(values: readonly Value[]): AsyncGenerator<Value> {
  yield* values;
}
