import { expect, test } from "vitest";
import { attemptLimit } from "./conversation.ts";
import { dueAt, effectOf } from "./effect.ts";
import type { Event } from "./event.ts";
import { runUnderWay } from "./projection.ts";
import type { RunRecord } from "./run.ts";
import { always, inTheEnd, sampleWorlds } from "./testing/laws.ts";
import type { World } from "./testing/simulation.ts";

test("[CONV-9] the simulated worlds reach every status, every event and every resolution there is", () => {
  const statuses = new Set<string>();
  const worlds = sampleWorlds((step) => statuses.add(step.world.conversation.status));
  const log: readonly Event[] = worlds.flatMap((world) => world.log);
  const resolutions = log.flatMap((event) => (event.type === "inquiry.resolved" ? [event.resolution.type] : []));
  expect([...statuses].sort()).toEqual(["acting", "deleted", "failed", "idle", "parked", "paused", "thinking"]);
  expect([...new Set(log.map((event) => event.type))].sort()).toEqual([
    "conversation.deleted",
    "conversation.started",
    "inquiry.asked",
    "inquiry.held",
    "inquiry.reopened",
    "inquiry.resolved",
    "message.received",
    "messages.delivered",
    "model.failed",
    "model.replied",
    "run.failed",
    "run.finished",
    "run.interrupted",
    "run.paused",
    "run.started",
    "tool.finished",
    "tool.started",
    "transcript.compacted",
  ]);
  expect([...new Set(resolutions)].sort()).toEqual([
    "answered",
    "answered-in-chat",
    "declined",
    "delegated",
    "dismissed",
    "expired",
    "withdrawn",
  ]);
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
    switch (conversation.status) {
      case "thinking":
        return expect(due).toBe(conversation.retryAt ?? 0);
      case "acting":
        return expect([due, effectOf(conversation)?.type]).toEqual([0, "run-tool"]);
      case "parked":
        return expect(due).toBe(conversation.held?.until ?? conversation.inquiry.deadline);
      case "idle":
      case "paused":
      case "failed":
      case "deleted":
        return expect([due, effectOf(conversation)]).toEqual([undefined, undefined]);
    }
  });
});

test("[ASK-10] no run asks more often than its terms allow", () => {
  inTheEnd((world) => {
    const { inquiries, terms } = world;
    for (const run of runsOf(world)) {
      const asked = [...inquiries.values()].filter((inquiry) => inquiry.runId === run.id);
      expect(asked).toHaveLength(run.asks);
      expect(run.asks).toBeLessThanOrEqual(terms.askLimit);
    }
  });
});

test("[CONV-5] no run takes more steps than its limit allows, and a resumed one counts on", () => {
  inTheEnd((world) => {
    const { runs, terms } = world;
    for (const run of runsOf(world)) {
      const before = run.resumedFrom === undefined ? 0 : (runs.get(run.resumedFrom)?.steps ?? Number.NaN);
      expect(run.steps).toBeGreaterThanOrEqual(before);
      expect(run.steps - before).toBeLessThanOrEqual(terms.stepLimit);
    }
  });
});

test("[CONV-10] no effect is attempted more than five times", () => {
  always(({ world: { conversation } }) => {
    expect(effectOf(conversation)?.attempt ?? 1).toBeLessThanOrEqual(attemptLimit);
  });
});

/** The runs that ended, and the one under way. */
function runsOf({ conversation, runs }: World): readonly RunRecord[] {
  const current = runUnderWay(conversation);
  return current ? [...runs.values(), current] : [...runs.values()];
}
