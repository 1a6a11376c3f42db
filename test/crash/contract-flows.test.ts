import { beforeAll, expect, test } from "vitest";
import { contractFlows } from "./contract-flows.ts";
import { aroundCommit } from "./crash-point.ts";
import { type Differences, eventsOf, expectSameFlow } from "./expectations.ts";
import type { Outcome } from "./run-flow.ts";

const references = new Map<string, Outcome>();
beforeAll(async () => {
  for (const [name, flow] of Object.entries(contractFlows)) references.set(name, await flow.run());
});

/** The commit that asks also records the end of the tool before it; until then it is unknown whether that ran. */
const differencesByCommit: Readonly<Record<string, Readonly<Record<string, Differences>>>> = {
  ask_user: { "main inquiry.asked 3": { interrupted: "call_pay" } },
  AskUserQuestion: { "main inquiry.asked 1": { interrupted: "call_pay" } },
};

for (const [contract, { commits, run }] of Object.entries(contractFlows)) {
  test(`[CONTRACT-8] ${contract}: without a crash the flow makes the expected commits`, () => {
    const reference = referenceOf(contract);
    expect(reference.commits.map((names) => commits.find((name) => names.includes(name)))).toEqual(commits);
    expectSameFlow(reference, reference);
  });

  // The others are the same under every contract.
  for (const commit of commits.filter((name) => name.includes("inquiry"))) {
    test.concurrent(`[CONTRACT-8] ${contract}: killed before, inside and after the commit "${commit}", the flow completes as without a crash`, async () => {
      const outcome = await run({ at: aroundCommit(commit) });
      expect(outcome.crashes).toBe(3);
      expectSameFlow(outcome, referenceOf(contract), differencesByCommit[contract]?.[commit]);
    });
  }
}

test("[CONTRACT-5] without a crash all asks of a step but the last are superseded in the commit that asks, and each call has one result", () => {
  const { log, inquiries, commits } = referenceOf("ask_user");
  expect(commits.find((names) => names.includes("main inquiry.asked 3"))).toEqual([
    expect.any(String),
    "main tool.finished call_pay",
    "main inquiry.superseded 1",
    "main tool.finished call_a",
    "main inquiry.superseded 2",
    "main tool.finished call_b",
    "main tool.finished call_c",
    "main inquiry.asked 3",
  ]);
  expect(inquiries.map(({ status, callId }) => [callId, status])).toEqual([
    ["call_a", "superseded"],
    ["call_b", "superseded"],
    ["call_c", "answered"],
    ["call_d", "superseded"],
    ["call_e", "answered-in-chat"],
  ]);
  expect(eventsOf(log, "tool.finished").map(({ result }) => result.callId)).toEqual([
    "call_pay",
    "call_a",
    "call_b",
    "call_c",
    "call_d",
    "call_e",
  ]);
});

function referenceOf(contract: string): Outcome {
  const reference = references.get(contract);
  if (!reference) throw new Error(`${contract} was not run`);
  return reference;
}
