import { expect, test } from "vitest";
import { contractNames } from "../contracts/contract-by-name.ts";
import type { Conversation } from "../model/conversation.ts";
import { effectOf } from "../model/effect.ts";
import type { Event, EventOf } from "../model/event.ts";
import type { Part } from "../model/message.ts";
import type { Permission } from "../model/permission.ts";
import type { Terms } from "../model/run.ts";
import type { ToolCall } from "../model/tool-call.ts";
import { eventsOf } from "../testing/given.ts";
import { afterEveryStep, atTheEnd } from "../testing/properties.ts";
import type { Simulation } from "../testing/simulation.ts";

test("[CONTRACT-8] no call with a not-run result has run, and no call runs twice", () => {
  atTheEnd(({ log }) => {
    const started = eventsOf(log, "tool.started").map(nameOf);
    const notRun = eventsOf(log, "tool.finished").filter(({ result }) => result.status === "not-run");
    expect(notRun.map((event) => nameOf({ ...event, callId: event.result.callId }))).not.toContainEqual(
      expect.toBeOneOf(started.length > 0 ? started : [""]),
    );
    expect(new Set(started).size).toBe(started.length);
  });
});

test("[CONTRACT-8] built-in tools are never an effect, except where the agent does not have them", () => {
  afterEveryStep(({ simulation: { conversation } }) => {
    const effect = effectOf(conversation);
    if (effect?.type !== "run-tool" || conversation.status !== "acting") return;
    const { terms } = conversation.run;
    const builtIn = [terms.contract, terms.spawn && "spawn_agents", terms.todos ? "update_todos" : undefined];
    expect(builtIn).not.toContain(effect.call.name);
    const isChild = conversation.parent !== undefined;
    expect(isChild && [...contractNames, "spawn_agents"].includes(effect.call.name)).toBe(false);
  });
});

test("[APPROVAL-2] a gated call becomes an effect only after a person allowed exactly this call", () => {
  afterEveryStep(({ simulation }) => {
    const { conversation } = simulation;
    if (conversation.status !== "acting" || !isGated(conversation.run.terms, conversation.call.name)) return;
    expect(conversation).toMatchObject({ allowed: true });
    expect(conversation).not.toHaveProperty("parent");
    const { call, run } = conversation;
    const last = allowances(simulation).at(-1);
    expect(last?.event).toMatchObject({ runId: run.id, step: run.steps, callId: call.id });
    expect(last?.inquiry).toMatchObject({ contract: "approval", approval: { tool: call.name } });
    if (!last?.event.permission)
      expect(last?.inquiry).toMatchObject({ callId: call.id, approval: { input: call.input } });
  });
});

test("[APPROVAL-2] a call is allowed exactly when an approval is answered with an option that allows it, or by a permission", () => {
  afterEveryStep(({ decision, before }) => {
    if (!decision.ok || before.status !== "parked") return;
    const [resolved] = eventsOf(decision.value, "inquiry.resolved");
    const allowed = eventsOf(decision.value, "tool.allowed").filter(({ permission }) => !permission);
    const isAllow = before.inquiry.approval && (picks(resolved, "o1") || picks(resolved, "o3"));
    expect(allowed.map(({ callId }) => callId)).toEqual(isAllow ? [before.inquiry.callId] : []);
  });
});

test("[APPROVAL-7] a permission is granted exactly when a person picks that option, in their name", () => {
  afterEveryStep(({ decision, before }) => {
    if (!decision.ok) return;
    const granted = eventsOf(decision.value, "permission.granted").map(({ permission }) => permission);
    const [resolved] = eventsOf(decision.value, "inquiry.resolved");
    const approval = before.status === "parked" ? before.inquiry.approval : undefined;
    if (!resolved || !approval || !picks(resolved, "o3")) return expect(granted).toEqual([]);
    expect(resolved.resolution).toMatchObject({ type: "answered", by: granted[0]?.by });
    expect(granted).toMatchObject([{ tool: approval.tool, part: approval.remember }]);
  });
});

