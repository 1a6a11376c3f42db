import { beforeAll, expect, test } from "vitest";
import { aroundCommit } from "./crash-point.ts";
import { type Differences, eventsOf, expectSameFlow } from "./expectations.ts";
import { commits, runForkFlow } from "./fork-flow.ts";
import type { Outcome } from "./run-flow.ts";

let reference: Outcome;
beforeAll(async () => {
  reference = await runForkFlow();
});

test("[FORK-1] without a crash the fork rests on the same inquiry, and is answered differently", () => {
  expect(reference.commits.map((names) => commits.find((name) => names.includes(name)))).toEqual(commits);
  expect(reference.threads.map(({ name }) => name)).toEqual(["fork", "main"]);
  expect(eventsOf(reference.log, "tool.finished").map(({ result }) => [result.callId, result.text])).toEqual([
    ["call_ask", '{"answers":{"Which way?":"This"}}'],
    ["call_look", "done call_look"],
    ["call_ask", '{"answers":{"Which way?":"That"}}'],
    ["call_look", "done call_look"],
  ]);
  expectSameFlow(reference, reference);
});

/** Repeatable: once in the old conversation, and once for each process that did it in the fork. */
const differencesByCommit: Readonly<Record<string, Differences>> = {
  "fork tool.finished call_look": { effects: { call_look: 4 } },
};

for (const commit of commits.slice(6)) {
  test.concurrent(`[FORK-1] killed before, inside and after the commit "${commit}", there is one fork, and it is answered`, async () => {
    const outcome = await runForkFlow({ at: aroundCommit(commit) });
    expect(outcome.crashes).toBe(3);
    expectSameFlow(outcome, reference, differencesByCommit[commit]);
  });
}

test.concurrent("[FORK-1] killed when the fork was acknowledged, it can be answered all the same", async () => {
  const outcome = await runForkFlow({ at: ["hold commit fork inquiry.resolved 1"], killWhen: "fork acknowledged" });
  expect(outcome.crashes).toBe(1);
  expectSameFlow(outcome, reference);
});
