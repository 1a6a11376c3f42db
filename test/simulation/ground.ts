import type { Store } from "../../packages/server/src/store/store.ts";
import type { SimulatedTime } from "./simulated-time.ts";

/** A real store on simulated time, for many histories one after the other. */
export interface Ground {
  readonly time: SimulatedTime;
  /** The store as a server in this place opens it. */
  storeOf(place: number): Store;
  /** Makes the disk refuse the next write, where the store has a seam for that. */
  breakNextWrite?(): void;
  close(): Promise<void>;
}
