/** What time it is, and a call back later. Tests pass one that they turn by hand. */
export interface Clock {
  now(): number;
  /** Calls back once after so many milliseconds; returns how to prevent that. */
  after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
