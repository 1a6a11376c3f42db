import { beforeAll, expect, test } from "vitest";
import { aroundCommit } from "../crash-point.ts";
import { type Differences, eventsOf, expectSameFlow } from "../expectations.ts";
import type { Outcome } from "../run-flow.ts";
import { commits, runQuorumFlow } from "./quorum-flow.ts";

let reference: Outcome;
beforeAll(async () => {
  reference = await runQuorumFlow();
});

test("[QUORUM-1] without a crash the call runs once, after two people have agreed", () => {
  expect(reference.commits.map((names) => commits.find((name) => names.includes(name)))).toEqual(commits);
  expect(reference.effects).toEqual(["call_allowed"]);
  expect(reference.acknowledged.get("first")).toMatchObject({ agreement: { given: 1, needed: 2 } });
  expect(reference.acknowledged.get("second")).toMatchObject({ allowed: true, agreedBy: ["first", "second"] });
  expectSameFlow(reference, reference);
});

const unknown: Differences = { interrupted: "call_allowed" };
const differencesByCommit: Readonly<Record<string, Differences>> = {
  "main tool.started call_allowed": { ...unknown, effects: { call_allowed: 0 } },
  "main tool.finished call_allowed": unknown,
};

for (const commit of commits.slice(1, -1)) {
  test.concurrent(`[QUORUM-1] killed before, inside and after the commit "${commit}", the flow completes as without a crash`, async () => {
    const outcome = await runQuorumFlow({ at: aroundCommit(commit) });
    expect(outcome.crashes).toBe(3);
    expectSameFlow(outcome, reference, differencesByCommit[commit]);
    expect(eventsOf(outcome.log, "inquiry.agreed").map(({ agreement }) => agreement.by)).toEqual(["first", "second"]);
  });
}
