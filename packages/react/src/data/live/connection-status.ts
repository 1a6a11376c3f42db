import type { Connection } from "@askback/client";
import { atom, type ReadableAtom } from "nanostores";
import type { Clock } from "../clock.ts";

const breakMs = 2_000;

/** The connection as it is shown: a break counts when it has lasted for two seconds. */
export interface ConnectionStatus {
  readonly connection: ReadableAtom<Connection>;
  report(connection: Connection): void;
  /** Forgets a break that has begun. */
  reset(): void;
}

export function createConnectionStatus(clock: Clock): ConnectionStatus {
  const connection = atom<Connection>("connecting");
  let latest: Connection = "connecting";
  let cancelTimer: (() => void) | undefined;
  let isBroken = false;

  function reset(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    isBroken = false;
  }

  function showBreak(): void {
    isBroken = true;
    connection.set(latest);
  }

  return {
    connection,
    report(reported) {
      latest = reported;
      if (reported === "live") {
        reset();
        connection.set("live");
      } else if (isBroken) connection.set(reported);
      else cancelTimer ??= clock.after(breakMs, showBreak);
    },
    reset,
  };
}
