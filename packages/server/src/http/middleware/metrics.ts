import type { Event } from "@askback/core";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { RequestEntry } from "./observe-requests.ts";

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
  readonly contentType: string;
  text(): Promise<string>;
}

interface Measured {
  inWork(): number;
  openInquiries(): Promise<number>;
  /** How far the machine's clock is ahead of the store's. */
  clockSkewMs(): number;
  /** For how long the conversation that has waited longest could have been claimed. */
  overdueMs(): Promise<number>;
  pendingNotices(): Promise<number>;
}

export function createMetrics(now: Measured): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: "askback_http_request_seconds",
    help: "Time to answer HTTP requests",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const eventCounts = createCounts();
  new Counter({
    name: "askback_events_total",
    help: "Recorded events",
    labelNames: ["type"],
    registers,
    collect() {
      for (const [type, count] of eventCounts.take()) this.inc({ type }, count);
    },
  });
  const stale = new Counter({
    name: "askback_stale_commits_total",
    help: "Commits refused because the lease had gone to another worker",
    registers,
  });
  const expiries = new Counter({
    name: "askback_lease_expiries_total",
    help: "Conversations taken over because the lease of their worker had expired",
    registers,
  });
  const noticeAttempts = new Counter({
    name: "askback_notice_attempts_total",
    help: "Attempts to send notices such as webhooks",
    labelNames: ["outcome"],
    registers,
  });
  const tokenCounts = createCounts();
  new Counter({
    name: "askback_tokens_total",
    help: "Tokens of recorded model calls",
    labelNames: ["kind"],
    registers,
    collect() {
      for (const [kind, count] of tokenCounts.take()) this.inc({ kind }, count);
    },
  });
  new Gauge({
    name: "askback_conversations_in_work",
    help: "Conversations that this process works on",
    registers,
    collect() {
      this.set(now.inWork());
    },
  });
  new Gauge({
    name: "askback_clock_skew_seconds",
    help: "How far this machine's clock is ahead of the store's",
    registers,
    collect() {
      this.set(now.clockSkewMs() / 1000);
    },
  });
  new Gauge({
    name: "askback_open_inquiries",
    help: "Inquiries that wait for a person",
    registers,
    collect() {
      return setRead(this, now.openInquiries());
    },
  });
  new Gauge({
    name: "askback_oldest_due_seconds",
    help: "How long the conversation that is due first has waited for a worker",
    registers,
    collect() {
      return setRead(
        this,
        now.overdueMs().then((ms) => ms / 1000),
      );
    },
  });
  new Gauge({
    name: "askback_notices_pending",
    help: "Notices such as webhooks that are not delivered yet",
    registers,
    collect() {
      return setRead(this, now.pendingNotices());
    },
  });
  return {
    countRequest: ({ method, route, status, ms }) => requests.observe({ method, route, status }, ms / 1000),
    countEvents(recorded) {
      for (const event of recorded) {
        eventCounts.add(event.type, 1);
        if (event.type !== "model.replied") continue;
        tokenCounts.add("input", event.usage.inputTokens);
        tokenCounts.add("output", event.usage.outputTokens);
      }
    },
    countStaleCommit: () => stale.inc(),
    countLeaseExpiry: () => expiries.inc(),
    countNoticeAttempt: (outcome) => noticeAttempts.inc({ outcome }),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

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

/** The other metrics are still sent while the database is unavailable. */
async function setRead(gauge: Gauge, reading: Promise<number>): Promise<void> {
  gauge.set(await reading.catch(() => Number.NaN));
}
