/** How much is measured: the full run takes about twenty minutes, the small one only shows that it works. */
export interface Sizes {
  /** Rounds that count, after one to warm up. */
  readonly rounds: number;
  readonly windowMs: number;
  readonly answers: number;
  /** Parked conversations, and as many with a deadline. */
  readonly parked: number;
  readonly clients: number;
  readonly fanOutEvents: number;
}

export function sizes(isSmall: boolean): Sizes {
  return isSmall
    ? { rounds: 2, windowMs: 1_000, answers: 50, parked: 2_000, clients: 50, fanOutEvents: 5 }
    : { rounds: 5, windowMs: 4_000, answers: 1_000, parked: 1_000_000, clients: 5_000, fanOutEvents: 40 };
}

export const inFlight = 64;
