import { expect, test } from "vitest";
import type { ChildEnd } from "../model/conversation.ts";
import { dueAt, effectKey, effectOf } from "../model/effect.ts";
import type { Json } from "../model/tool-call.ts";
import { type CommandOrFactory, eventsOf, resultsOf } from "../testing/given.ts";
import {
  answer,
  asks,
  calls,
  finishTool,
  interruption,
  keyOf,
  noon,
  reply,
  send,
  sqlite,
  startTool,
  terms,
  thinking,
} from "../testing/samples.ts";
import { activeRun } from "../views/projection.ts";

const started = thinking({ terms: { ...terms, spawn: ["scout", "writer"] } });
const two = [
  { agent: "scout", task: "Look" },
  { agent: "writer", task: "Write" },
];
const spawns = (id: string, agents: Json = two) => calls(id, "spawn_agents", { agents });
const delegating = started.when(reply(spawns("c1"), calls("c2")));
const stop = { type: "stop", by: "ana", at: noon } as const;
const remove = { type: "delete", by: "ana", at: noon } as const;

function ended(childId: string, outcome: ChildEnd["outcome"] = "finished", text = `by ${childId}`): CommandOrFactory {
  return { type: "child-ended", childId, end: { outcome, text }, at: noon };
}

function report(type: "record-children-started" | "record-children-recalled"): CommandOrFactory {
  return (conversation) => ({ type, effect: keyOf(conversation), at: noon });
}

test("[SUBAGENT-1] sub-agents are started in parallel, each with an id of its own", () => {
  expect(delegating.conversation).toMatchObject({
    status: "delegating",
    started: false,
    children: [
      { id: "conv_tk1", agent: "scout", task: "Look" },
      { id: "conv_tk2", agent: "writer", task: "Write" },
    ],
    queue: [{ id: "c2" }],
  });
  expect(effectOf(delegating.conversation)).toMatchObject({ type: "start-children", callId: "c1", children: two });
  expect(dueAt(delegating.conversation)).toBe(0);
  expect(activeRun(delegating.conversation)).toMatchObject({ status: "running" });
});

test("[SUBAGENT-1] results are in the order of the call, whichever ended first, and the step continues", () => {
  const first = delegating.when(ended("conv_tk2"));
  expect(resultsOf(first.events)).toEqual([]);
  const { events, conversation } = first.when(ended("conv_tk1"));
  expect(resultsOf(events)).toEqual([
    {
      callId: "c1",
      name: "spawn_agents",
      status: "ok",
      text: '[{"agent":"scout","status":"finished","result":"by conv_tk1"},{"agent":"writer","status":"finished","result":"by conv_tk2"}]',
    },
  ]);
  expect(conversation).toMatchObject({ status: "acting", call: { id: "c2" } });
});

test("[SUBAGENT-1] a second call starts sub-agents with new ids", () => {
  const again = started
    .when(reply(spawns("c1"), spawns("c2")))
    .when(ended("conv_tk1"))
    .when(ended("conv_tk2"));
  expect(again.conversation).toMatchObject({
    status: "delegating",
    started: false,
    children: [{ id: "conv_tk3" }, { id: "conv_tk4" }],
  });
});

const many = Array.from({ length: 9 }, () => two[0] ?? null);

test.for<[string, Json]>([
  ['there is no agent "ghost"', [{ agent: "ghost", task: "Haunt" }]],
  ['there is no agent "__proto__"', [{ agent: "__proto__", task: "Haunt" }]],
  ["must not be blank", [{ agent: "scout", task: " \u200b" }]],
  ["Invalid input", []],
  ["Invalid input", many],
  ["Invalid input", [{ agent: "scout" }]],
  ["Invalid input", [{ agent: "scout", task: "Look", model: "big" }]],
])("[SUBAGENT-1] %s: an invalid call starts no sub-agent", ([message, agents]) => {
  const { events, conversation } = started.when(reply(spawns("c1", agents)));
  expect(resultsOf(events)).toMatchObject([{ status: "error", text: expect.stringContaining(message) }]);
  expect(conversation).toMatchObject({ status: "thinking", counts: { children: 0 } });
});

test("[SUBAGENT-1] eight can be started, and without the option the tool is not built in", () => {
  expect(started.when(reply(spawns("c1", many.slice(1)))).conversation).toMatchObject({ counts: { children: 8 } });
  expect(thinking().when(reply(spawns("c1"))).conversation).toMatchObject({ status: "acting" });
});

test("[SUBAGENT-2] once its sub-agents are started, a parent has no effect and is not due", () => {
  const waiting = delegating.when(report("record-children-started"));
  expect(waiting.conversation).toMatchObject({ status: "delegating", started: true });
  expect([effectOf(waiting.conversation), dueAt(waiting.conversation)]).toEqual([undefined, undefined]);
  expect(waiting.when({ type: "wake", at: noon + 1e9 }).events).toEqual([]);
});

test("[SUBAGENT-2] starting sub-agents again after a crash does not count as an attempt", () => {
  let history = delegating.when(interruption);
  for (let count = 0; count < 10; count += 1) history = history.when(interruption);
  expect(history.conversation).toEqual(delegating.conversation);
});

