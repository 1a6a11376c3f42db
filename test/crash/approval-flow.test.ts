import { beforeAll, expect, test } from "vitest";
import { commits, runApprovalFlow } from "./approval-flow.ts";
import { aroundCommit } from "./crash-point.ts";
import { type Differences, eventsOf, expectSameFlow } from "./expectations.ts";
import type { Outcome } from "./run-flow.ts";

let reference: Outcome;
beforeAll(async () => {
  reference = await runApprovalFlow();
});

test("[APPROVAL-2] without a crash only the call that was allowed runs", () => {
  expect(reference.commits.map((names) => commits.find((name) => names.includes(name)))).toEqual(commits);
  expect(reference.effects).toEqual(["call_allowed"]);
  expect(eventsOf(reference.log, "tool.finished").map(({ result }) => [result.callId, result.status])).toEqual([
    ["call_allowed", "ok"],
    ["call_refused", "not-run"],
    ["call_unallowed", "not-run"],
  ]);
  expectSameFlow(reference, reference);
});

const unknown: Differences = { interrupted: "call_allowed" };
const unrun: Differences = { ...unknown, effects: { call_allowed: 0 } };

/** An allowed call that is not repeatable and may have run is not run again. */
const differencesByCommit: Readonly<Record<string, Differences>> = {
  "main tool.started call_allowed": unrun,
  "main tool.finished call_allowed": unknown,
};

for (const commit of commits.slice(1, -1)) {
  test.concurrent(`[APPROVAL-2] killed before, inside and after the commit "${commit}", the flow completes as without a crash`, async () => {
    const outcome = await runApprovalFlow({ at: aroundCommit(commit) });
    expect(outcome.crashes).toBe(3);
    expectSameFlow(outcome, reference, differencesByCommit[commit]);
  });
}

for (const [when, differences] of [
  ["before", unrun],
  ["after", unknown],
] as const) {
  test.concurrent(`[APPROVAL-2] killed ${when} the effect of an allowed call, it is not run again`, async () => {
    const outcome = await runApprovalFlow({ at: [`${when} effect call_allowed`] });
    expect(outcome.crashes).toBe(1);
    expectSameFlow(outcome, reference, differences);
  });
}

test.concurrent("[APPROVAL-2] killed between the acknowledged permission and the run, the call runs once", async () => {
  const at = ["hold commit main tool.started call_allowed"] as const;
  const outcome = await runApprovalFlow({ at, killWhen: "allow acknowledged" });
  expect(outcome.crashes).toBe(1);
  expectSameFlow(outcome, reference);
});
