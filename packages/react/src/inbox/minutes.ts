import type { Clock } from "../clock.ts";
import { createCell } from "../live/cell.ts";
import type { Source } from "../live/source.ts";

const minute = 60_000;

/** The time, once a minute: one ticker for everything that shows how long something waits. */
export function createMinutes(clock: Clock): Source<number> {
  let stop = () => {};
  const minutes = createCell(clock.now(), (isHeard) => {
    stop();
    if (isHeard) tick();
  });
  return minutes;

  function tick(): void {
    const now = clock.now();
    stop = clock.after(minute - (now % minute), tick);
    minutes.set(now);
  }
}
