import type { Clock } from "../clock.ts";
import type { Notepad } from "./places.ts";

/** How far the server's clock is ahead of this device's, as far as that is known: what both wrote is compared by it. */
export interface ServerClock {
  /** The server says what time it is. */
  learn(time: string): void;
  /** What the server's clock showed when this device's showed that time. */
  timeOf(localTime: string): number;
  forget(): void;
}

export function createServerClock(notepad: Notepad, clock: Clock, origin: string): ServerClock {
  const key = `clock:${origin}`;
  return {
    learn: (time) => notepad.set(key, String(Date.parse(time) - clock.now())),
    timeOf: (localTime) => Date.parse(localTime) + (Number(notepad.get(key) ?? 0) || 0),
    forget: () => notepad.delete(key),
  };
}
