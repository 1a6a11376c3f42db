import { expect, test } from "vitest";
import { contractNames } from "./contracts/contract-by-name.ts";
import { attemptLimit } from "./conversation.ts";
import { dueAt, effectOf } from "./effect.ts";
import { runUnderWay } from "./projection.ts";
import type { RunRecord } from "./run.ts";
import { eventsOf } from "./testing/given.ts";
import { always, inTheEnd, sampleWorlds } from "./testing/laws.ts";
import type { World } from "./testing/simulation.ts";

test("[CONV-9] the simulated worlds reach every status, every event and every end of an inquiry by every contract", () => {
  const statuses = new Set<string>();
  const types = new Set<string>();
  const ends = new Set<string>();
  const worlds = sampleWorlds(({ world }) => {
    statuses.add(world.conversation.recall ? "recalling" : world.conversation.status);
    if (world.conversation.status === "thinking" && world.conversation.recall) statuses.add("recalling first");
  });
  for (const { log, inquiries } of worlds) {
    for (const event of log) types.add(event.type);
    for (const { contract, status } of inquiries.values()) ends.add(`${contract} ${status}`);
  }
  expect([...statuses].sort()).toEqual(
    "acting delegating deleted failed idle parked paused recalling thinking"
      .split(" ")
      .concat("recalling first")
      .sort(),
  );
  expect([...types].sort()).toEqual([
    "agents.spawned",
    "child.ended",
    "children.recalled",
    "children.started",
    "conversation.deleted",
    "conversation.forked",
    "conversation.renamed",
    "conversation.started",
    "inquiry.asked",
    "inquiry.extended",
    "inquiry.held",
    "inquiry.reopened",
    "inquiry.resolved",
    "inquiry.superseded",
    "message.received",
    "messages.delivered",
    "model.failed",
    "model.replied",
    "parent.told",
    "run.failed",
    "run.finished",
    "run.interrupted",
    "run.paused",
    "run.started",
    "todos.updated",
    "tool.allowed",
    "tool.finished",
    "tool.started",
    "transcript.compacted",
  ]);
  const resolutions = ["answered", "answered-in-chat", "declined", "delegated", "dismissed", "expired", "withdrawn"];
  for (const contract of [...contractNames, "approval"])
    expect([...ends].filter((end) => end.startsWith(`${contract} `))).toEqual(
      expect.arrayContaining(resolutions.map((resolution) => `${contract} ${resolution}`)),
    );
  expect(ends).toContain("ask_user superseded");
});

test("[RES-9] no timer ever answers: time delivers what a person gave, or expires what has a deadline", () => {
  always(({ command, before, decision }) => {
    if (command.type !== "wake" || !decision.ok) return;
    const held = before.status === "parked" && before.held ? [before.held] : [];
    const deadlines =
      before.status === "parked" && before.inquiry.deadline !== undefined ? [before.inquiry.deadline] : [];
    const allowed = held.length > 0 ? held.map((some) => some.until) : deadlines;
    const resolutions = decision.value.flatMap((event) =>
      event.type === "inquiry.resolved" ? [event.resolution] : [],
    );
    const expected = held.length > 0 ? held.map((some) => some.resolution) : [{ type: "expired", at: command.at }];
    expect(resolutions).toEqual(allowed.some((time) => time <= command.at) ? expected : []);
  });
});

test("[CONV-6] what can be worked on is due now or after its rest, and what rests is due only by its own time", () => {
  always(({ world: { conversation } }) => {
    const due = dueAt(conversation);
    const effect = effectOf(conversation)?.type;
    if (conversation.recall) return expect([due, effect]).toEqual([0, "recall-children"]);
    switch (conversation.status) {
      case "thinking":
        return expect([due, effect]).toEqual([conversation.retryAt ?? 0, "call-model"]);
      case "acting":
        return expect([due, effect]).toEqual([0, "run-tool"]);
      case "parked":
        return expect([due, effect]).toEqual([conversation.held?.until ?? conversation.inquiry.deadline, undefined]);
      case "delegating":
        return expect([due, effect]).toEqual(conversation.started ? [undefined, undefined] : [0, "start-children"]);
      case "idle":
      case "paused":
      case "failed": {
        const isToTell = conversation.parent && !conversation.parent.told;
        return expect([due, effect]).toEqual(isToTell ? [0, "report-to-parent"] : [undefined, undefined]);
      }
      case "deleted":
        return expect([due, effect]).toEqual([undefined, undefined]);
    }
  });
});

test("[ASK-10] no run asks more often than its terms allow, and only what is shown counts", () => {
  always(({ before, decision, world: { conversation } }) => {
    if (!decision.ok) return;
    const asked = eventsOf(decision.value, "inquiry.asked").filter((event) => !event.inquiry.approval);
    if (conversation.status !== "parked" || asked.length === 0) return;
    const { run } = conversation;
    const isSameRun = "run" in before && before.run?.id === run.id;
    const started = eventsOf(decision.value, "run.started").length;
    expect(asked).toHaveLength(1);
    expect(started).toBe(0);
    expect(isSameRun && before.run && run.asks - before.run.asks).toBe(1);
    expect(run.asks).toBeLessThanOrEqual(run.terms.askLimit);
  });
});

test("[CONV-5] no run takes more steps than its limit allows, and one that goes on counts on", () => {
  inTheEnd((world) => {
    const { log, runs } = world;
    const pauseAt = new Map(eventsOf(log, "conversation.forked").map(({ state: { run } }) => [run.id, run.pauseAt]));
    for (const { runId, steps, terms, resumedFrom } of eventsOf(log, "run.started")) {
      const earlier = runs.get(resumedFrom ?? "");
      expect(steps).toBe(earlier?.steps ?? 0);
      pauseAt.set(runId, (earlier?.reason === "answered" && pauseAt.get(earlier.id)) || steps + terms.stepLimit);
    }
    for (const run of runsOf(world)) expect(run.steps).toBeLessThanOrEqual(pauseAt.get(run.id) ?? Number.NaN);
  });
});

test("[CONV-10] no effect is attempted more than five times", () => {
  always(({ world: { conversation } }) => {
    expect("attempt" in conversation ? conversation.attempt : 1).toBeLessThanOrEqual(attemptLimit);
  });
});

/** The runs that ended, and the one under way. */
function runsOf({ conversation, runs }: World): readonly RunRecord[] {
  const current = runUnderWay(conversation);
  return current ? [...runs.values(), current] : [...runs.values()];
}
