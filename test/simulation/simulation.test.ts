import { expect, test } from "vitest";
import { createMemoryBackend, createSqliteBackend } from "./backends.ts";
import { simulateHistory } from "./history.ts";
import { lostWake, noEpochCheck, publishBeforeCommit } from "./injected-faults.ts";
import { runAlone } from "./run-histories.ts";

test("[RUN-17] the same seed gives the same history, whatever was simulated before it", { tags: "smoke" }, async () => {
  const backend = createSqliteBackend();
  for (let seed = 1; seed <= 25; seed += 1) {
    const { trace } = await simulateHistory(backend, seed);
    expect((await runAlone(createSqliteBackend(), seed)).trace).toEqual(trace);
  }
  await backend.close();
});

/** The faults and events that the histories must cover. */
const happenings = [
  "crash before",
  "crash after",
  "freezes",
  "is told to stop",
  "commit: response lost",
  "claim: response lost",
  "commit: fails",
  "commit: disk full",
  "refused: epoch",
  "refused: version",
  "refused: reply",
  "expired",
  "run.interrupted",
  "run.failed",
  "model.failed",
  "inquiry.resolved",
  "inquiry.held",
  "inquiry.reopened",
  "tool.allowed",
  "child.ended",
  "children.recalled",
];

test("[RUN-17] the histories cover every kind of fault and event", { tags: "smoke" }, async () => {
  const backend = createSqliteBackend();
  const missing = new Set(happenings);
  for (let seed = 1; seed <= 1_000 && missing.size > 0; seed += 1) {
    const trace = (await simulateHistory(backend, seed)).trace.join("\n");
    for (const happening of missing) if (trace.includes(happening)) missing.delete(happening);
  }
  await backend.close();
  expect([...missing]).toEqual([]);
});

test.for([
  ["no epoch check", noEpochCheck, "with the old epoch"],
  ["publish before commit", publishBeforeCommit, "was published and is not committed"],
  ["a lost wake", lostWake, "of the quiet phase"],
] as const)("[RUN-17] an injected fault is found: %s", { tags: "smoke" }, async ([name, inject, violation]) => {
  let seed = 0;
  let found: string | undefined;
  while (found === undefined && seed < 500) {
    seed += 1;
    found = (await runAlone(createMemoryBackend(), seed, { inject: inject() })).violation;
  }
  expect(found).toContain(violation);
  console.info(`${name}: found by seed ${seed}`);
});
