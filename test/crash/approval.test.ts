import { beforeAll, expect, test } from "vitest";
import { commits, playApproval } from "./approval-flow.ts";
import { aroundCommit } from "./crash-point.ts";
import { eventsOf, expectSameFlow, type Marks } from "./expectations.ts";
import type { Outcome } from "./play.ts";

let reference: Outcome;
beforeAll(async () => {
  reference = await playApproval();
});

test("[APP-2] without a crash only the call that was allowed runs", () => {
  expect(reference.commits.map((names) => commits.find((name) => names.includes(name)))).toEqual(commits);
  expect(reference.effects).toEqual(["call_allowed"]);
  expect(eventsOf(reference.log, "tool.finished").map(({ result }) => [result.callId, result.status])).toEqual([
    ["call_allowed", "ok"],
    ["call_refused", "not-run"],
    ["call_unallowed", "not-run"],
  ]);
  expectSameFlow(reference, reference);
});

const unknown: Marks = { interrupted: "call_allowed" };
const unrun: Marks = { ...unknown, effects: { call_allowed: 0 } };

/** An allowed call that is not repeatable and may have run is not run again. */
const marksByCommit: Readonly<Record<string, Marks>> = {
  "main tool.started call_allowed": unrun,
  "main tool.finished call_allowed": unknown,
};

for (const commit of commits.slice(1, -1)) {
  test.concurrent(`[APP-2] killed before, inside and after the commit "${commit}", the flow completes as without`, async () => {
    const outcome = await playApproval({ at: aroundCommit(commit) });
    expect(outcome.crashes).toBe(3);
    expectSameFlow(outcome, reference, marksByCommit[commit]);
  });
}

for (const [when, marks] of [
  ["before", unrun],
  ["after", unknown],
] as const) {
  test.concurrent(`[APP-2] killed ${when} the effect of an allowed call, it is not run again`, async () => {
    const outcome = await playApproval({ at: [`${when} effect call_allowed`] });
    expect(outcome.crashes).toBe(1);
    expectSameFlow(outcome, reference, marks);
  });
}

test.concurrent("[APP-2] killed between the acknowledged permission and the run, the call runs once", async () => {
  const at = ["hold commit main tool.started call_allowed"] as const;
  const outcome = await playApproval({ at, killWhen: "allow acknowledged" });
  expect(outcome.crashes).toBe(1);
  expectSameFlow(outcome, reference);
});
