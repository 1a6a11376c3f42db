import { atom, onMount, type ReadableAtom } from "nanostores";

/** The time, and timers. */
export interface Clock {
  now(): number;
  /** Calls back once after so many milliseconds; returns how to cancel that. */
  after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

const minuteMs = 60_000;

/** The time at each full minute, while somebody listens. */
export function createMinuteTicker(clock: Clock): ReadableAtom<number> {
  let stop = () => {};
  const minute = atom(clock.now());
  onMount(minute, () => {
    tick();
    return () => stop();
  });
  return minute;

  function tick(): void {
    const now = clock.now();
    stop = clock.after(minuteMs - (now % minuteMs), tick);
    minute.set(now);
  }
}
