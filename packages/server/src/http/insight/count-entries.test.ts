import type { AuditFact } from "@askback/core";
import { expect, test } from "vitest";
import type { NewAuditEntry } from "../../store/audit/audit.ts";
import { createEntryCounts } from "./count-entries.ts";

const common = { project: "default", conversationId: "conv_a" };

function asked(at: number, agent = "planner"): NewAuditEntry {
  return { ...common, type: "asked", at, facts: { agent, kind: "question" } };
}

function resolved(at: number, askedAt: number, some: Partial<AuditFact> = {}, agent = "planner"): NewAuditEntry {
  const facts = { resolution: "answered", agent, askedAt, ...some.facts };
  return { ...common, type: "resolved", at, by: "ana", ...some, facts };
}

function countOf(entries: readonly NewAuditEntry[], openNow: number, partMs = 10) {
  const counts = createEntryCounts({ from: 100, to: 140, partMs });
  for (const entry of entries) counts.add(entry);
  return counts.end(openNow);
}

test("[INSIGHT-2] what was open is counted back from what is open now", () => {
  // One was open before, and is answered in the last part.
  const { open, waited } = countOf([asked(105), resolved(112, 105), asked(125), resolved(138, 50)], 1);
  expect(open.map((part) => [part.at, part.open, part.asked])).toEqual([
    [110, 2, 1],
    [120, 1, 0],
    [130, 2, 1],
    [140, 1, 0],
  ]);
  expect(open.map((part) => part.waited)).toEqual([15, 12, 15, 18]);
  expect(waited).toBe(60);
});

test("[INSIGHT-2] a held answer closes, one that is taken back opens, and its delivery changes nothing", () => {
  const held = { ...common, type: "held", at: 115, by: "ana", facts: { until: 125 } } as const;
  const entries = [asked(105), held, { ...held, type: "retracted", at: 118 } as const, { ...held, at: 121 }];
  const { open } = countOf([...entries, resolved(131, 105, { facts: { held: true } })], 0);
  expect(open.map((part) => part.open)).toEqual([1, 1, 0, 0]);
});

test("[INSIGHT-1] times to an answer are those that people settled, by agent and by person", () => {
  const times = [1, 2, 3, 4, 100].map((ms) => resolved(130, 130 - ms));
  const others = [
    resolved(130, 120, { by: "bob", facts: { resolution: "declined" } }, "writer"),
    resolved(131, 101, { facts: { resolution: "expired" } }, "writer"),
    resolved(132, 102, { facts: { resolution: "withdrawn" } }, "writer"),
  ];
  const {
    agents,
    people,
    outcomes,
    resolved: count,
  } = countOf([asked(101), asked(101, "writer"), ...times, ...others], 0);
  expect(agents).toEqual([
    { agent: "planner", asked: 1, waited: 110, answered: 5, median: 3, p95: 100 },
    { agent: "writer", asked: 1, waited: 70, answered: 1, median: 10, p95: 10 },
  ]);
  expect(people).toEqual([
    { by: "ana", answered: 5, median: 3, p95: 100 },
    { by: "bob", answered: 1, median: 10, p95: 10 },
  ]);
  expect(outcomes).toEqual([
    { resolution: "answered", count: 5 },
    { resolution: "declined", count: 1 },
    { resolution: "expired", count: 1 },
    { resolution: "withdrawn", count: 1 },
  ]);
  expect(count).toBe(8);
});
