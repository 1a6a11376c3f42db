import { beforeAll, expect, test } from "vitest";
import { runAnswerFlow } from "./answer-flow.ts";
import type { CrashPoint } from "./crash-point.ts";
import { eventsOf, expectSameFlow } from "./expectations.ts";
import type { Person } from "./person.ts";
import { type Outcome, runFlow, startConversation } from "./run-flow.ts";

let reference: Outcome;
beforeAll(async () => {
  reference = await runAnswerFlow();
});

/** Where the second process dies, when the first one died with `call_pay` started: its own first steps. */
const secondPoints: readonly CrashPoint[] = [
  "before claim 1",
  "after claim 1",
  "before commit 1",
  "inside commit 1",
  "after commit 1",
  "before commit 2",
  "inside commit 2",
  "after commit 2",
];

for (const second of secondPoints) {
  test.concurrent(`[RUN-2] killed in a tool and again ${second} of the next process, the flow completes`, async () => {
    const outcome = await runAnswerFlow({ at: ["after effect call_pay", second] });
    expect(outcome.crashes).toBe(2);
    expectSameFlow(outcome, reference, { interrupted: "call_pay" });
  });
}

test.concurrent("[RUN-3] a repeatable tool that is killed each time is run again, until it completes", async () => {
  const at: CrashPoint[] = Array.from({ length: 4 }, () => "after effect call_look");
  const outcome = await runAnswerFlow({ at });
  expect(outcome.crashes).toBe(4);
  expectSameFlow(outcome, reference, { effects: { call_look: 5 } });
  expect(eventsOf(outcome.log, "run.interrupted").map(({ attempt }) => attempt)).toEqual([2, 3, 4, 5]);
});

test.concurrent("[CONV-10] when five processes died in the same model call the run fails and says so; a retry goes on", async () => {
  const outcome = await runFlow(
    { at: Array.from({ length: 5 }, (): CrashPoint => "before call 1") },
    async (person) => {
      const id = await startConversation(person, "scripted", [{ text: "At last." }]);
      const failed = await person.event(id, ({ type }) => type === "run.failed");
      expect(failed.error).toEqual({
        kind: "interrupted",
        message: "interrupted 5 times in a row: the server ended while it worked on this",
        retryable: true,
      });
      await person.post("retry", `/v1/conversations/${id}/retry`, {});
      await finished(person, id);
      return id;
    },
  );
  expect(outcome.crashes).toBe(5);
  expect(outcome.stored?.conversation).toMatchObject({ status: "idle", outcome: "finished" });
  const [first, second] = eventsOf(outcome.log, "run.started");
  expect(second?.resumedFrom).toBe(first?.runId);
  expect(outcome.dueIn).toBeUndefined();
});

for (const point of ["before release 1", "after release 1"] as const) {
  test.concurrent(`[RUN-2] killed ${point}, when a stop was acknowledged, the conversation is free for the next message`, async () => {
    const outcome = await runFlow({ at: [point] }, async (person, host) => {
      const server = await host.server();
      const id = await startConversation(person, "scripted", [
        { text: "I talk and talk.", hang: true },
        { text: "I am brief." },
      ]);
      await person.event(id, ({ type }) => type === "text.streamed");
      await person.post("stop", `/v1/conversations/${id}/stop`, {});
      await person.event(id, ({ type }) => type === "run.finished");
      await host.death(server);
      await person.post("next", `/v1/conversations/${id}/messages`, { text: "Shorter, please." });
      await finished(person, id);
      return id;
    });
    expect(outcome.crashes).toBe(1);
    expect(eventsOf(outcome.log, "run.finished").map((event) => event.outcome)).toEqual(["stopped", "finished"]);
    expect(eventsOf(outcome.log, "run.interrupted")).toEqual([]);
    expect(outcome.dueIn).toBeUndefined();
  });
}

async function finished(person: Person, id: string): Promise<void> {
  await person.event(id, ({ type, data }) => type === "run.finished" && data.outcome === "finished");
}
