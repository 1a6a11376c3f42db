/** The time by the server's clock, as far as its responses tell. */
export interface ServerClock {
  now(): number;
  /** Adjusts the clock by the `Date` header of a response; `sentAt` is when the request was sent by the local clock. */
  adjust(date: string | null, sentAt: number): void;
}

export function createServerClock(localNow: () => number = Date.now): ServerClock {
  let aheadMs = 0;
  return {
    now: () => localNow() + aheadMs,
    adjust(date, sentAt) {
      const serverTime = Date.parse(date ?? "");
      if (Number.isNaN(serverTime)) return;
      // The header has whole seconds and was written between request and response; within that range nothing changes.
      const least = serverTime - localNow();
      const most = serverTime + 1_000 - sentAt;
      aheadMs = Math.min(Math.max(aheadMs, least), most);
    },
  };
}
