/** The only source of time. Tests pass one that they advance. */
export interface Clock {
  now(): number;
  /** Calls back after so many milliseconds; returns the function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
