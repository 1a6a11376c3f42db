/** Time's only source. Tests pass one that they turn. */
export interface Clock {
  now(): number;
  /** Calls back once so many milliseconds have passed; returns how to prevent that. */
  after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
