import type { Event } from "@askback/core";
import type { RequestEntry } from "./observe-requests.ts";
import { createRequestTimes } from "./request-times.ts";

/** The server's metrics, in the Prometheus text format. */
export interface Metrics {
  countRequest(entry: RequestEntry): void;
  countEvents(events: readonly Event[]): void;
  /** Counts a commit that was refused because the lease had gone to another worker. */
  countStaleCommit(): void;
  /** Counts a conversation that was taken over because the lease of its worker had expired. */
  countLeaseExpiry(): void;
  /** Counts an attempt to send a notice. */
  countNoticeAttempt(outcome: string): void;
  /** Loads what measures the process, for which a start has no time; the first reading does it as well. */
  load(): Promise<unknown>;
  readonly contentType: string;
  text(): Promise<string>;
}

export interface Measured {
  inWork(): number;
  openInquiries(): Promise<number>;
  /** How far the machine's clock is ahead of the store's. */
  clockSkewMs(): number;
  /** For how long the conversation that has waited longest could have been claimed. */
  overdueMs(): Promise<number>;
  pendingNotices(): Promise<number>;
}

/** What was counted since the metrics were read before. */
export interface MetricCounts {
  readonly events: Counts;
  readonly tokens: Counts;
  readonly noticeAttempts: Counts;
  readonly staleCommits: Counts;
  readonly leaseExpiries: Counts;
}

/** Everything is counted from the start, and prom-client is loaded after it, since a server serves without it. */
export function createMetrics(now: Measured): Metrics {
  const requestTimes = createRequestTimes();
  const counts: MetricCounts = {
    events: createCounts(),
    tokens: createCounts(),
    noticeAttempts: createCounts(),
    staleCommits: createCounts(),
    leaseExpiries: createCounts(),
  };
  let loading: ReturnType<typeof loadRegistry> | undefined;
  async function loadRegistry() {
    const { createRegistry } = await import("./metrics-registry.ts");
    return createRegistry(now, counts);
  }
  function load() {
    loading ??= loadRegistry();
    return loading;
  }
  return {
    countRequest: requestTimes.add,
    countEvents(recorded) {
      for (const event of recorded) {
        counts.events.add(event.type, 1);
        if (event.type !== "model.replied") continue;
        counts.tokens.add("input", event.usage.inputTokens);
        counts.tokens.add("output", event.usage.outputTokens);
      }
    },
    countStaleCommit: () => counts.staleCommits.add("all", 1),
    countLeaseExpiry: () => counts.leaseExpiries.add("all", 1),
    countNoticeAttempt: (outcome) => counts.noticeAttempts.add(outcome, 1),
    load,
    contentType: "text/plain; version=0.0.4; charset=utf-8",
    text: async () => `${await (await load()).metrics()}\n${requestTimes.text()}`,
  };
}

export type Counts = ReturnType<typeof createCounts>;

/** Counts between two readings of the metrics: a counter with labels sorts and joins them whenever it counts. */
function createCounts() {
  let counts = new Map<string, number>();
  return {
    add(name: string, count: number): void {
      counts.set(name, (counts.get(name) ?? 0) + count);
    },
    take(): ReadonlyMap<string, number> {
      const taken = counts;
      counts = new Map();
      return taken;
    },
  };
}
