import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Counts, Measured, MetricCounts } from "./metrics.ts";

/** The metrics of the process, what was counted, and what is looked up when they are read. */
export function createRegistry(now: Measured, counts: MetricCounts): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const addCounter = (name: string, help: string, counted: Counts, label?: string) =>
    new Counter({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers,
      collect() {
        for (const [value, count] of counted.take())
          if (label === undefined) this.inc(count);
          else this.inc({ [label]: value }, count);
      },
    });
  addCounter("askback_events_total", "Recorded events", counts.events, "type");
  addCounter(
    "askback_stale_commits_total",
    "Commits refused because the lease had gone to another worker",
    counts.staleCommits,
  );
  addCounter(
    "askback_lease_expiries_total",
    "Conversations taken over because the lease of their worker had expired",
    counts.leaseExpiries,
  );
  addCounter(
    "askback_notice_attempts_total",
    "Attempts to send notices such as webhooks",
    counts.noticeAttempts,
    "outcome",
  );
  addCounter("askback_tokens_total", "Tokens of recorded model calls", counts.tokens, "kind");
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
  return registry;
}

/** The other metrics are still sent while the database is unavailable. */
async function setRead(gauge: Gauge, reading: Promise<number>): Promise<void> {
  gauge.set(await reading.catch(() => Number.NaN));
}
