import fc from "fast-check";
import { expect, test } from "vitest";
import type { Backend } from "./backends.ts";
import { answer, finish, remove, start } from "./commands.ts";
import { createManualClock } from "./manual-clock.ts";
import { randomRounds, runOperations } from "./random-operations.ts";
import { copyArchive, exportLines, fillStore, untilSealed, withStore } from "./sample-data.ts";
import { readContents } from "./store-contents.ts";

type CreateBackend = () => Promise<Backend>;

/** The rules for copying one store into another. */
export function archiveContract(from: CreateBackend, to: CreateBackend): void {
  test("[STORE-21] an export and import copies everything exactly, and work goes on in the copy", async () => {
    const clock = createManualClock();
    const [source, target] = [await from(), await to()];
    const [before, lines] = await withStore(source, clock, async (store, runner) => {
      await fillStore(runner);
      await untilSealed(store);
      // The store is open meanwhile, as beside a running server.
      return [await readContents(store), await exportLines(source.archive)] as const;
    });
    await copyArchive(source.archive, target.archive);
    await withStore(target, clock, async (store, { performAll }) => {
      expect(await readContents(store)).toEqual(before);
      expect((await store.conversations({ limit: 9, text: "blackbird" })).items).toHaveLength(2);
      expect((await store.conversations({ limit: 9, parentId: "conv_spawning" })).items).toHaveLength(1);
      expect((await store.inquiries({ limit: 9, resolvedBy: "ana" })).items).toHaveLength(1);
      const moved = await exportLines(target.archive);
      expect(moved[0]).toBe(lines[0]);
      expect([...moved].sort()).toEqual([...lines].sort());
      await performAll("conv_parked", answer(), finish());
      await performAll("conv_acting", remove);
      await performAll("conv_new", start());
      const added = await store.events({ after: before.position, limit: 100 });
      expect(added.map(({ conversationId }) => conversationId)).toContain("conv_new");
      expect(added[0]?.position).toBeGreaterThan(before.position);
      expect(await store.isLogComplete({ after: 0 })).toBe(true);
    });
  });

  test("[STORE-21] a copy of a copy equals the original after random operations", async () => {
    await fc.assert(
      fc.asyncProperty(randomRounds, async (rounds) => {
        const clock = createManualClock();
        const [source, target, copy] = [await from(), await to(), await from()];
        const before = await withStore(source, clock, async (store, runner) => {
          const session = { store, runner, leases: [] };
          for (const { afterMs, operations } of rounds) {
            clock.advance(afterMs);
            await runOperations(session, operations);
          }
          return readContents(store);
        });
        await copyArchive(source.archive, target.archive);
        await copyArchive(target.archive, copy.archive);
        // Leases are not copied, so leased conversations are due.
        const { dueIn: _, ...expected } = before;
        for (const backend of [target, copy])
          await withStore(backend, clock, async (store) => expect(await readContents(store)).toMatchObject(expected));
        expect((await exportLines(copy.archive)).sort()).toEqual((await exportLines(source.archive)).sort());
      }),
      { numRuns: 5 },
    );
  });

  test("[STORE-21] a conversation that was leased can be claimed in the copy at once", async () => {
    const clock = createManualClock();
    const [source, target] = [await from(), await to()];
    const lease = { owner: "worker", leaseMs: 60_000, limit: 10 };
    await withStore(source, clock, async (store, { performAll }) => {
      await performAll("conv_a", start());
      await store.claim(lease);
    });
    await copyArchive(source.archive, target.archive);
    await withStore(target, clock, async (store) =>
      expect(await store.claim(lease)).toMatchObject([{ conversation: { id: "conv_a" }, epoch: 1, expired: false }]),
    );
  });

  test("[STORE-21] an import into a store with data is refused and changes nothing", async () => {
    const clock = createManualClock();
    const [source, target] = [await from(), await to()];
    await withStore(source, clock, (_, runner) => fillStore(runner));
    const before = await withStore(target, clock, async (store, { performAll }) => {
      await performAll("conv_mine", start({ title: "Mine" }));
      return readContents(store);
    });
    await expect(copyArchive(source.archive, target.archive)).rejects.toThrow("this store is not empty");
    await withStore(target, clock, async (store) => expect(await readContents(store)).toEqual(before));
  });

  test("[STORE-21] an export is a snapshot: commits during the export are not in it", async () => {
    const clock = createManualClock();
    const [source, target] = [await from(), await to()];
    await withStore(source, clock, async (store, runner) => {
      await fillStore(runner);
      const before = await readContents(store);
      const reading = source.archive.read();
      const lines = [(await reading.next()).value];
      await runner.performAll("conv_parked", answer(), finish());
      await runner.performAll("conv_late", start());
      for await (const value of reading) lines.push(value);
      await copyArchive({ ...source.archive, read: () => replayed(lines) }, target.archive);
      await withStore(target, clock, async (copy) => expect(await readContents(copy)).toEqual(before));
    });
  });
}

async function* replayed<Value>(values: readonly Value[]): AsyncGenerator<Value> {
  yield* values;
}
