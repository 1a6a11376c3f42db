import { beforeAll, expect, test } from "vitest";
import { aroundCommit, type CrashPoint } from "./crash-point.ts";
import { eventsOf, expectSameFlow, type Marks } from "./expectations.ts";
import type { Outcome } from "./play.ts";
import { commits, playSubAgents } from "./sub-agent-flow.ts";

/** Work is done in a known order when one conversation is worked on at a time. */
const concurrency = 1;

let reference: Outcome;
beforeAll(async () => {
  reference = await playSubAgents({ concurrency });
});

test("[SUB-1] without a crash the flow makes the expected commits, and one result with those of the sub-agents in order", () => {
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

/** After `tool.started` nobody knows whether the tool ran, until `tool.finished` is recorded. */
const marksByCommit: Readonly<Record<string, Marks>> = {
  "child 1 tool.started call_child_pay": { interrupted: "call_child_pay", effects: { call_child_pay: 0 } },
  "child 1 tool.finished call_child_pay": { interrupted: "call_child_pay" },
  // Repeatable: once for each process that died before its end was recorded, and once more where that is recorded.
  "main tool.finished call_look": { effects: { call_look: 3 } },
};

for (const commit of commits) {
  test.concurrent(`[RUN-2] killed before, inside and after the commit "${commit}", the flow completes as without`, async () => {
    const outcome = await playSubAgents({ at: aroundCommit(commit), concurrency });
    expect(outcome.crashes).toBe(3);
    expectSameFlow(outcome, reference, marksByCommit[commit]);
  });
}

for (const commit of commits.filter((name) => !/conversation.started|call_look|main run/.test(name))) {
  test.concurrent(`[RUN-2] killed after the commit "${commit}" while sub-agents work side by side, the flow completes`, async () => {
    const outcome = await playSubAgents({ at: [`after commit ${commit}`] });
    expect(outcome.crashes).toBe(1);
    expectSameFlow(outcome, reference, chanceIn(outcome));
  });
}

/** What a kill may hit by chance beside the conversation that it waited for: a tool at work. */
function chanceIn({ log, effects }: Outcome): Marks {
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
    const outcome = await playSubAgents({ at: [`${when} effect call_child_pay`], concurrency });
    expect(outcome.crashes).toBe(1);
    const effects = { call_child_pay: when === "after" ? 1 : 0 };
    expectSameFlow(outcome, reference, { interrupted: "call_child_pay", effects });
  });
}

for (const name of ["1", "child 1 1", "child 1 2", "child 2 1", "2"]) {
  const [step, who] = [name.slice(-1), name.slice(0, -1)];
  test.concurrent(`[RUN-2] killed while the text of ${who}step ${step} streams, its model is called again with the same`, async () => {
    const at: CrashPoint[] = [`hold stream ${name}`];
    const outcome = await playSubAgents({ at, killWhen: `${who}step ${step} streams`, concurrency });
    expect(outcome.crashes).toBe(1);
    expectSameFlow(outcome, reference);
    expect(outcome.prompts).toHaveLength(reference.prompts.length + 1);
  });
}

test.concurrent("[SUB-3] a report to the parent that more processes die at than a step may fail is not lost", async () => {
  const at = Array.from({ length: 6 }, (): CrashPoint => "before commit main child.ended 2");
  const outcome = await playSubAgents({ at, concurrency });
  expect(outcome.crashes).toBe(6);
  expectSameFlow(outcome, reference);
  expect(eventsOf(outcome.log, "run.interrupted")).toEqual([]);
});

test.concurrent("[RUN-2] killed in a sub-agent, in its report, in its parent and in another, one after the other, the flow completes", async () => {
  const outcome = await playSubAgents({
    at: [
      "after commit child 1 conversation.started",
      "after effect call_child_pay",
      // What was due first is worked on first, and the start of the second is older than the tool of the first.
      "after commit main child.ended 2",
      "inside commit main child.ended 1",
      "after commit child 2 parent.told",
      "before commit main tool.started call_look",
    ],
    concurrency,
  });
  expect(outcome.crashes).toBe(6);
  expectSameFlow(outcome, reference, { interrupted: "call_child_pay" });
});
