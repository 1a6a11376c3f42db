import { beforeAll, expect, test } from "vitest";
import { storeUnderTest } from "../harness/server/store-under-test.ts";
import { commits, runAnswerFlow } from "./answer-flow.ts";
import type { CrashPoint } from "./crash-point.ts";
import { type Differences, eventsOf, expectSameFlow } from "./expectations.ts";
import type { Outcome } from "./run-flow.ts";

let reference: Outcome;
beforeAll(async () => {
  reference = await runAnswerFlow();
});

test("[RUN-2] without a crash the flow makes the expected commits, resolutions and results", { tags: "smoke" }, () => {
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

/** Between `tool.started` and `tool.finished` it is unknown whether the tool ran. */
const differencesByPoint: Readonly<Partial<Record<CrashPoint, Differences>>> = {
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

/** A PostgreSQL transaction runs in another process, so there is no moment inside it. */
const moments = storeUnderTest === "sqlite" ? (["before", "inside", "after"] as const) : (["before", "after"] as const);

for (const [index, commit] of commits.entries()) {
  for (const when of moments) {
    const point: CrashPoint = `${when} commit ${index + 1}`;
    test.concurrent(`[RUN-2] killed ${point} (${commit}), the flow completes as without a crash`, async () => {
      const outcome = await runAnswerFlow({ at: [point] });
      expect(outcome.crashes).toBe(1);
      expectSameFlow(outcome, reference, differencesByPoint[point]);
    });
  }
}

for (const call of ["call_pay", "call_look", "call_pay_again"]) {
  for (const when of ["before", "after"] as const) {
    const point: CrashPoint = `${when} effect ${call}`;
    test.concurrent(`[RUN-3] killed in a tool, ${point}: only a repeatable one runs again`, async () => {
      const outcome = await runAnswerFlow({ at: [point] });
      expect(outcome.crashes).toBe(1);
      expectSameFlow(outcome, reference, differencesByPoint[point]);
    });
  }
}

for (const step of [1, 2, 3, 4]) {
  test.concurrent(`[RUN-2] killed while the text of step ${step} streams, the model is called again with the same`, async () => {
    const outcome = await runAnswerFlow({ at: [`hold stream ${step}`], killWhen: `step ${step} streams` });
    expect(outcome.crashes).toBe(1);
    expectSameFlow(outcome, reference);
    expect(outcome.prompts).toHaveLength(5);
  });
}

/** The worker's next step after each acknowledged request. */
const resumes = [
  ["start", "hold call 1"],
  ["answer", "hold commit 8"],
  ["chat", "hold call 3"],
  ["decline", "hold call 4"],
] as const;

for (const [key, point] of resumes) {
  const options = key === "answer" ? { tags: "smoke" } : {};
  test.concurrent(
    `[RUN-2] [S4-01] killed between the acknowledged ${key} and the resume, nothing of it is lost`,
    options,
    async () => {
      const outcome = await runAnswerFlow({ at: [point], killWhen: `${key} acknowledged` });
      expect(outcome.crashes).toBe(1);
      expectSameFlow(outcome, reference);
    },
  );
}
