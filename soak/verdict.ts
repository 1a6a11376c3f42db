import { existsSync, readFileSync } from "node:fs";
import { setTimeout as rest } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { createPostgresStore, type Store } from "@askback/server";
import { acknowledgementFaults } from "./acknowledgement-checks.ts";
import { eventsOf, type RecordedEvent, type Thread, threadFaults } from "./log-checks.ts";
import type { Acknowledged } from "./person.ts";
import { scriptFaults } from "./script-checks.ts";
import { traceFaults } from "./trace-checks.ts";

/** What people and readers know of what happened, to be held against what the database has. */
export interface Evidence {
  readonly databaseUrl: string;
  readonly traceFile: string;
  readonly acknowledged: readonly Acknowledged[];
  /** The positions of all events that a reader is sent; it may still be behind. */
  readonly seen: readonly number[];
}

export interface Verdict {
  readonly violations: readonly string[];
  readonly conversations: number;
  readonly events: number;
  readonly inquiries: number;
  readonly interruptions: number;
  readonly failedRuns: number;
}

/** Reads everything through the store's port and says what does not hold. */
export async function verdictOn({ databaseUrl, traceFile, acknowledged, seen }: Evidence): Promise<Verdict> {
  const store = await createPostgresStore({ url: databaseUrl, failed: () => {} });
  try {
    const restless = await unrest(store);
    const log = await wholeLog(store);
    const threads = await threadsOf(store, log);
    await caughtUp(seen, log.at(-1)?.position ?? 0);
    const trace = existsSync(traceFile) ? readFileSync(traceFile, "utf8").trim().split("\n") : [];
    return {
      violations: [
        ...restless,
        ...threads.flatMap(threadFaults),
        ...threads.flatMap(scriptFaults),
        ...(await projectionFaults(store, log)),
        ...traceFaults(threads, trace),
        ...acknowledgementFaults(acknowledged, threads),
        ...feedFaults(
          seen,
          log.map(({ position }) => position),
        ),
      ],
      conversations: threads.length,
      events: log.length,
      inquiries: eventsOf(log, "inquiry.asked").length,
      interruptions: eventsOf(log, "run.interrupted").length,
      failedRuns: eventsOf(log, "run.failed").length,
    };
  } finally {
    await store.close();
  }
}

const longestWaitMs = 30_000;

/** Waits until nothing is due any more; a last word of a person may still be worked on when its agent had finished. */
async function unrest(store: Store): Promise<readonly string[]> {
  const until = Date.now() + longestWaitMs;
  while ((await store.dueIn()) !== undefined) {
    if (Date.now() > until) return ["work is due that nobody does"];
    await rest(100);
  }
  const open = await store.openInquiryCount();
  return open === 0 ? [] : [`${open} inquiries are still open`];
}

/** Gives the reader time to read to the end; what it has not been sent then, it will never be. */
async function caughtUp(seen: readonly number[], last: number): Promise<void> {
  const until = Date.now() + longestWaitMs;
  while ((seen.at(-1) ?? 0) < last && Date.now() < until) await rest(100);
}

async function wholeLog(store: Store): Promise<readonly RecordedEvent[]> {
  const log: RecordedEvent[] = [];
  while (true) {
    const batch = await store.events({ after: log.at(-1)?.position ?? 0, limit: 1_000 });
    if (batch.length === 0) return log;
    log.push(...batch);
  }
}

async function threadsOf(store: Store, log: readonly RecordedEvent[]): Promise<readonly Thread[]> {
  const logs = Map.groupBy(log, ({ conversationId }) => conversationId);
  const threads: Thread[] = [];
  for (const [id, own] of logs) threads.push({ id, log: own, stored: await store.load(id) });
  return threads;
}

/** What people are shown of inquiries, where it is not what the log says. */
async function projectionFaults(store: Store, log: readonly RecordedEvent[]): Promise<readonly string[]> {
  const resolved = new Map(eventsOf(log, "inquiry.resolved").map((event) => [event.inquiryId, event.resolution]));
  const faults: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.inquiries({ limit: 500, cursor });
    for (const { id, resolution } of page.items) {
      if (!isDeepStrictEqual(resolution, resolved.get(id))) faults.push(`${id}: it is shown otherwise than it ended`);
      resolved.delete(id);
    }
    cursor = page.next;
  } while (cursor !== undefined);
  return [...faults, ...[...resolved.keys()].map((id) => `${id}: it is not shown at all`)];
}

/** A reader gets every event once, in order, whoever sends it. */
function feedFaults(seen: readonly number[], recorded: readonly number[]): readonly string[] {
  const misplaced = seen.filter((position, index) => position <= (seen[index - 1] ?? 0));
  const known = new Set(seen);
  const missed = recorded.filter((position) => !known.has(position));
  return [
    ...(misplaced.length > 0 ? [`a reader was sent ${misplaced.length} events out of order or again`] : []),
    ...(missed.length > 0 ? [`a reader was never sent ${missed.length} events, the first at ${missed[0]}`] : []),
  ];
}
