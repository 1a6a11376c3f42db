import type { Clock } from "../clock.ts";

const patienceMs = 5_000;

/** Forgets something when nobody has listened for a while; a page that is only rebuilt finds it as it was. */
export function createDrowsy(clock: Clock, forget: () => void) {
  let prevent: (() => void) | undefined;
  return {
    stir(isHeard: boolean): void {
      prevent?.();
      prevent = isHeard ? undefined : clock.after(patienceMs, forget);
    },
  };
}
