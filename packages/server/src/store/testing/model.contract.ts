import fc from "fast-check";
import { expect, test } from "vitest";
import type { Store } from "../store.ts";
import { createCommandRunner } from "./command-runner.ts";
import { createManualClock, type ManualClock } from "./manual-clock.ts";
import { createMemoryStore } from "./memory-store.ts";
import { leaseOf, type Round, randomRounds, runOperations, type Session } from "./random-operations.ts";
import { readContents } from "./store-contents.ts";
import type { CreateStore } from "./test-store.ts";

export interface ModelOptions {
  readonly numRuns: number;
  /** Whether the store applies operations that are sent at once in the order in which they were sent. */
  readonly inOrder: boolean;
}

/** Runs random operations on a store and on the memory store, which is its model, and compares them. */
export function modelContract(name: string, { numRuns, inOrder }: ModelOptions, create: CreateStore): void {
  test(`[STORE-2] the ${name} behaves as its model for random operations, and an old epoch changes nothing`, async () => {
    await fc.assert(
      fc.asyncProperty(randomRounds, async (rounds) => {
        const clock = createManualClock();
        const store = await create(clock);
        try {
          const applied = inOrder ? rounds : rounds.flatMap(oneByOne);
          await compare(applied, clock, sessionOn(createMemoryStore({ clock }), clock), sessionOn(store, clock));
        } finally {
          await store.close();
        }
      }),
      { numRuns },
    );
  });
}

/** Replaces positions by ranks: stores agree on the order, not on the numbers. */
function withRanks({ events, position, ...contents }: Awaited<ReturnType<typeof readContents>>) {
  const isLast = events.length === 0 || position >= (events.at(-1)?.position ?? 0);
  return { ...contents, isLast, events: events.map((event, index) => ({ ...event, position: index + 1 })) };
}

function oneByOne({ afterMs, operations }: Round): Round[] {
  return operations.map((one, index) => ({ afterMs: index === 0 ? afterMs : 0, operations: [one] }));
}

async function compare(rounds: readonly Round[], clock: ManualClock, model: Session, real: Session): Promise<void> {
  for (const { afterMs, operations } of rounds) {
    clock.advance(afterMs);
    const before = operations.every((one) => isOutdated(model, one)) ? await readContents(real.store) : undefined;
    const expected = await runOperations(model, operations);
    expect(await runOperations(real, operations)).toEqual(expected);
    expect(await real.store.dueIn()).toEqual(await model.store.dueIn());
    if (before) expect(await readContents(real.store)).toEqual(before);
  }
  expect(withRanks(await readContents(real.store))).toEqual(withRanks(await readContents(model.store)));
}

/** Whether an operation comes from a worker that lost its lease. */
function isOutdated(session: Session, operation: Round["operations"][number]): boolean {
  const lease = leaseOf(session, operation);
  return lease !== undefined && session.leases.some(({ id, epoch }) => id === lease.id && epoch > lease.epoch);
}

function sessionOn(store: Store, clock: ManualClock): Session {
  return { store, runner: createCommandRunner(store, clock), leases: [] };
}
