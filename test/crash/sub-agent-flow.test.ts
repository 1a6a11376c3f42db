import { beforeAll, expect, test } from "vitest";
import { aroundCommit, type CrashPoint } from "./crash-point.ts";
import { type Differences, eventsOf, expectSameFlow } from "./expectations.ts";
import type { Outcome } from "./run-flow.ts";
import { commits, runSubAgentFlow } from "./sub-agent-flow.ts";

/** With one conversation at a time the order of commits is known. */
const concurrency = 1;

let reference: Outcome;
beforeAll(async () => {
  reference = await runSubAgentFlow({ concurrency });
});

test("[SUBAGENT-1] without a crash the flow makes the expected commits, and one result with those of the sub-agents in order", () => {
  expect(reference.commits.map((names) => commits.find((name) => names.includes(name)))).toEqual(commits);
  const { log } = reference;
  expect(eventsOf(log, "inquiry.asked")).toEqual([]);
  expect(reference.effects).toEqual(["call_child_pay", "call_look"]);
  expect(eventsOf(log, "tool.finished").map(({ result }) => [result.callId, result.status])).toEqual([
    ["call_child_pay", "ok"],
    ["call_child_ask", "error"],
    ["call_child_wire", "error"],
    ["call_spawn", "ok"],
    ["call_look", "ok"],
  ]);
  const spawned = eventsOf(log, "tool.finished").find(({ result }) => result.callId === "call_spawn");
  expect(JSON.parse(spawned?.result.text ?? "")).toEqual([
    { agent: "helper", status: "finished", result: "It is all paid." },
    { agent: "helper", status: "finished", result: "I may do neither." },
  ]);
  expectSameFlow(reference, reference);
});

/** Between `tool.started` and `tool.finished` it is unknown whether the tool ran. */
const differencesByCommit: Readonly<Record<string, Differences>> = {
  "child 1 tool.started call_child_pay": { interrupted: "call_child_pay", effects: { call_child_pay: 0 } },
  "child 1 tool.finished call_child_pay": { interrupted: "call_child_pay" },
  // Repeatable: once for each process that died before its end was recorded, and once more where that is recorded.
  "main tool.finished call_look": { effects: { call_look: 3 } },
};

for (const commit of commits) {
  test.concurrent(`[RUN-2] killed before, inside and after the commit "${commit}", the flow completes as without a crash`, async () => {
    const outcome = await runSubAgentFlow({ at: aroundCommit(commit), concurrency });
    expect(outcome.crashes).toBe(3);
    expectSameFlow(outcome, reference, differencesByCommit[commit]);
  });
}

for (const commit of commits.filter((name) => !/conversation.started|call_look|main run/.test(name))) {
  test.concurrent(`[RUN-2] killed after the commit "${commit}" while sub-agents work side by side, the flow completes`, async () => {
    const outcome = await runSubAgentFlow({ at: [`after commit ${commit}`] });
    expect(outcome.crashes).toBe(1);
    expectSameFlow(outcome, reference, accidentalDifferences(outcome));
  });
}

/** The differences that the kill causes in a conversation that ran beside the one it waited for. */
function accidentalDifferences({ log, effects }: Outcome): Differences {
  const count = (name: string) => effects.filter((callId) => callId === name).length;
  expect(count("call_child_pay")).toBeLessThanOrEqual(1);
  expect([1, 2]).toContain(count("call_look"));
  const paid = eventsOf(log, "tool.finished").find(({ result }) => result.callId === "call_child_pay");
  return {
    effects: { call_look: count("call_look"), call_child_pay: count("call_child_pay") },
    ...(paid?.result.status === "error" && { interrupted: "call_child_pay" }),
  };
}

for (const when of ["before", "after"] as const) {
  test.concurrent(`[RUN-3] killed in the tool of a sub-agent, ${when} its effect: it is not run again`, async () => {
    const outcome = await runSubAgentFlow({ at: [`${when} effect call_child_pay`], concurrency });
    expect(outcome.crashes).toBe(1);
    const effects = { call_child_pay: when === "after" ? 1 : 0 };
    expectSameFlow(outcome, reference, { interrupted: "call_child_pay", effects });
  });
}

for (const name of ["1", "child 1 1", "child 1 2", "child 2 1", "2"]) {
  const [step, who] = [name.slice(-1), name.slice(0, -1)];
  test.concurrent(`[RUN-2] killed while the text of ${who}step ${step} streams, its model is called again with the same`, async () => {
    const at: CrashPoint[] = [`hold stream ${name}`];
    const outcome = await runSubAgentFlow({ at, killWhen: `${who}step ${step} streams`, concurrency });
    expect(outcome.crashes).toBe(1);
    expectSameFlow(outcome, reference);
    expect(outcome.prompts).toHaveLength(reference.prompts.length + 1);
  });
}

test.concurrent("[SUBAGENT-3] a report to the parent is not lost, even if more processes die at it than a step may fail", async () => {
  const at = Array.from({ length: 6 }, (): CrashPoint => "before commit main child.ended 2");
  const outcome = await runSubAgentFlow({ at, concurrency });
  expect(outcome.crashes).toBe(6);
  expectSameFlow(outcome, reference);
  expect(eventsOf(outcome.log, "run.interrupted")).toEqual([]);
});

test.concurrent("[RUN-2] killed in a sub-agent, in its report, in its parent and in another, one after the other, the flow completes", async () => {
  const outcome = await runSubAgentFlow({
    at: [
      "after commit child 1 conversation.started",
      "after effect call_child_pay",
      // What was due first is worked on first: the first has ended before the second.
      "after commit main child.ended 1",
      "inside commit main child.ended 2",
      "after commit child 2 parent.told",
      "before commit main tool.started call_look",
    ],
    concurrency,
  });
  expect(outcome.crashes).toBe(6);
  expectSameFlow(outcome, reference, { interrupted: "call_child_pay" });
});
