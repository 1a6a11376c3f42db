import { expect, test } from "vitest";
import { contractNames } from "../contracts/contract-by-name.ts";
import { attemptLimit, type Parked } from "../model/conversation.ts";
import { dueAt, effectOf } from "../model/effect.ts";
import { expiresAt, nextStepAt } from "../model/escalation.ts";
import { resolutionTypes } from "../model/resolution.ts";
import type { RunRecord } from "../model/run.ts";
import { eventsOf } from "../testing/given.ts";
import { afterEveryStep, atTheEnd, sampleSimulations } from "../testing/properties.ts";
import type { Simulation } from "../testing/simulation.ts";
import { activeRun } from "../views/projection.ts";

test("[CONV-9] [S0-34] the simulations reach every status, every event and every resolution of every contract", () => {
  const statuses = new Set<string>();
  const types = new Set<string>();
  const ends = new Set<string>();
  const simulations = sampleSimulations(({ simulation }) => {
    statuses.add(simulation.conversation.recall ? "recalling" : simulation.conversation.status);
    if (simulation.conversation.status === "thinking" && simulation.conversation.recall)
      statuses.add("recalling first");
  });
  for (const { log, inquiries } of simulations) {
    for (const event of log)
      types.add(event.type === "tool.allowed" && event.permission ? "tool.allowed remembered" : event.type);
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
    "agreement.retracted",
    "child.ended",
    "children.recalled",
    "children.started",
    "conversation.deleted",
    "conversation.forked",
    "conversation.renamed",
    "conversation.started",
    "inquiry.agreed",
    "inquiry.asked",
    "inquiry.assigned",
    "inquiry.escalated",
    "inquiry.extended",
    "inquiry.held",
    "inquiry.released",
    "inquiry.reminded",
    "inquiry.reopened",
    "inquiry.resolved",
    "inquiry.superseded",
    "inquiry.taken",
    "message.received",
    "messages.delivered",
    "model.failed",
    "model.replied",
    "parent.told",
    "permission.granted",
    "permission.revoked",
    "retry.requested",
    "run.failed",
    "run.finished",
    "run.interrupted",
    "run.paused",
    "run.started",
    "todos.updated",
    "tool.allowed",
    "tool.allowed remembered",
    "tool.finished",
    "tool.started",
    "transcript.compacted",
  ]);
  const resolutions = resolutionTypes.filter((type) => type !== "superseded");
  for (const contract of [...contractNames, "approval"])
    expect([...ends].filter((end) => end.startsWith(`${contract} `))).toEqual(
      expect.arrayContaining(resolutions.map((resolution) => `${contract} ${resolution}`)),
    );
  expect(ends).toContain("ask_user superseded");
});

test("[RESOLVE-9] no timer ever answers: it only delivers a held answer or expires an inquiry with a deadline", () => {
  afterEveryStep(({ command, before, decision }) => {
    if (command.type !== "wake" || !decision.ok) return;
    const held = before.status === "parked" && before.held ? [before.held] : [];
    const expiry = before.status === "parked" ? expiresAt(before.inquiry) : undefined;
    const deadlines = expiry === undefined ? [] : [expiry];
    const allowed = held.length > 0 ? held.map((some) => some.until) : deadlines;
    const resolutions = decision.value.flatMap((event) =>
      event.type === "inquiry.resolved" ? [event.resolution] : [],
    );
    const expected = held.length > 0 ? held.map((some) => some.resolution) : [{ type: "expired", at: command.at }];
    expect(resolutions).toEqual(allowed.some((time) => time <= command.at) ? expected : []);
  });
});

function parkedUntil({ held, inquiry }: Parked): number | undefined {
  const times = [inquiry.deadline, nextStepAt(inquiry)].filter((time) => time !== undefined);
  return held?.until ?? (times.length > 0 ? Math.min(...times) : undefined);
}

test("[CONV-6] a conversation with an effect is due now or at its retry time, a parked one at its own time, any other never", () => {
  afterEveryStep(({ simulation: { conversation } }) => {
    const due = dueAt(conversation);
    const effect = effectOf(conversation)?.type;
    if (conversation.recall) return expect([due, effect]).toEqual([0, "recall-children"]);
    switch (conversation.status) {
      case "thinking":
        return expect([due, effect]).toEqual([conversation.retryAt ?? 0, "call-model"]);
      case "acting":
        return expect([due, effect]).toEqual([0, "run-tool"]);
      case "parked":
        return expect([due, effect]).toEqual([parkedUntil(conversation), undefined]);
      case "delegating":
        return expect([due, effect]).toEqual(conversation.started ? [undefined, undefined] : [0, "start-children"]);
      case "idle":
      case "paused":
      case "failed": {
        const isUnreported = conversation.parent && !conversation.parent.told;
        return expect([due, effect]).toEqual(isUnreported ? [0, "report-to-parent"] : [undefined, undefined]);
      }
      case "deleted":
        return expect([due, effect]).toEqual([undefined, undefined]);
    }
  });
});

test("[ASK-10] no run asks more often without an answer than its terms allow, and only asks that are shown count", () => {
  afterEveryStep(({ before, decision, simulation: { conversation } }) => {
    if (!decision.ok) return;
    const asked = eventsOf(decision.value, "inquiry.asked").filter((event) => !event.inquiry.approval);
    if (conversation.status !== "parked" || asked.length === 0) return;
    const { run } = conversation;
    const isSameRun = "run" in before && before.run?.id === run.id;
    const started = eventsOf(decision.value, "run.started").length;
    expect(asked).toHaveLength(1);
    expect(started).toBe(0);
    expect(isSameRun && before.run && run.asks - before.run.asks).toBe(1);
    expect(run.unanswered).toBeLessThanOrEqual(run.terms.askLimit);
  });
});

test("[CONV-5] no run takes more steps than its limit, and a resumed run continues the count", () => {
  atTheEnd((simulation) => {
    const { log, runs } = simulation;
    const pauseAt = new Map(
      eventsOf(log, "conversation.forked").flatMap(({ state: { run } }) =>
        run ? [[run.id, run.pauseAt] as const] : [],
      ),
    );
    for (const { runId, steps, terms, resumedFrom } of eventsOf(log, "run.started")) {
      const earlier = runs.get(resumedFrom ?? "");
      expect(steps).toBe(earlier?.steps ?? 0);
      pauseAt.set(runId, (earlier?.reason === "answered" && pauseAt.get(earlier.id)) || steps + terms.stepLimit);
    }
    for (const run of runsOf(simulation)) expect(run.steps).toBeLessThanOrEqual(pauseAt.get(run.id) ?? Number.NaN);
  });
});

test("[CONV-10] no effect is interrupted more than five times", () => {
  afterEveryStep(({ simulation: { conversation } }) => {
    const failures = conversation.status === "thinking" ? (conversation.failed?.count ?? 0) : 0;
    expect("attempt" in conversation ? conversation.attempt - failures : 1).toBeLessThanOrEqual(attemptLimit);
  });
});

/** The ended runs and the active one. */
function runsOf({ conversation, runs }: Simulation): readonly RunRecord[] {
  const current = activeRun(conversation);
  return current ? [...runs.values(), current] : [...runs.values()];
}
