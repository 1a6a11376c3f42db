import type { Random } from "../harness/fuzz/random.ts";

/** The parameters of a history, drawn from the seed before anything happens. */
export type Plan = ReturnType<typeof planOf>;

export const leaseMs = 15_000;
const neverMs = 600_000;

export function planOf(random: Random) {
  const isSkewed = random.below(2) === 0;
  const slots = 1 + random.below(3);
  const kind = random.pick(["polls", "late server", "crashes only", "crashes only"] as const);
  return {
    /** Each holds one server at a time. */
    slots,
    conversations: 1 + random.below(4),
    cap: 1 + random.below(3),
    /** Steps of the phase with faults. */
    steps: 20 + random.below(90),
    faults: random.pick([0, 1, 2, 3, 5, 8]),
    faultEvery: 6 + random.below(20),
    /** The lower, the more responses of the store are delayed. */
    promptness: random.pick([2, 4, 8]),
    /** How many servers have a follower of their feed. */
    followed: random.pick([0, 1, slots]),
    isGated: random.below(4) === 0,
    isModelDown: random.below(10) === 0,
    /** The clock error of each slot, and of the server that starts late. */
    skews: Array.from({ length: slots + 1 }, () => (isSkewed ? random.below(4_000) - 2_000 : 0)),
    /** A poll hides a lost wake-up, so most histories have none. */
    pollMs: kind === "polls" ? 1_000 : neverMs,
    /** Whether servers are replaced, which releases work that only a poll finds. */
    hasHandovers: kind === "polls",
    /** After errors some work is found only by a server that starts. */
    hasLateServer: kind === "late server",
    hasErrors: kind !== "crashes only",
  };
}
