import type { Clock, TimeSources } from "../../packages/server/src/clock.ts";
import { createSteadyClock } from "../../packages/server/src/store/sqlite/clock/steady-clock.ts";
import type { Host } from "./host.ts";

interface Timer {
  readonly host: Host;
  readonly at: number;
  readonly callback: () => void;
}

/** When a store believes the clock of its machine, though it should not. */
export type ClockFault = "always believed" | "believed at a start";

/** A clock that only the history moves; due timers fire when the history says so. */
export interface SimulatedTime {
  readonly now: number;
  /** When the history began. */
  readonly start: number;
  /** The store's clock, which follows the clock of its machine as that of a data folder does: nobody waits on it. */
  readonly clock: Clock;
  /** Sets the clock of the store's machine ahead or back. */
  jump(ms: number): void;
  /** Whether that clock was ahead for so long that the store may have followed it. */
  readonly mayBeAhead: boolean;
  /** To be called when the store is opened again: its clock goes on where it was. */
  reopen(): void;
  /** The clock of a host, which differs from the store's by so much; how long it waits is always right. */
  clockOf(host: Host, skewMs: number): Clock;
  /** The first timer of each running host that is due by now. */
  due(): readonly Timer[];
  fire(timer: Timer): void;
  /** When the next timer of a running host is due that is not due yet. */
  next(): number | undefined;
  moveTo(time: number): void;
  forget(host: Host): void;
  /** Begins a history; with a fault the store believes the clock of its machine at any time, or when it is opened again. */
  reset(fault?: ClockFault): void;
}

const start = 1_000_000_000;
/** A lead of the machine's clock that lasts for so long is followed. */
const doubtMs = 300_000;

export function createSimulatedTime(): SimulatedTime {
  let now = start;
  /** In the order in which they go off. */
  let timers: Timer[] = [];
  let wallErrorMs = 0;
  let aheadSince = Number.POSITIVE_INFINITY;
  let wasBelieved = false;
  let fault: ClockFault | undefined;
  const sources: TimeSources = {
    wall: () => now + wallErrorMs,
    monotonic: () => now,
    uptime: () => now,
    boot: () => "boot",
  };
  let steady = createSteadyClock({ time: start, isCurrent: false }, sources);
  const storeNow = () => (fault === "always believed" ? sources.wall() : steady.now());
  function mayBeAhead(): boolean {
    wasBelieved ||= now - aheadSince >= doubtMs;
    return wasBelieved;
  }
  const running = () => timers.filter(({ host }) => host.state === "up");
  return {
    get now() {
      return now;
    },
    start,
    clock: {
      now: storeNow,
      elapsed: () => now,
      after() {
        throw new Error("a store does not wait");
      },
    },
    jump(ms) {
      mayBeAhead();
      wallErrorMs += ms;
      // Servers read the clock all the time, so no jump and no long time escapes the store.
      steady.now();
      aheadSince = wallErrorMs > 0 ? Math.min(aheadSince, now) : Number.POSITIVE_INFINITY;
    },
    get mayBeAhead() {
      return mayBeAhead();
    },
    reopen() {
      steady = createSteadyClock({ time: steady.now(), isCurrent: fault !== "believed at a start" }, sources);
    },
    clockOf: (host, skewMs) => ({
      now: () => storeNow() + skewMs,
      elapsed: () => now,
      after(ms, callback) {
        const timer: Timer = { host, at: now + Math.max(0, ms), callback };
        const slot = timers.findIndex(({ at }) => at > timer.at);
        timers.splice(slot < 0 ? timers.length : slot, 0, timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
    }),
    due() {
      const hosts = new Set<Host>();
      return running().filter(({ host, at }) => at <= now && !hosts.has(host) && hosts.add(host));
    },
    fire(timer) {
      timers = timers.filter((other) => other !== timer);
      timer.callback();
    },
    next: () => running().find(({ at }) => at > now)?.at,
    moveTo(time) {
      now = Math.max(now, time);
      steady.now();
    },
    forget(host) {
      timers = timers.filter((timer) => timer.host !== host);
    },
    reset(injected) {
      now = start;
      timers = [];
      wallErrorMs = 0;
      aheadSince = Number.POSITIVE_INFINITY;
      wasBelieved = false;
      fault = injected;
      steady = createSteadyClock({ time: start, isCurrent: false }, sources);
    },
  };
}
