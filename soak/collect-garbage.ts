import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export const collectGarbageSignal = "SIGUSR2";

/** Collects all garbage of this process at each signal, so that what is left of its heap can be compared. */
export function collectGarbageOnSignal(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  process.on(collectGarbageSignal, () => collect());
}
