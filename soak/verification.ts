import { existsSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Store } from "@askback/server";
import { acknowledgementFaults } from "./acknowledgement-checks.ts";
import type { EventWatcher } from "./event-watcher.ts";
import type { Lost } from "./faults/restore.ts";
import {
  eventsOf,
  expiryFaults,
  isExternal,
  keyFaults,
  type RecordedEvent,
  scriptFaults,
  type Thread,
  threadFaults,
} from "./log-checks.ts";
import type { Acknowledged } from "./person.ts";
import { lostInquiryFaults, withoutLost } from "./restore-checks.ts";
import { traceFaults } from "./trace-checks.ts";

/** What clients observed, to be compared with the database. */
export interface Evidence {
  readonly traceFile: string;
  readonly acknowledged: readonly Acknowledged[];
  /** What a reader received; it may still be behind. */
  readonly reader: Pick<EventWatcher, "positions" | "start">;
  /** What restores have lost. */
  readonly lost: Lost;
  /** When somebody saw that an inquiry had expired, by the clock of the store. */
  readonly expiredAt: ReadonlyMap<string, number>;
}

export interface Verification {
  readonly violations: readonly string[];
  readonly conversations: number;
  readonly events: number;
  readonly inquiries: number;
  readonly expired: number;
  readonly externalAsks: number;
  readonly interruptions: number;
  readonly failedRuns: number;
}

/** Reads everything through the store, closes it, and returns the violations. */
export async function verify(
  store: Store,
  { traceFile, acknowledged, reader, lost, expiredAt }: Evidence,
): Promise<Verification> {
  try {
    const unfinished = await waitUntilAtRest(store);
    const log = await readLog(store);
    const threads = await readThreads(store, log);
    await waitForReader(reader.positions, log.at(-1)?.position ?? 0);
    const trace = existsSync(traceFile) ? readFileSync(traceFile, "utf8").trim().split("\n") : [];
    const positions = log.map(({ position }) => position).filter((position) => position > reader.start);
    return {
      violations: [
        ...unfinished,
        ...threads.flatMap(threadFaults),
        ...threads.filter((thread) => !isExternal(thread)).flatMap(scriptFaults),
        ...keyFaults(log),
        ...expiryFaults(log, expiredAt),
        ...(await projectionFaults(store, log)),
        ...traceFaults(threads, withoutLost(trace, lost.trace), lost.trace),
        ...acknowledgementFaults(acknowledged, threads, lost.acknowledged),
        ...lostInquiryFaults(log, lost.inquiries),
        ...feedFaults(reader.positions, positions),
      ],
      conversations: threads.length,
      events: log.length,
      inquiries: eventsOf(log, "inquiry.asked").length,
      expired: eventsOf(log, "inquiry.resolved").filter(({ resolution }) => resolution.type === "expired").length,
      externalAsks: eventsOf(log, "inquiry.asked").filter(({ inquiry }) => inquiry.origin).length,
      interruptions: eventsOf(log, "run.interrupted").length,
      failedRuns: eventsOf(log, "run.failed").length,
    };
  } finally {
    await store.close();
  }
}

const maxWaitMs = 30_000;

/** Waits until nothing is due; a last message may still be in work after its agent had finished. */
async function waitUntilAtRest(store: Store): Promise<readonly string[]> {
  const until = Date.now() + maxWaitMs;
  while ((await store.dueIn()) !== undefined) {
    if (Date.now() > until) return ["work stays due"];
    await delay(100);
  }
  const open = await store.openInquiryCount();
  return open === 0 ? [] : [`${open} inquiries are still open`];
}

/** Waits until the reader has reached the end of the log, up to a limit. */
async function waitForReader(seen: readonly number[], last: number): Promise<void> {
  const until = Date.now() + maxWaitMs;
  while ((seen.at(-1) ?? 0) < last && Date.now() < until) await delay(100);
}

async function readLog(store: Store): Promise<readonly RecordedEvent[]> {
  const log: RecordedEvent[] = [];
  while (true) {
    const batch = await store.events({ after: log.at(-1)?.position ?? 0, limit: 1_000 });
    if (batch.length === 0) return log;
    log.push(...batch);
  }
}

async function readThreads(store: Store, log: readonly RecordedEvent[]): Promise<readonly Thread[]> {
  const logs = Map.groupBy(log, ({ conversationId }) => conversationId);
  const threads: Thread[] = [];
  for (const [id, own] of logs) threads.push({ id, log: own, stored: await store.load(id) });
  return threads;
}

/** Inquiries whose record differs from the log. */
async function projectionFaults(store: Store, log: readonly RecordedEvent[]): Promise<readonly string[]> {
  const resolved = new Map(eventsOf(log, "inquiry.resolved").map((event) => [event.inquiryId, event.resolution]));
  const faults: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.inquiries({ limit: 500, cursor });
    for (const { id, resolution } of page.items) {
      if (!isDeepStrictEqual(resolution, resolved.get(id)))
        faults.push(`${id}: its record differs from its resolution`);
      resolved.delete(id);
    }
    cursor = page.next;
  } while (cursor !== undefined);
  return [...faults, ...[...resolved.keys()].map((id) => `${id}: it has no record`)];
}

/** A reader must receive every event once and in order, from whichever server. */
function feedFaults(seen: readonly number[], recorded: readonly number[]): readonly string[] {
  const misplaced = seen.filter((position, index) => position <= (seen[index - 1] ?? 0));
  const known = new Set(seen);
  const missed = recorded.filter((position) => !known.has(position));
  return [
    ...(misplaced.length > 0 ? [`a reader was sent ${misplaced.length} events out of order or again`] : []),
    ...(missed.length > 0 ? [`a reader was never sent ${missed.length} events, the first at ${missed[0]}`] : []),
  ];
}
