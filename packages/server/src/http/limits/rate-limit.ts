import type { Clock } from "../../clock.ts";

export interface RateLimit {
  /** Takes a token; gives 0, or the seconds to wait until there is one. */
  take(caller: string): number;
  /** What `take` would give; takes nothing. */
  wait(caller: string): number;
}

/** A token bucket for each caller. Full buckets are removed when there are too many. */
export function createRateLimit(perSecond: number, burst: number, clock: Pick<Clock, "elapsed">): RateLimit {
  const buckets = new Map<string, { tokens: number; at: number }>();
  function tokensOf(caller: string, now: number): number {
    const bucket = buckets.get(caller) ?? { tokens: burst, at: now };
    return Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
  }

  const secondsUntilNext = (tokens: number) => (tokens < 1 ? Math.ceil((1 - tokens) / perSecond) : 0);

  return {
    take(caller) {
      const now = clock.elapsed();
      const tokens = tokensOf(caller, now);
      if (buckets.size > 10_000)
        for (const [key, { at }] of buckets) if ((now - at) / 1000 > burst / perSecond) buckets.delete(key);
      buckets.set(caller, { tokens: tokens < 1 ? tokens : tokens - 1, at: now });
      return secondsUntilNext(tokens);
    },
    wait: (caller) => secondsUntilNext(tokensOf(caller, clock.elapsed())),
  };
}