test("[SUBAGENT-3] a repeated report, a report of an unknown child and a late report change nothing", () => {
  const one = delegating.when(ended("conv_tk1"));
  expect(one.when(ended("conv_tk1", "failed")).events).toEqual([]);
  for (const unknown of ["conv_tk3", "conv_t", "__proto__", ""]) expect(one.when(ended(unknown)).events).toEqual([]);
  const both = one.when(ended("conv_tk2"));
  expect(both.when(ended("conv_tk2")).events).toEqual([]);
  expect(delegating.when(stop).when(ended("conv_tk1")).events).toEqual([]);
  expect(delegating.when(remove).when(ended("conv_tk1")).events).toEqual([]);
});

test("[SUBAGENT-3] a sub-agent may end before the start of all is recorded", () => {
  const both = delegating.when(ended("conv_tk1")).when(ended("conv_tk2"));
  const late = both.when(() => ({
    type: "record-children-started",
    effect: effectKey(effectOf(delegating.conversation)),
    at: noon,
  }));
  expect(late.refusal).toEqual({ code: "effect-stale" });
});

test("[SUBAGENT-4] a failed sub-agent has an error in the result, and the others have their results", () => {
  const { events } = delegating.when(ended("conv_tk1", "failed", "no such model")).when(ended("conv_tk2"));
  expect(resultsOf(events)).toMatchObject([{ status: "ok" }]);
  expect(JSON.parse(resultsOf(events)[0]?.text ?? "")).toEqual([
    { agent: "scout", status: "failed", error: "no such model" },
    { agent: "writer", status: "finished", result: "by conv_tk2" },
  ]);
});

test("[SUBAGENT-4] the result is an error only when no sub-agent finished", () => {
  const { events } = delegating.when(ended("conv_tk1", "stopped")).when(ended("conv_tk2", "paused"));
  expect(resultsOf(events)).toMatchObject([{ status: "error" }]);
});

test("[SUBAGENT-5] stopping a parent recalls the sub-agents that have not ended, and the result says so", () => {
  const stopped = delegating.when(ended("conv_tk1")).when(stop);
  expect(resultsOf(stopped.events)).toMatchObject([
    { callId: "c1", status: "ok", text: expect.stringContaining('{"agent":"writer","status":"stopped"}') },
    { callId: "c2", status: "not-run" },
  ]);
  expect(stopped.conversation).toMatchObject({ status: "idle", outcome: "stopped" });
  expect(effectOf(stopped.conversation)).toEqual({ type: "recall-children", how: "stop", children: ["conv_tk2"] });
  expect(dueAt(stopped.conversation)).toBe(0);
  const recalled = stopped.when(report("record-children-recalled"));
  expect(effectOf(recalled.conversation)).toBeUndefined();
  expect(recalled.conversation).not.toHaveProperty("recall");
});

test("[SUBAGENT-5] the next run waits until they are recalled, and a crash meanwhile does not count as an attempt", () => {
  const next = delegating.when(stop).when(send("Go on"));
  expect(next.conversation.status).toBe("thinking");
  expect(effectOf(next.conversation)).toMatchObject({ type: "recall-children" });
  expect(next.when(reply()).refusal).toEqual({ code: "effect-stale" });
  expect(next.when(interruption).events).toEqual([]);
  const recalled = next.when(report("record-children-recalled"));
  expect(effectOf(recalled.conversation)).toMatchObject({ type: "call-model", runId: "run_t_2", attempt: 1 });
});

test("[SUBAGENT-5] deleting a parent deletes all its sub-agents and their tasks", () => {
  const both = delegating.when(ended("conv_tk1")).when(ended("conv_tk2"));
  for (const history of [delegating, both, delegating.when(stop)]) {
    const { conversation } = history.when(remove);
    expect(effectOf(conversation)).toEqual({
      type: "recall-children",
      how: "delete",
      children: ["conv_tk1", "conv_tk2"],
    });
    expect(JSON.stringify(conversation)).not.toMatch(/Look|scout/);
    expect(effectOf(history.when(remove).when(report("record-children-recalled")).conversation)).toBeUndefined();
  }
});

test("[SUBAGENT-1] a message to a parent that waits for sub-agents is read after the step", () => {
  const messaged = delegating.when(send("Hurry"));
  expect(messaged.conversation).toMatchObject({ status: "delegating", mailbox: ["msg_t_3"] });
  const done = messaged.when(ended("conv_tk1")).when(ended("conv_tk2")).when(startTool).when(finishTool);
  expect(done.conversation).toMatchObject({ status: "thinking", mailbox: [] });
});

test("[ASK-9] after sub-agents have worked the same ask is allowed again", () => {
  const again = started
    .when(reply(asks("c1")))
    .when(answer(sqlite))
    .when(reply(spawns("c2", two.slice(1)), asks("c3")))
    .when(ended("conv_tk1"));
  expect(eventsOf(again.events, "inquiry.asked")).toHaveLength(1);
});
