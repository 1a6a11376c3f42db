import { beforeAll, expect, test } from "vitest";
import { firstMessageOf } from "../harness/server/prompts.ts";
import { aroundCommit } from "./crash-point.ts";
import { eventsOf, expectSameEnd, expectSameFlow } from "./expectations.ts";
import type { Outcome } from "./run-flow.ts";
import { deleteCommits, runDeleteFlow, runEarlyEndFlow, runStopFlow, stopCommits } from "./stop-flow.ts";

let stopped: Outcome;
let deleted: Outcome;
beforeAll(async () => {
  [stopped, deleted] = await Promise.all([runStopFlow(), runDeleteFlow()]);
});

test("[SUBAGENT-5] without a crash a stop of the parent stops its sub-agents, and the model is told how each ended", () => {
  const made = stopped.commits.flatMap((names) => stopCommits.filter((name) => names.includes(name)));
  expect(made.toSorted()).toEqual(stopCommits.toSorted());
  expect(stopped.threads.map(({ name, stored }) => [name, stored?.conversation.status])).toEqual([
    ["child 1", "idle"],
    ["child 2", "idle"],
    ["child 3", "idle"],
    ["main", "idle"],
  ]);
  const [result] = eventsOf(stopped.threads[3]?.log ?? [], "tool.finished");
  expect(JSON.parse(result?.result.text ?? "")).toEqual([
    { agent: "helper", status: "finished", result: "That was quick." },
    { agent: "helper", status: "stopped" },
    { agent: "helper", status: "stopped" },
  ]);
  expectSameFlow(stopped, stopped);
});

for (const commit of stopCommits.slice(0, -1)) {
  test.concurrent(`[RUN-2] killed before, inside and after the commit "${commit}" of a stop, the flow completes as without a crash`, async () => {
    const outcome = await runStopFlow({ at: aroundCommit(commit) });
    expect(outcome.crashes).toBe(3);
    expectSameFlow(outcome, stopped, { mayLoseText: true });
  });
}

test("[SUBAGENT-5] without a crash the deletion of the parent leaves nothing of it and its sub-agents", () => {
  const made = deleted.commits.flatMap((names) => deleteCommits.filter((name) => names.includes(name)));
  expect(made).toEqual(deleteCommits);
  expectErased(deleted);
});

for (const commit of deleteCommits) {
  test.concurrent(`[RUN-2] killed before, inside and after the commit "${commit}", the deletion completes as without a crash`, async () => {
    const outcome = await runDeleteFlow({ at: aroundCommit(commit) });
    expect(outcome.crashes).toBe(3);
    expectSameEnd(outcome, deleted);
    expectErased(outcome);
  });
}

for (const [how, status, name] of [
  ["stop", "idle", "stopped"],
  ["delete", "deleted", "deleted"],
] as const) {
  test.concurrent(`[SUBAGENT-5] killed while its sub-agents are being started, a parent that was ${name} starts no more of them`, async () => {
    const outcome = await runEarlyEndFlow(how, {
      at: ["hold commit child 2 conversation.started"],
      killWhen: `${how} acknowledged`,
    });
    expect(outcome.crashes).toBe(1);
    expect(outcome.failures).toEqual([]);
    expect(outcome.dueIn).toBeUndefined();
    expect(outcome.threads.map((thread) => [thread.name, thread.stored?.conversation.status])).toEqual(
      ["child 1", "child 2", "child 3", "main"].map((each) => [each, status]),
    );
    // Neither of those that were not started yet ever worked.
    const players = outcome.prompts.map((prompt) => JSON.parse(firstMessageOf(JSON.parse(prompt))).as);
    expect(players.filter((player) => player !== undefined && player !== "child 1")).toEqual([]);
    expect(outcome.effects).toEqual([]);
  });
}

function expectErased({ threads, dueIn, inquiries }: Outcome): void {
  expect(dueIn).toBeUndefined();
  expect(inquiries).toEqual([]);
  for (const { name, log, stored, messages } of threads) {
    expect([name, stored?.conversation.status, messages]).toEqual([name, "deleted", []]);
    const rest = name === "main" ? ["conversation.deleted", "children.recalled"] : ["conversation.deleted"];
    expect([name, log.map(({ event }) => event.type)]).toEqual([name, rest]);
  }
}
