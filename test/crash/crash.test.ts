import { beforeAll, expect, test } from "vitest";
import { storeUnderTest } from "../support/store-under-test.ts";
import type { CrashPoint } from "./crash-point.ts";
import { eventsOf, expectSameFlow, type Marks } from "./expectations.ts";
import { commits, playFlow } from "./flow.ts";
import type { Outcome } from "./play.ts";

let reference: Outcome;
beforeAll(async () => {
  reference = await playFlow();
});

test("[RUN-2] without a crash the flow makes the expected commits, resolutions and results", () => {
  expect(reference.crashes).toBe(0);
  expect(reference.commits).toHaveLength(commits.length);
  expect(eventsOf(reference.log, "inquiry.resolved").map(({ resolution }) => resolution.type)).toEqual([
    "answered",
    "answered-in-chat",
    "declined",
  ]);
  expect(eventsOf(reference.log, "tool.finished").map(({ result }) => [result.callId, result.status])).toEqual([
    ["call_pay", "ok"],
    ["call_look", "ok"],
    ["call_ask", "ok"],
    ["call_pay_again", "ok"],
    ["call_chat", "ok"],
    ["call_skipped", "not-run"],
    ["call_decline", "ok"],
  ]);
  expect(reference.prompts).toHaveLength(4);
  expectSameFlow(reference, reference);
});

/** After `tool.started` nobody knows whether the tool ran, until `tool.finished` is recorded. */
const marksByPoint: Readonly<Partial<Record<CrashPoint, Marks>>> = {
  "after commit 3": { interrupted: "call_pay", effects: { call_pay: 0 } },
  "before effect call_pay": { interrupted: "call_pay", effects: { call_pay: 0 } },
  "after effect call_pay": { interrupted: "call_pay" },
  "before commit 4": { interrupted: "call_pay" },
  "inside commit 4": { interrupted: "call_pay" },
  "after effect call_look": { effects: { call_look: 2 } },
  "before commit 6": { effects: { call_look: 2 } },
  "inside commit 6": { effects: { call_look: 2 } },
  "after commit 8": { interrupted: "call_pay_again", effects: { call_pay_again: 0 } },
  "before effect call_pay_again": { interrupted: "call_pay_again", effects: { call_pay_again: 0 } },
  "after effect call_pay_again": { interrupted: "call_pay_again" },
  "before commit 9": { interrupted: "call_pay_again" },
  "inside commit 9": { interrupted: "call_pay_again" },
};

/** A transaction of PostgreSQL is not ours to die in: what was sent is made, or it never was. */
const moments = storeUnderTest === "sqlite" ? (["before", "inside", "after"] as const) : (["before", "after"] as const);

for (const [index, commit] of commits.entries()) {
  for (const when of moments) {
    const point: CrashPoint = `${when} commit ${index + 1}`;
    test.concurrent(`[RUN-2] killed ${point} (${commit}), the flow completes as without`, async () => {
      const outcome = await playFlow({ at: [point] });
      expect(outcome.crashes).toBe(1);
      expectSameFlow(outcome, reference, marksByPoint[point]);
    });
  }
}

for (const call of ["call_pay", "call_look", "call_pay_again"]) {
  for (const when of ["before", "after"] as const) {
    const point: CrashPoint = `${when} effect ${call}`;
    test.concurrent(`[RUN-3] killed in a tool, ${point}: only a repeatable one runs again`, async () => {
      const outcome = await playFlow({ at: [point] });
      expect(outcome.crashes).toBe(1);
      expectSameFlow(outcome, reference, marksByPoint[point]);
    });
  }
}

for (const step of [1, 2, 3, 4]) {
  test.concurrent(`[RUN-2] killed while the text of step ${step} streams, the model is called again with the same`, async () => {
    const outcome = await playFlow({ at: [`hold stream ${step}`], killWhen: `step ${step} streams` });
    expect(outcome.crashes).toBe(1);
    expectSameFlow(outcome, reference);
    expect(outcome.prompts).toHaveLength(5);
  });
}

/** What the worker is about to do when each of a person's requests has been acknowledged. */
const resumes = [
  ["start", "hold call 1"],
  ["answer", "hold commit 8"],
  ["chat", "hold call 3"],
  ["decline", "hold call 4"],
] as const;

for (const [key, point] of resumes) {
  test.concurrent(`[RUN-2] killed between the acknowledged ${key} and the resume, nothing of it is lost`, async () => {
    const outcome = await playFlow({ at: [point], killWhen: `${key} acknowledged` });
    expect(outcome.crashes).toBe(1);
    expectSameFlow(outcome, reference);
  });
}
