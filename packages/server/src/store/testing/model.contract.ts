import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryStore } from "../memory-store.ts";
import type { Store } from "../store.ts";
import { contentsOf } from "./contents.ts";
import { type Actor, leaseOf, type Scene, script, takeSteps } from "./script.ts";
import type { CreateStore } from "./setting.ts";
import { createTurnableClock, type TurnableClock } from "./turnable-clock.ts";
import { createWorkbench } from "./workbench.ts";

export interface ModelOptions {
  readonly numRuns: number;
  /** Whether the store does what is sent at the same moment in the order in which it was sent. */
  readonly inOrder: boolean;
}

/** Plays whatever people and workers do on a store and on its model side by side. */
export function modelContract(name: string, { numRuns, inOrder }: ModelOptions, create: CreateStore): void {
  test(`[STORE-2] whatever people and workers do, the ${name} does as its model does, and an old epoch changes nothing`, async () => {
    await fc.assert(
      fc.asyncProperty(script, async (scenes) => {
        const clock = createTurnableClock();
        const store = await create(clock);
        try {
          const played = inOrder ? scenes : scenes.flatMap(oneByOne);
          await playBoth(played, clock, actorOn(createMemoryStore({ clock }), clock), actorOn(store, clock));
        } finally {
          await store.close();
        }
      }),
      { numRuns },
    );
  });
}

/** Positions say what came before what; which numbers they are is the store's business. */
function ranked({ events, position, ...contents }: Awaited<ReturnType<typeof contentsOf>>) {
  const isLast = events.length === 0 || position >= (events.at(-1)?.position ?? 0);
  return { ...contents, isLast, events: events.map((event, index) => ({ ...event, position: index + 1 })) };
}

function oneByOne({ afterMs, steps }: Scene): Scene[] {
  return steps.map((step, index) => ({ afterMs: index === 0 ? afterMs : 0, steps: [step] }));
}

async function playBoth(scenes: readonly Scene[], clock: TurnableClock, model: Actor, real: Actor): Promise<void> {
  for (const { afterMs, steps } of scenes) {
    clock.turn(afterMs);
    const before = steps.every((step) => isOutdated(model, step)) ? await contentsOf(real.store) : undefined;
    const expected = await takeSteps(model, steps);
    expect(await takeSteps(real, steps)).toEqual(expected);
    expect(await real.store.dueIn()).toEqual(await model.store.dueIn());
    if (before) expect(await contentsOf(real.store)).toEqual(before);
  }
  expect(ranked(await contentsOf(real.store))).toEqual(ranked(await contentsOf(model.store)));
}

/** Whether a step comes from a worker whose lease another one got since. */
function isOutdated(actor: Actor, step: Scene["steps"][number]): boolean {
  const lease = leaseOf(actor, step);
  return lease !== undefined && actor.leases.some(({ of, epoch }) => of === lease.of && epoch > lease.epoch);
}

function actorOn(store: Store, clock: TurnableClock): Actor {
  return { store, workbench: createWorkbench(store, clock), leases: [] };
}
