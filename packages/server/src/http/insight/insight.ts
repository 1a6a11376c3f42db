import { setImmediate } from "node:timers/promises";
import type * as wire from "@askback/core/wire";
import type { AuditStore } from "../../store/audit/audit.ts";
import type { Services } from "../services.ts";
import { toIsoTime } from "../views.ts";
import { countedTypes, createEntryCounts } from "./count-entries.ts";
import { readRepeatedQuestions } from "./repeated-questions.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How much is read at most, the newest first to be kept, and how much at once. */
export interface InsightLimits {
  readonly entries: number;
  readonly perRead: number;
  readonly keptMs: number;
}

const defaultLimits: InsightLimits = { entries: 500_000, perRead: 1_000, keptMs: 30_000 };

export type ReadInsight = (project: string, days: number) => Promise<wire.Insight>;

/**
 * Computes what the audit of a project tells. One computation runs at a time and reads in small steps, so that nobody
 * else waits for it; its result is given to everybody who asks within half a minute.
 */
export function createInsight(
  { store, clock }: Pick<Services, "store" | "clock">,
  limits: InsightLimits = defaultLimits,
): ReadInsight {
  const kept = new Map<string, { readonly at: number; readonly insight: Promise<wire.Insight> }>();
  let last: Promise<unknown> = Promise.resolve();

  async function compute(project: string, days: number): Promise<wire.Insight> {
    const to = clock.now();
    const end = (await store.audit.chainOf(project)).number;
    const wanted = await firstSince(store.audit, project, to - days * dayMs, end);
    const first = Math.max(wanted, end - limits.entries);
    const isWhole = first === wanted;
    const from = isWhole ? to - days * dayMs : await timeOf(store.audit, project, first, to);
    const counts = createEntryCounts({ from, to, partMs: (to - from) / partsOf(days) });
    for (let after = first; after < end; ) {
      const page = await store.audit.entries({ project, after, limit: limits.perRead, types: countedTypes });
      for (const entry of page) counts.add(entry);
      if (page.length < limits.perRead) break;
      after = page.at(-1)?.seal.number ?? end;
      await setImmediate();
    }
    const counted = counts.end(await store.openInquiryCount({ project }));
    const repeated = await readRepeatedQuestions(store, project, from);
    return {
      from: toIsoTime(from),
      to: toIsoTime(to),
      computedAt: toIsoTime(to),
      isWhole,
      ...counted,
      open: counted.open.map((part) => ({ ...part, at: toIsoTime(part.at) })),
      repeated: repeated.map((one) => ({ ...one, lastAskedAt: toIsoTime(one.lastAskedAt) })),
    };
  }

  return (project, days) => {
    const now = clock.now();
    for (const [key, { at }] of kept) if (now - at > limits.keptMs) kept.delete(key);
    const key = JSON.stringify([project, days]);
    const known = kept.get(key);
    if (known) return known.insight;
    const insight = last.then(() => compute(project, days));
    last = insight.catch(() => kept.delete(key));
    kept.set(key, { at: now, insight });
    return insight;
  };
}

/** Hours of up to two days, days of up to three months, weeks of a year. */
function partsOf(days: number): number {
  if (days <= 2) return days * 24;
  return days <= 92 ? days : Math.ceil(days / 7);
}

/** The number before the first entry since a time, by binary search: times grow with the numbers, nearly. */
async function firstSince(audit: AuditStore, project: string, since: number, end: number): Promise<number> {
  let [old, young] = [0, end];
  while (old < young) {
    const middle = Math.floor((old + young) / 2);
    const [entry] = await audit.entries({ project, after: middle, limit: 1 });
    if (entry && entry.at < since) old = middle + 1;
    else young = middle;
  }
  return old;
}

async function timeOf(audit: AuditStore, project: string, number: number, otherwise: number): Promise<number> {
  const [entry] = await audit.entries({ project, after: number, limit: 1 });
  return entry?.at ?? otherwise;
}
