/** The time as data's only source. Tests pass one that they turn. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
