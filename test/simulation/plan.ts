import type { Random } from "../support/random.ts";

/** What kind of history it is to be; drawn from the seed before anything happens. */
export type Plan = ReturnType<typeof planOf>;

export const leaseMs = 15_000;
const neverMs = 600_000;

export function planOf(random: Random) {
  const isSkewed = random.below(2) === 0;
  const places = 1 + random.below(3);
  const kind = random.pick(["polls", "newcomer", "crashes only", "crashes only"] as const);
  return {
    /** For one server each. */
    places,
    conversations: 1 + random.below(4),
    cap: 1 + random.below(3),
    /** Steps of the storm. */
    steps: 20 + random.below(90),
    faults: random.pick([0, 1, 2, 3, 5, 8]),
    faultEvery: 6 + random.below(20),
    /** The lower, the more answers of the store come late. */
    swiftness: random.pick([2, 4, 8]),
    /** On how many servers somebody follows the feed. */
    followed: random.pick([0, 1, places]),
    isGated: random.below(4) === 0,
    isHopeless: random.below(10) === 0,
    /** By how much the clock of each place is wrong. */
    skews: Array.from({ length: places + 1 }, () => (isSkewed ? random.below(4_000) - 2_000 : 0)),
    /** Looking now and then hides a lost wake, so in most histories nobody does. */
    pollMs: kind === "polls" ? 1_000 : neverMs,
    /** Whether others can give back or write, unheard of, what only somebody who looks now and then finds. */
    hasHandovers: kind === "polls",
    /** After errors some work is only found by looking, which a server that starts does. */
    hasNewcomer: kind === "newcomer",
    hasErrors: kind !== "crashes only",
  };
}
