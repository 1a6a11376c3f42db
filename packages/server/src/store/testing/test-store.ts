import { onTestFinished } from "vitest";
import type { Clock } from "../../clock.ts";
import type { Store } from "../store.ts";
import { type CommandRunner, createCommandRunner } from "./command-runner.ts";
import { createManualClock, type ManualClock } from "./manual-clock.ts";

/** Opens an empty store on a clock. */
export type CreateStore = (clock: Clock) => Promise<Store>;

export interface TestStore extends CommandRunner {
  readonly store: Store;
  readonly clock: ManualClock;
}

/** An empty store for one test, closed when the test ends. */
export async function openTestStore(create: CreateStore): Promise<TestStore> {
  const clock = createManualClock();
  const store = await create(clock);
  onTestFinished(() => store.close());
  return { store, clock, ...createCommandRunner(store, clock) };
}
