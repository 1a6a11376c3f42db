const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long to wait after the first failed try, the second and so on; the last one repeats. */
const delaysMs = [
  5_000,
  30_000,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  12 * hourMs,
] as const;

/** A notice is tried for this long. */
const windowMs = 72 * hourMs;
/** A receiver may ask for a longer wait, but not for more than this. */
const maxAskedMs = 12 * hourMs;
/** Waits differ by up to this part, so that notices which failed together are not tried together. */
const jitter = 0.2;

export interface FailedTry {
  /** How many tries there were. */
  readonly tries: number;
  /** When they began, and the time now, by the store's clock. */
  readonly triedFrom: number;
  readonly now: number;
  /** How long the receiver asked to wait. */
  readonly retryAfterMs?: number | undefined;
}

/** How long to wait before the next try; undefined when the notice has been tried for long enough. */
export function retryDelay(
  { tries, triedFrom, now, retryAfterMs = 0 }: FailedTry,
  random: () => number,
): number | undefined {
  const usual = delaysMs[Math.min(Math.max(tries, 1), delaysMs.length) - 1] ?? 0;
  const spread = usual * (1 - jitter + 2 * jitter * random());
  const wait = Math.round(Math.max(spread, Math.min(retryAfterMs, maxAskedMs)));
  return now + wait - triedFrom > windowMs ? undefined : wait;
}
