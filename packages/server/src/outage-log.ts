import type { ServerLog } from "./server.ts";
import { StoreUnavailable } from "./store/store-unavailable.ts";

/** How often an outage that goes on is logged. */
const repeatMs = 600_000;
/** After how long without an error an outage is over; while it lasts something tries every few seconds. */
const quietMs = 60_000;

/**
 * Logs why the store cannot be used when that begins and when the reason changes, and then rarely: everything that works
 * tries again every second, and on a full disk the log may be on that disk too. Other errors are all logged.
 */
export function logOutagesRarely(log: ServerLog, elapsed: () => number): ServerLog {
  const outages = new Map<string, { loggedAt: number; seenAt: number }>();

  /** Whether an error is one of an outage that was logged. */
  function isLogged(what: string, error: unknown): boolean {
    if (!(error instanceof StoreUnavailable)) return false;
    const now = elapsed();
    const name = JSON.stringify([what, error.name, error.code]);
    const outage = outages.get(name);
    if (outage && now - outage.seenAt < quietMs && now - outage.loggedAt < repeatMs) {
      outage.seenAt = now;
      return true;
    }
    outages.set(name, { loggedAt: now, seenAt: now });
    return false;
  }

  return {
    request: (entry) => log.request(entry),
    failure: (entry) => log.failure(entry),
    agents: (unavailable) => log.agents(unavailable),
    foreignOrigin: (origin) => log.foreignOrigin(origin),
    error(what, error, ids) {
      if (!isLogged(what, error)) log.error(what, error, ids);
    },
  };
}
