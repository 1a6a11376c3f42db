/** What time it is by the server's clock, as far as its answers tell. */
export interface ServerTime {
  now(): number;
  /** An answer says, in whole seconds, when it was given; `askedAt` is when that was asked by the clock here. */
  learn(date: string | null, askedAt: number): void;
}

export function createServerTime(clock: () => number = Date.now): ServerTime {
  let aheadMs = 0;
  return {
    now: () => clock() + aheadMs,
    learn(date, askedAt) {
      const told = Date.parse(date ?? "");
      if (Number.isNaN(told)) return;
      // It was given at some time between question and answer; clocks that may agree by that are taken to agree.
      const least = told - clock();
      const most = told + 1_000 - askedAt;
      aheadMs = Math.min(Math.max(aheadMs, least), most);
    },
  };
}
