import { expect, test } from "vitest";
import { createMemoryGround, createSqliteGround } from "./grounds.ts";
import { playHistory } from "./history.ts";
import { lostWake, noEpochCheck, publishBeforeCommit } from "./plants.ts";
import { enoughMs, playAlone } from "./play-all.ts";

test("[RUN-17] the same seed gives the same history, whatever was played before it", {
  timeout: enoughMs,
}, async () => {
  const ground = createSqliteGround();
  for (let seed = 1; seed <= 25; seed += 1) {
    const { trace } = await playHistory(ground, seed);
    expect((await playAlone(createSqliteGround(), seed)).trace).toEqual(trace);
  }
  await ground.close();
});

/** What the histories are worth: each of these happens in some of them, at the store or around it. */
const happenings = [
  "crash before",
  "crash after",
  "freezes",
  "is told to stop",
  "commit: answer lost",
  "claim: answer lost",
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

test("[RUN-17] the histories are full of what can go wrong", { timeout: enoughMs }, async () => {
  const ground = createSqliteGround();
  const missing = new Set(happenings);
  for (let seed = 1; seed <= 1_000 && missing.size > 0; seed += 1) {
    const trace = (await playHistory(ground, seed)).trace.join("\n");
    for (const happening of missing) if (trace.includes(happening)) missing.delete(happening);
  }
  await ground.close();
  expect([...missing]).toEqual([]);
});

test.for([
  ["no epoch check", noEpochCheck, "with the old epoch"],
  ["publish before commit", publishBeforeCommit, "was published and is not committed"],
  ["a lost wake", lostWake, "of calm"],
] as const)("[RUN-17] the planted fault is found: %s", { timeout: enoughMs }, async ([name, plant, violation]) => {
  let seed = 0;
  let found: string | undefined;
  while (found === undefined && seed < 500) {
    seed += 1;
    found = (await playAlone(createMemoryGround(), seed, { plant: plant() })).violation;
  }
  expect(found).toContain(violation);
  console.info(`${name}: found by seed ${seed}`);
});
