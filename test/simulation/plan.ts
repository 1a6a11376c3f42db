import type { Random } from "../harness/fuzz/random.ts";

/** The parameters of a history, drawn from the seed before anything happens. */
export type Plan = ReturnType<typeof planOf>;

export const leaseMs = 15_000;
/** Up to so much the clock of a server is wrong in any history. */
export const maxSkewMs = 2_000;
const neverMs = 600_000;

export function planOf(random: Random) {
  const isSkewed = random.below(2) === 0;
  const slots = 1 + random.below(3);
  const kind = random.pick(["polls", "late server", "crashes only", "crashes only"] as const);
  const hasClockJumps = random.below(2) === 0;
  const hasRestores = random.below(2) === 0;
  return {
    /** Each holds one server at a time. */
    slots,
    conversations: 1 + random.below(4),
    cap: 1 + random.below(3),
    /** Steps of the phase with faults. */
    steps: (hasRestores ? 60 : 20) + random.below(90),
    faults: random.pick([0, 1, 2, 3, 5, 8]),
    faultEvery: 6 + random.below(20),
    /** The lower, the more responses of the store are delayed. */
    promptness: random.pick([2, 4, 8]),
    /** How many servers have a follower of their feed. */
    followed: random.pick([0, 1, slots]),
    /** People outside who follow the feed at any server. */
    readers: random.pick([0, 0, 1, 2]),
    isGated: random.below(4) === 0,
    isModelDown: random.below(10) === 0,
    /** Until an inquiry expires; 0 where it does not. */
    deadlineMs: random.pick([0, 0, 0, 8_000, 30_000]),
    /** The clock error of each slot, and of the server that starts late. */
    skews: Array.from({ length: slots + 1 }, () => (isSkewed ? random.below(2 * maxSkewMs) - maxSkewMs : 0)),
    /** A poll hides a lost wake-up, so most histories have none. */
    pollMs: kind === "polls" ? 1_000 : neverMs,
    /** Whether servers are replaced, which releases work that only a poll finds. */
    hasHandovers: kind === "polls",
    /** After errors some work is found only by a server that starts. */
    hasLateServer: kind === "late server",
    hasErrors: kind !== "crashes only",
    hasClockJumps,
    hasRestores,
    /** How much programs ask that run elsewhere. */
    asks: random.pick([0, 1, 2, 4]),
  };
}
