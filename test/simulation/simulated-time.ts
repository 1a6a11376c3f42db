import type { Clock } from "../../packages/server/src/clock.ts";
import type { Host } from "./host.ts";

interface Timer {
  readonly host: Host;
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that only the history moves; due timers fire when the history says so. */
export interface SimulatedTime {
  readonly now: number;
  /** When the history began. */
  readonly start: number;
  /** The store's clock: nobody waits on it. */
  readonly clock: Clock;
  /** The clock of a host, which may be wrong by so much; how long it waits is always right. */
  clockOf(host: Host, skewMs: () => number): Clock;
  /** The first timer of each running host that is due by now. */
  due(): readonly Timer[];
  fire(timer: Timer): void;
  /** When the next timer of a running host is due that is not due yet. */
  next(): number | undefined;
  moveTo(time: number): void;
  forget(host: Host): void;
  reset(): void;
}

const start = 1_000_000_000;

export function createSimulatedTime(): SimulatedTime {
  let now = start;
  /** In the order in which they go off. */
  let timers: Timer[] = [];
  const running = () => timers.filter(({ host }) => host.state === "up");
  return {
    get now() {
      return now;
    },
    start,
    clock: {
      now: () => now,
      elapsed: () => now,
      after() {
        throw new Error("a store does not wait");
      },
    },
    clockOf: (host, skewMs) => ({
      now: () => now + skewMs(),
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
    },
    forget(host) {
      timers = timers.filter((timer) => timer.host !== host);
    },
    reset() {
      now = start;
      timers = [];
    },
  };
}
