import { type ResolutionType, resolutionTypes } from "@askback/core";
import type { NewAuditEntry } from "../../store/audit/audit.ts";

export interface Span {
  readonly from: number;
  readonly to: number;
  /** How long each part is; the last one ends with `to`. */
  readonly partMs: number;
}

interface Part {
  readonly at: number;
  readonly open: number;
  readonly asked: number;
  readonly waited: number;
}

interface Waits {
  asked: number;
  waited: number;
  /** How long each took that a person settled. */
  readonly times: number[];
}

export interface Answering {
  readonly answered: number;
  readonly median?: number;
  readonly p95?: number;
}

export interface EntryCounts {
  readonly asked: number;
  readonly resolved: number;
  readonly waited: number;
  readonly open: readonly Part[];
  readonly outcomes: readonly { readonly resolution: ResolutionType; readonly count: number }[];
  readonly agents: readonly ({ readonly agent: string; readonly asked: number; readonly waited: number } & Answering)[];
  readonly people: readonly ({ readonly by: string } & Answering)[];
}

/** What an entry needs to be counted; the others are not read. */
export const countedTypes = ["asked", "held", "retracted", "resolved"] as const;

const byPeople: readonly unknown[] = ["answered", "answered-in-chat", "delegated", "declined", "dismissed"];
const maxListed = 50;

/** Counts entries, one page after another. What was open is counted back from what is open now. */
export function createEntryCounts({ from, to, partMs }: Span) {
  const count = Math.max(1, Math.round((to - from) / partMs));
  const parts = Array.from({ length: count }, () => ({ asked: 0, change: 0, changeTime: 0 }));
  const outcomes = new Map<ResolutionType, number>();
  const agents = new Map<string, Waits>();
  const people = new Map<string, number[]>();
  let asked = 0;
  let resolved = 0;

  function waitsOf(agent: string): Waits {
    const waits = agents.get(agent) ?? { asked: 0, waited: 0, times: [] };
    agents.set(agent, waits);
    return waits;
  }

  function settle({ at, by, facts }: NewAuditEntry): void {
    resolved += 1;
    const resolution = resolutionTypes.find((known) => known === facts.resolution);
    if (resolution) outcomes.set(resolution, (outcomes.get(resolution) ?? 0) + 1);
    if (typeof facts.askedAt !== "number") return;
    const waited = Math.max(0, at - facts.askedAt);
    const waits = waitsOf(String(facts.agent));
    waits.waited += waited;
    // A standing answer takes no time of anybody.
    if (by === undefined || facts.standing !== undefined || !byPeople.includes(resolution)) return;
    waits.times.push(waited);
    const own = people.get(by) ?? [];
    people.set(by, own);
    own.push(waited);
  }

  return {
    add(entry: NewAuditEntry): void {
      if (entry.at < from || entry.at > to) return;
      const index = Math.min(count - 1, Math.floor((entry.at - from) / partMs));
      const part = parts[index];
      if (!part) return;
      if (entry.type === "asked") {
        asked += 1;
        part.asked += 1;
        waitsOf(String(entry.facts.agent)).asked += 1;
      }
      if (entry.type === "resolved") settle(entry);
      const change = changeOf(entry);
      part.change += change;
      part.changeTime += change * (entry.at - from - index * partMs);
    },

    /** `openNow` is how many are open at the end. */
    end(openNow: number): EntryCounts {
      let open = openNow;
      const counted = parts.toReversed().map((part, back): Part => {
        const index = count - 1 - back;
        const [begin, end] = [from + index * partMs, index === count - 1 ? to : from + (index + 1) * partMs];
        const atEnd = open;
        open -= part.change;
        const waited = Math.max(0, Math.round(atEnd * (end - begin) - part.changeTime));
        return { at: end, open: Math.max(0, atEnd), asked: part.asked, waited };
      });
      return {
        asked,
        resolved,
        waited: counted.reduce((sum, part) => sum + part.waited, 0),
        open: counted.toReversed(),
        outcomes: resolutionTypes.flatMap((resolution) => {
          const number = outcomes.get(resolution);
          return number === undefined ? [] : [{ resolution, count: number }];
        }),
        agents: [...agents]
          .sort(([, a], [, b]) => b.asked - a.asked)
          .slice(0, maxListed)
          .map(([agent, waits]) => ({ agent, asked: waits.asked, waited: waits.waited, ...answeringOf(waits.times) })),
        people: [...people]
          .sort(([, a], [, b]) => b.length - a.length)
          .slice(0, maxListed)
          .map(([by, times]) => ({ by, ...answeringOf(times) })),
      };
    },
  };
}

/** How an entry changes the number of open inquiries; a held answer has closed its inquiry before. */
function changeOf({ type, facts }: NewAuditEntry): number {
  if (type === "asked" || type === "retracted") return 1;
  if (type === "held") return -1;
  return facts.held === true ? 0 : -1;
}

function answeringOf(times: readonly number[]): Answering {
  if (times.length === 0) return { answered: 0 };
  const sorted = times.toSorted((a, b) => a - b);
  return { answered: sorted.length, median: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
}

/** The smallest of the times that at least this share does not exceed. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
