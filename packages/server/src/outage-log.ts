import type { ServerLog } from "./server-log.ts";
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
  const outages = new Map<string, { loggedAt: number; seenAt: number; repeats: number }>();

  /** Logs an error unless it is one of an outage that was logged; the next line says how many were not. */
  function logRarely(what: string, error: StoreUnavailable, ids: Readonly<Record<string, string>>): void {
    const now = elapsed();
    const name = JSON.stringify([what, error.name, error.code]);
    const outage = outages.get(name);
    if (outage && now - outage.seenAt < quietMs && now - outage.loggedAt < repeatMs) {
      outage.seenAt = now;
      outage.repeats += 1;
      return;
    }
    outages.set(name, { loggedAt: now, seenAt: now, repeats: 0 });
    log.error(what, error, outage && outage.repeats > 0 ? { ...ids, repeats: String(outage.repeats) } : ids);
  }

  return {
    request: (entry) => log.request(entry),
    failure: (entry) => log.failure(entry),
    agents: (unavailable) => log.agents(unavailable),
    unknownNames: (found) => log.unknownNames?.(found),
    foreignOrigin: (origin) => log.foreignOrigin(origin),
    error(what, error, ids) {
      if (error instanceof StoreUnavailable) logRarely(what, error, ids);
      else log.error(what, error, ids);
    },
  };
}
