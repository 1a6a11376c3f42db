import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryStore } from "../memory-store.ts";
import type { Store } from "../store.ts";
import { contentsOf } from "../testing/contents.ts";
import { type Actor, leaseOf, type Scene, script, takeSteps } from "../testing/script.ts";
import { createTurnableClock, type TurnableClock } from "../testing/turnable-clock.ts";
import { createWorkbench } from "../testing/workbench.ts";
import { createSqliteStore } from "./sqlite-store.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

test("[STORE-2] whatever people and workers do, the SQLite store does as its model does, and an old epoch changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(script, async (scenes) => {
      const clock = createTurnableClock();
      const store = createSqliteStore({ folder: temporaryFolder(), clock });
      try {
        await playBoth(scenes, clock, actorOn(createMemoryStore({ clock }), clock), actorOn(store, clock));
      } finally {
        await store.close();
      }
    }),
    { numRuns: 60 },
  );
});

async function playBoth(scenes: readonly Scene[], clock: TurnableClock, model: Actor, real: Actor): Promise<void> {
  for (const { afterMs, steps } of scenes) {
    clock.turn(afterMs);
    const before = steps.every((step) => isOutdated(model, step)) ? await contentsOf(real.store) : undefined;
    const expected = await takeSteps(model, steps);
    expect(await takeSteps(real, steps)).toEqual(expected);
    expect(await real.store.nextDue()).toEqual(await model.store.nextDue());
    if (before) expect(await contentsOf(real.store)).toEqual(before);
  }
  expect(await contentsOf(real.store)).toEqual(await contentsOf(model.store));
}

/** Whether a step comes from a worker whose lease another one got since. */
function isOutdated(actor: Actor, step: Scene["steps"][number]): boolean {
  const lease = leaseOf(actor, step);
  return lease !== undefined && actor.leases.some(({ of, epoch }) => of === lease.of && epoch > lease.epoch);
}

function actorOn(store: Store, clock: TurnableClock): Actor {
  return { store, workbench: createWorkbench(store, clock), leases: [] };
}
