import { onTestFinished } from "vitest";
import type { Clock } from "../../clock.ts";
import type { Store } from "../store.ts";
import { createTurnableClock, type TurnableClock } from "./turnable-clock.ts";
import { createWorkbench, type Workbench } from "./workbench.ts";

/** Opens an empty store on a clock. */
export type CreateStore = (clock: Clock) => Promise<Store>;

export interface Setting extends Workbench {
  readonly store: Store;
  readonly clock: TurnableClock;
}

/** A fresh store for one test, closed when the test ends. */
export async function createSetting(create: CreateStore): Promise<Setting> {
  const clock = createTurnableClock();
  const store = await create(clock);
  onTestFinished(() => store.close());
  return { store, clock, ...createWorkbench(store, clock) };
}
