import { expect, test } from "vitest";
import { type Backend, createMemoryBackend, createSqliteBackend } from "./backends.ts";
import { type HistoryOptions, simulateHistory } from "./history.ts";
import {
  acknowledgeUnwritten,
  clockAhead,
  clockBehind,
  everyCursorKnown,
  forgottenCursors,
  forgottenKeys,
  type InjectedFault,
  lostUpdates,
  lostWake,
  noEpochCheck,
  publishBeforeCommit,
  shortReplay,
  staleRemembered,
  staleStates,
  staleTranscripts,
  untoldEnds,
} from "./injected-faults.ts";
import { runAlone } from "./run-histories.ts";
import { amendedTwice } from "./script/amended-twice.ts";
import { formatTest } from "./script/format-test.ts";
import type { Script } from "./script/script.ts";
import { shrink } from "./script/shrink.ts";

test("[RUN-51] the same seed gives the same history, whatever was simulated before it", { tags: "smoke" }, async () => {
  const backend = createSqliteBackend();
  for (let seed = 1; seed <= 25; seed += 1) {
    const { trace, script } = await simulateHistory(backend, seed);
    expect((await runAlone(createSqliteBackend(), seed)).trace).toEqual(trace);
    // What is printed of a failure is the script.
    expect((await simulateHistory(backend, JSON.parse(JSON.stringify(script)))).trace).toEqual(trace);
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
  "the disk is full",
  "the disk has room",
  "with its cursor",
  "hangs up",
  "the backup is restored",
  "is set an hour ahead",
  "is set an hour back",
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
  "inquiry.amended",
  "the program of ask 1 restarts",
  "ask 1 waits at",
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
  ["a clock that is ahead", clockAhead, "before its deadline"],
  ["a clock that is behind", clockBehind, "has a time before the history began"],
  ["a replay that is too short", shortReplay, "since its snapshot, which are not the"],
  ["forgotten cursors", forgottenCursors, "of this log and got a snapshot"],
] as const)("[RUN-17] an injected fault is found: %s", { tags: "smoke" }, async ([name, inject, violation]) => {
  const seed = await firstSeed(createMemoryBackend, inject, violation);
  console.info(`${name}: found by seed ${seed}`);
});

test.for([
  ["a key that is forgotten", forgottenKeys, /under the key of ask \d+ are two inquiries/],
  ["an update that is lost", lostUpdates, "is resolved a second time"],
  ["an end that no waiting program is told", untoldEnds, /ask \d+ waits for its end/],
] as const)(
  "[EXTERNAL-48] an injected fault is found with programs that ask: %s",
  { tags: "smoke" },
  async ([name, inject, violation]) => {
    const seed = await firstSeed(createMemoryBackend, inject, violation);
    console.info(`${name}: found by seed ${seed}`);
  },
);

test("[EXTERNAL-48] an injected fault is found with programs that ask: an answer to a revision that its author has not seen", {
  tags: "smoke",
}, async () => {
  const options = { unnamedRevisions: true };
  const seed = await firstSeed(createMemoryBackend, undefined, /an answer to .* resolved/, options);
  console.info(`an answer to an unseen revision: found by seed ${seed}`);
});

test("[RUN-17] an injected fault is found: an acknowledgement of what the disk refused", {
  tags: "smoke",
}, async () => {
  const seed = await firstSeed(createSqliteBackend, acknowledgeUnwritten, /is not what was committed|was granted/);
  console.info(`an acknowledgement of what the disk refused: found by seed ${seed}`);
});

test("[RUN-40] an injected fault is found: a transcript that is stale", { tags: "smoke" }, async () => {
  const seed = await firstSeed(createMemoryBackend, staleTranscripts, "without its one result");
  console.info(`a transcript that is stale: found by seed ${seed}`);
});

test("[STORE-50] an injected fault is found: a state that is stale", { tags: "smoke" }, async () => {
  const seed = await firstSeed(createMemoryBackend, staleStates, "waits for its end");
  console.info(`a state that is stale: found by seed ${seed}`);
});

test("[STORE-50] an injected fault is found: a remembered state that is stale", { tags: "smoke" }, async () => {
  const seed = await firstSeed(createSqliteBackend, staleRemembered, "is resolved a second time");
  console.info(`a remembered state that is stale: found by seed ${seed}`);
});

test("[RUN-31] an injected fault is found after a restore: an answer that is not bound to what its author saw", async () => {
  const seed = await firstSeed(createSqliteBackend, undefined, /an answer to .* resolved/, { unboundAnswers: true });
  console.info(`an answer that is not bound: found by seed ${seed}`);
});

test("[RUN-31] an injected fault is found after a restore: an answer to a change that was made again in another way", async () => {
  const found = (options: HistoryOptions) => runAlone(createSqliteBackend(), amendedTwice, options);
  const { violation, trace } = await found({ countedRevisions: true });
  expect(trace.filter((line) => line.includes("inquiry.amended"))).toHaveLength(2);
  expect(violation).toMatch(/an answer to .*change 1.* resolved .*change 2/);
  expect((await found({})).violation).toBeUndefined();
});

test("[RUN-31] an injected fault is found after a restore: a cursor of a log that is gone is taken", async () => {
  const seed = await firstSeed(createSqliteBackend, everyCursorKnown, "of a log that is gone and got no snapshot");
  console.info(`a cursor of a log that is gone: found by seed ${seed}`);
});

test.for([
  ["that goes back", "clock went back by"],
  ["that goes ahead of the time", "ms ahead of the time"],
] as const)(
  "[RUN-31] an injected fault is found when the machine's clock jumps: a clock %s",
  {
    tags: "smoke",
  },
  async ([name, violation]) => {
    const seed = await firstSeed(createMemoryBackend, undefined, violation, { clockFault: "always believed" });
    console.info(`a clock ${name}: found by seed ${seed}`);
  },
);

test("[RUN-31] an injected fault is found when the machine's clock jumps and servers start again: its clock is believed", async () => {
  const options = { clockFault: "believed at a start" } as const;
  const seed = await firstSeed(createSqliteBackend, undefined, "ms ahead of the time", options);
  console.info(`a clock that is believed at a start: found by seed ${seed}`);
});

test("[RUN-30] a failing history is shrunk, and replayed by the test that is printed", { tags: "smoke" }, async () => {
  const seed = await firstSeed(createMemoryBackend, noEpochCheck, "with the old epoch");
  const simulate = (source: number | Script) => runAlone(createMemoryBackend(), source, { inject: noEpochCheck() });
  const failing = await simulate(seed);
  const { script, violation } = await shrink(failing.script, failing.violation ?? "", {
    replay: async (candidate) => (await simulate(candidate)).violation,
    maxAttempts: 400,
  });
  expect(violation).toContain("with the old epoch");
  expect(script.steps.length).toBeLessThan(failing.script.steps.length / 2);

  const printed = formatTest({ seed, store: "memory", violation, script });
  expect(printed).toContain(violation);
  const replayed = scriptIn(printed);
  expect(replayed).toEqual(script);
  expect((await simulate(replayed)).violation).toBe(violation);
  expect((await runAlone(createMemoryBackend(), replayed)).violation).toBeUndefined();
});

/** The script of a printed test. */
function scriptIn(printed: string): Script {
  const literal = printed.slice(printed.indexOf("{\n    plan:"), printed.indexOf("};") + 1);
  return JSON.parse(literal.replace(/^ {4}(\w+):/gm, '"$1":').replace(/,(\s*[\]}])/g, "$1"));
}

/** The first seed whose history finds the fault in this way. */
async function firstSeed(
  createBackend: () => Backend,
  inject: InjectedFault | undefined,
  violation: string | RegExp,
  options: HistoryOptions = {},
): Promise<number> {
  let backend = createBackend();
  for (let seed = 1; seed <= 500; seed += 1) {
    const { violation: found } = await simulateHistory(backend, seed, {
      ...options,
      ...(inject && { inject: inject() }),
    });
    if (found?.match(violation)) {
      await backend.close();
      return seed;
    }
    // A history that was broken off leaves work behind, and a memory store with many becomes slow.
    if (found === undefined && seed % 20 > 0) continue;
    await backend.close();
    backend = createBackend();
  }
  throw new Error(`no seed up to 500 found "${violation}"`);
}
