import { monitorEventLoopDelay } from "node:perf_hooks";

export interface LoopDelay {
  /** By how many milliseconds the event loop was late at least once in each of the last seconds; one pause does not count. */
  delayMs(): number;
  stop(): void;
}

const resolutionMs = 20;
const windows = 3;

export function monitorLoopDelay(windowMs = 1_000): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let latest: readonly number[] = [];
  const timer = setInterval(() => {
    // A sample is the time between two ticks.
    latest = [...latest, histogram.max / 1e6 - resolutionMs].slice(-windows);
    histogram.reset();
  }, windowMs);
  timer.unref();
  return {
    delayMs: () => (latest.length < windows ? 0 : Math.max(0, Math.min(...latest))),
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
