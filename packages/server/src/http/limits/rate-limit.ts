import type { Clock } from "../../clock.ts";

export interface RateLimit {
  /** Takes a token; gives 0, or the seconds to wait until there is one. */
  take(caller: string): number;
  /** Returns a token that was taken for what turned out to cost nothing. */
  giveBack(caller: string): void;
}

/** A token bucket for each caller. Full buckets are removed when there are too many. */
export function createRateLimit(perSecond: number, burst: number, clock: Pick<Clock, "elapsed">): RateLimit {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take(caller) {
      const now = clock.elapsed();
      const bucket = buckets.get(caller) ?? { tokens: burst, at: now };
      const tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
      if (buckets.size > 10_000)
        for (const [key, { at }] of buckets) if ((now - at) / 1000 > burst / perSecond) buckets.delete(key);
      buckets.set(caller, { tokens: tokens < 1 ? tokens : tokens - 1, at: now });
      return tokens < 1 ? Math.ceil((1 - tokens) / perSecond) : 0;
    },
    giveBack(caller) {
      const bucket = buckets.get(caller);
      if (bucket) bucket.tokens = Math.min(burst, bucket.tokens + 1);
    },
  };
}