test("[APPROVAL-8] a call runs by a permission only if it was given here for its tool and input, and is not revoked", () => {
  atTheEnd(({ log }) => {
    const alive = new Map<string, Permission>();
    const calls = new Map<string, ToolCall>();
    for (const event of log) {
      for (const part of recordedParts(event)) if (part.type === "call") calls.set(part.call.id, part.call);
      if (event.type === "permission.granted") alive.set(event.permission.id, event.permission);
      if (event.type === "permission.revoked") alive.delete(event.permissionId);
      if (event.type !== "tool.allowed" || !event.permission) continue;
      const permission = alive.get(event.permission.id);
      const call = calls.get(event.callId);
      expect(permission).toMatchObject({ tool: call?.name, by: event.permission.by });
      const input = permission?.part === true ? call?.input : { to: Object(call?.input).to };
      expect(permission?.input).toEqual(input);
    }
  });
});

test("[APPROVAL-8] a fork starts without permissions", () => {
  afterEveryStep(({ simulation: { log } }) => {
    const [first] = log;
    if (first?.type === "conversation.forked") expect(first.state).not.toHaveProperty("permissions");
  });
});

test("[APPROVAL-2] gated built-in tools wait for approval too", () => {
  afterEveryStep(({ before, decision, simulation: { termsByRun } }) => {
    if (!decision.ok) return;
    for (const event of decision.value) {
      if (event.type !== "agents.spawned" && event.type !== "todos.updated") continue;
      const tool = event.type === "agents.spawned" ? "spawn_agents" : "update_todos";
      if (!isGated(termsByRun.get(event.runId) ?? fail(), tool)) continue;
      const allowed = eventsOf(decision.value, "tool.allowed");
      const asked = before.status === "parked" ? before.inquiry.approval?.tool : undefined;
      expect(allowed.length).toBeGreaterThan(0);
      if (!allowed.some(({ permission }) => permission)) expect(asked).toBe(tool);
    }
  });
});

test("[APPROVAL-4] an approval changes neither the run's count of asks nor its last ask", () => {
  afterEveryStep(({ before, decision, simulation: { conversation } }) => {
    if (!decision.ok || before.status !== "parked" || !before.inquiry.approval) return;
    const isResolved = eventsOf(decision.value, "inquiry.resolved").length > 0;
    if (!isResolved || conversation.status !== "acting" || conversation.run.id !== before.run.id) return;
    expect(conversation.run.asks).toBe(before.run.asks);
    expect(conversation.run.lastAsk).toEqual(before.run.lastAsk);
  });
});

/** The parts of the model's replies; those of a fork came with it. */
function recordedParts(event: Event): readonly Part[] {
  if (event.type === "conversation.forked") return event.messages.flatMap(({ parts }) => parts);
  return event.type === "model.replied" ? event.parts : [];
}

function nameOf({ runId, step, callId }: { readonly runId: string; readonly step: number; readonly callId: string }) {
  return `${runId} ${step} ${callId}`;
}

function isGated({ approve = [] }: Terms, tool: string): boolean {
  return approve.some((pattern) => new RegExp(`^${pattern.replace("*", ".*")}$`).test(tool));
}

function picks(resolved: EventOf<"inquiry.resolved"> | undefined, option: string): boolean {
  if (resolved?.resolution.type !== "answered") return false;
  const [answer] = resolved.resolution.answers;
  return answer !== undefined && "options" in answer && answer.options?.join() === option;
}

/** The calls that were allowed so far, each with the inquiry of its approval or of its permission. */
function allowances({ log, inquiries }: Simulation) {
  return log.flatMap((event, index) => {
    if (event.type !== "tool.allowed") return [];
    const resolved = log[index - 1];
    const asked = resolved?.type === "inquiry.resolved" ? resolved.inquiryId : "";
    const id = event.permission ? event.permission.id.replace(/^perm/, "inq") : asked;
    return [{ event, inquiry: inquiries.get(id) }];
  });
}

function fail(): never {
  throw new Error("a run has terms");
}

test("[CONV-2] [S0-13] the remaining calls of a step are kept unchanged and in order while it waits", () => {
  afterEveryStep(({ before, decision, simulation: { conversation } }) => {
    if (!decision.ok || decision.value.length === 0) return;
    const left = callsLeft(before);
    const now = callsLeft(conversation);
    if (left.length === 0 || eventsOf(decision.value, "model.replied").length > 0) return;
    expect(now).toEqual(left.slice(left.length - now.length));
  });
});

function callsLeft(conversation: Conversation) {
  return "queue" in conversation ? conversation.queue : [];
}
