import { readFileSync } from "node:fs";
import { uptime } from "node:os";

/**
 * The only source of time. `now` is the time of record, which the store decides: deadlines, holds, leases and the times of
 * events. `elapsed` measures how long something takes in this process: limits and waits. Tests pass one that they advance.
 */
export interface Clock {
  now(): number;
  /** Milliseconds since some moment of this process; it never jumps, whatever the machine's clock does. */
  elapsed(): number;
  /** Calls back after so many milliseconds; returns the function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** What the machine knows of time, in milliseconds. */
export interface TimeSources {
  /** The machine's clock, which can be wrong and can jump. */
  wall(): number;
  /** Never jumps; may stand still while the machine is suspended. */
  monotonic(): number;
  /** How long the machine has been running, with the time for which it was suspended; exact to a second. */
  uptime(): number;
  /** Names the time since the machine was started, for which the uptime counts; undefined where the system does not tell. */
  boot(): string | undefined;
}

export const systemTime: TimeSources = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  uptime() {
    try {
      return uptime() * 1000;
    } catch {
      // Where the system does not tell, no time counts as suspended.
      return performance.now();
    }
  },
  boot() {
    try {
      return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    } catch {
      return undefined;
    }
  },
};

/** The machine's clock. A server takes its store's instead. */
export const systemClock: Clock = {
  now: systemTime.wall,
  elapsed: systemTime.monotonic,
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
