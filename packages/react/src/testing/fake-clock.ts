import { environmentManager } from "@tanstack/query-core";
import { onTestFinished, vi } from "vitest";
import { type Clock, systemClock } from "../data/clock.ts";

export interface FakeClock extends Clock {
  /** Lets time pass, and what is due happen in its order. */
  advance(ms: number): void;
}

/** Replaces the timers of the test, those of the libraries too, by timers that fire when the clock advances. */
export function createFakeClock(start = Date.UTC(2026, 10, 15, 9)): FakeClock {
  // Query sets no timers where there is no window.
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers({ now: start });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return { ...systemClock, advance: (ms) => void vi.advanceTimersByTime(ms) };
}
