import type { TimeSources } from "../../clock.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** What a machine knows of time, as a test says. */
export interface TestTime {
  readonly sources: TimeSources;
  /** Time goes on, on every source. */
  pass(ms: number): void;
  /** Somebody sets the machine's clock ahead or back. */
  jump(ms: number): void;
  /** The machine is suspended: its monotonic time stands still. */
  suspend(ms: number): void;
}

let boots = 0;

/** A machine that was started a while ago. */
export function createTestTime(wallStart: number): TestTime {
  boots += 1;
  const boot = `boot-${boots}`;
  let wall = wallStart;
  let monotonic = 5_000;
  let uptime = 70_000;
  return {
    sources: { wall: () => wall, monotonic: () => monotonic, uptime: () => uptime, boot: () => boot },
    pass(ms) {
      wall += ms;
      monotonic += ms;
      uptime += ms;
    },
    jump(ms) {
      wall += ms;
    },
    suspend(ms) {
      wall += ms;
      uptime += ms;
    },
  };
}
