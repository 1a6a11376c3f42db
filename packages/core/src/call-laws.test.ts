import { expect, test } from "vitest";
import { contractNames } from "./contracts/contract-by-name.ts";
import type { Conversation } from "./conversation.ts";
import { effectOf } from "./effect.ts";
import type { EventOf } from "./event.ts";
import type { Terms } from "./run.ts";
import { eventsOf } from "./testing/given.ts";
import { always, inTheEnd } from "./testing/laws.ts";
import type { World } from "./testing/simulation.ts";

test("[CTR-8] nothing is run that got its result without running, and nothing is run twice", () => {
  inTheEnd(({ log }) => {
    const started = eventsOf(log, "tool.started").map(nameOf);
    const notRun = eventsOf(log, "tool.finished").filter(({ result }) => result.status === "not-run");
    expect(notRun.map((event) => nameOf({ ...event, callId: event.result.callId }))).not.toContainEqual(
      expect.toBeOneOf(started.length > 0 ? started : [""]),
    );
    expect(new Set(started).size).toBe(started.length);
  });
});

test("[CTR-8] the core's own tools are never left to the outside, except where the agent has none of that name", () => {
  always(({ world: { conversation } }) => {
    const effect = effectOf(conversation);
    if (effect?.type !== "run-tool" || conversation.status !== "acting") return;
    const { terms } = conversation.run;
    const own = [terms.contract, terms.spawn && "spawn_agents", terms.todos ? "update_todos" : undefined];
    expect(own).not.toContain(effect.call.name);
    const isChild = conversation.parent !== undefined;
    expect(isChild && [...contractNames, "spawn_agents"].includes(effect.call.name)).toBe(false);
  });
});

test("[APP-2] a gated call is the outside's to run only after a person allowed exactly this call", () => {
  always(({ world }) => {
    const { conversation } = world;
    if (conversation.status !== "acting" || !isGated(conversation.run.terms, conversation.call.name)) return;
    expect(conversation).toMatchObject({ allowed: true });
    expect(conversation).not.toHaveProperty("parent");
    const permission = permissions(world).at(-1);
    expect(permission?.inquiry).toMatchObject({
      contract: "approval",
      callId: conversation.call.id,
      approval: { tool: conversation.call.name, input: conversation.call.input },
    });
    expect(permission?.event).toMatchObject({ runId: conversation.run.id, step: conversation.run.steps });
  });
});

test("[APP-2] a call is allowed exactly when an approval is answered with the first option", () => {
  always(({ decision, before }) => {
    if (!decision.ok || before.status !== "parked") return;
    const [resolved] = eventsOf(decision.value, "inquiry.resolved");
    const allowed = eventsOf(decision.value, "tool.allowed");
    const isAllow = resolved?.resolution.type === "answered" && before.inquiry.approval && picksFirst(resolved);
    expect(allowed.map(({ callId }) => callId)).toEqual(isAllow ? [before.inquiry.callId] : []);
  });
});

test("[APP-2] what a gated call does for sub-agents and todos also waits to be allowed", () => {
  always(({ before, decision, world: { termsByRun } }) => {
    if (!decision.ok) return;
    for (const event of decision.value) {
      if (event.type !== "agents.spawned" && event.type !== "todos.updated") continue;
      const tool = event.type === "agents.spawned" ? "spawn_agents" : "update_todos";
      if (!isGated(termsByRun.get(event.runId) ?? fail(), tool)) continue;
      expect(before).toMatchObject({ status: "parked", inquiry: { approval: { tool } } });
      expect(eventsOf(decision.value, "tool.allowed")).toHaveLength(1);
    }
  });
});

test("[APP-4] an approval changes neither the number of asks of the run nor what it must not ask again", () => {
  always(({ before, decision, world: { conversation } }) => {
    if (!decision.ok || before.status !== "parked" || !before.inquiry.approval) return;
    const settled = eventsOf(decision.value, "inquiry.resolved").length > 0;
    if (!settled || conversation.status !== "acting" || conversation.run.id !== before.run.id) return;
    expect(conversation.run.asks).toBe(before.run.asks);
    expect(conversation.run.lastAsk).toEqual(before.run.lastAsk);
  });
});

function nameOf({ runId, step, callId }: { readonly runId: string; readonly step: number; readonly callId: string }) {
  return `${runId} ${step} ${callId}`;
}

function isGated({ approve = [] }: Terms, tool: string): boolean {
  return approve.some((pattern) => new RegExp(`^${pattern.replace("*", ".*")}$`).test(tool));
}

function picksFirst({ resolution }: EventOf<"inquiry.resolved">): boolean {
  if (resolution.type !== "answered") return false;
  const [answer] = resolution.answers;
  return answer !== undefined && "options" in answer && answer.options?.join() === "o1";
}

/** The permissions so far, each with the inquiry that was answered with it. */
function permissions({ log, inquiries }: World) {
  return log.flatMap((event, index) => {
    if (event.type !== "tool.allowed") return [];
    const resolved = log[index - 1];
    const id = resolved?.type === "inquiry.resolved" ? resolved.inquiryId : "";
    return [{ event, inquiry: inquiries.get(id) }];
  });
}

function fail(): never {
  throw new Error("a run has terms");
}

test("[CONV-2] calls left in a step are kept while it rests, whole and in order", () => {
  always(({ before, decision, world: { conversation } }) => {
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
