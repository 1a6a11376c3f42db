import { expect, test } from "vitest";
import type { ChildEnd } from "../conversation.ts";
import { dueAt, effectKey, effectOf } from "../effect.ts";
import type { Json } from "../json.ts";
import { runUnderWay } from "../projection.ts";
import { eventsOf, resultsOf, type Wish } from "../testing/given.ts";
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

const begun = thinking({ terms: { ...terms, spawn: ["scout", "writer"] } });
const two = [
  { agent: "scout", task: "Look" },
  { agent: "writer", task: "Write" },
];
const spawns = (id: string, agents: Json = two) => calls(id, "spawn_agents", { agents });
const delegating = begun.when(reply(spawns("c1"), calls("c2")));
const stop = { type: "stop", by: "ana", at: noon } as const;
const remove = { type: "delete", by: "ana", at: noon } as const;

function ended(childId: string, outcome: ChildEnd["outcome"] = "finished", text = `by ${childId}`): Wish {
  return { type: "child-ended", childId, end: { outcome, text }, at: noon };
}

function report(type: "record-children-started" | "record-children-recalled"): Wish {
  return (conversation) => ({ type, effect: keyOf(conversation), at: noon });
}

test("[SUB-1] sub-agents are started side by side under names of their own", () => {
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
  expect(runUnderWay(delegating.conversation)).toMatchObject({ status: "running" });
});

test("[SUB-1] their results come in the order of the call, whoever ended first, and the step goes on", () => {
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

test("[SUB-1] a second call starts others, under other names", () => {
  const again = begun
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
])("[SUB-1] %s: a bad call starts nobody", ([words, agents]) => {
  const { events, conversation } = begun.when(reply(spawns("c1", agents)));
  expect(resultsOf(events)).toMatchObject([{ status: "error", text: expect.stringContaining(words) }]);
  expect(conversation).toMatchObject({ status: "thinking", counts: { children: 0 } });
});

test("[SUB-1] eight can be started, and without the option it is no tool of ours", () => {
  expect(begun.when(reply(spawns("c1", many.slice(1)))).conversation).toMatchObject({ counts: { children: 8 } });
  expect(thinking().when(reply(spawns("c1"))).conversation).toMatchObject({ status: "acting" });
});

test("[SUB-2] once they are started, a parent waits for nothing by itself", () => {
  const waiting = delegating.when(report("record-children-started"));
  expect(waiting.conversation).toMatchObject({ status: "delegating", started: true });
  expect([effectOf(waiting.conversation), dueAt(waiting.conversation)]).toEqual([undefined, undefined]);
  expect(waiting.when({ type: "wake", at: noon + 1e9 }).events).toEqual([]);
});

test("[SUB-2] starting again after a crash is no attempt that could fail the run", () => {
  let story = delegating.when(interruption);
  for (let count = 0; count < 10; count += 1) story = story.when(interruption);
  expect(story.conversation).toEqual(delegating.conversation);
});

test("[SUB-3] a repeat, a stranger and a late report change nothing", () => {
  const one = delegating.when(ended("conv_tk1"));
  expect(one.when(ended("conv_tk1", "failed")).events).toEqual([]);
  for (const stranger of ["conv_tk3", "conv_t", "__proto__", ""]) expect(one.when(ended(stranger)).events).toEqual([]);
  const both = one.when(ended("conv_tk2"));
  expect(both.when(ended("conv_tk2")).events).toEqual([]);
  expect(delegating.when(stop).when(ended("conv_tk1")).events).toEqual([]);
  expect(delegating.when(remove).when(ended("conv_tk1")).events).toEqual([]);
});

test("[SUB-3] an end may come before it is recorded that all were started", () => {
  const both = delegating.when(ended("conv_tk1")).when(ended("conv_tk2"));
  const late = both.when(() => ({
    type: "record-children-started",
    effect: effectKey(effectOf(delegating.conversation)),
    at: noon,
  }));
  expect(late.refusal).toEqual({ code: "effect-stale" });
});

test("[SUB-4] a failure is an error in its place, and the others count", () => {
  const { events } = delegating.when(ended("conv_tk1", "failed", "no such model")).when(ended("conv_tk2"));
  expect(resultsOf(events)).toMatchObject([{ status: "ok" }]);
  expect(JSON.parse(resultsOf(events)[0]?.text ?? "")).toEqual([
    { agent: "scout", status: "failed", error: "no such model" },
    { agent: "writer", status: "finished", result: "by conv_tk2" },
  ]);
});

test("[SUB-4] the call is an error only when none of them finished", () => {
  const { events } = delegating.when(ended("conv_tk1", "stopped")).when(ended("conv_tk2", "paused"));
  expect(resultsOf(events)).toMatchObject([{ status: "error" }]);
});

test("[SUB-5] stopping a parent recalls those that have not ended, and says so in its result", () => {
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

test("[SUB-5] the next run waits until they are recalled, and a crash meanwhile is not held against it", () => {
  const next = delegating.when(stop).when(send("Go on"));
  expect(next.conversation.status).toBe("thinking");
  expect(effectOf(next.conversation)).toMatchObject({ type: "recall-children" });
  expect(next.when(reply()).refusal).toEqual({ code: "effect-stale" });
  expect(next.when(interruption).events).toEqual([]);
  const recalled = next.when(report("record-children-recalled"));
  expect(effectOf(recalled.conversation)).toMatchObject({ type: "call-model", runId: "run_t_2", attempt: 1 });
});

test("[SUB-5] deleting a parent erases all it ever started, and forgets their tasks", () => {
  const both = delegating.when(ended("conv_tk1")).when(ended("conv_tk2"));
  for (const story of [delegating, both, delegating.when(stop)]) {
    const { conversation } = story.when(remove);
    expect(effectOf(conversation)).toEqual({
      type: "recall-children",
      how: "delete",
      children: ["conv_tk1", "conv_tk2"],
    });
    expect(JSON.stringify(conversation)).not.toMatch(/Look|scout/);
    expect(effectOf(story.when(remove).when(report("record-children-recalled")).conversation)).toBeUndefined();
  }
});

test("[SUB-1] a message to a parent that waits is read after the step", () => {
  const told = delegating.when(send("Hurry"));
  expect(told.conversation).toMatchObject({ status: "delegating", mailbox: ["msg_t_3"] });
  const done = told.when(ended("conv_tk1")).when(ended("conv_tk2")).when(startTool).when(finishTool);
  expect(done.conversation).toMatchObject({ status: "thinking", mailbox: [] });
});

test("[ASK-9] sub-agents are work that makes an ask new", () => {
  const again = begun
    .when(reply(asks("c1")))
    .when(answer(sqlite))
    .when(reply(spawns("c2", two.slice(1)), asks("c3")))
    .when(ended("conv_tk1"));
  expect(eventsOf(again.events, "inquiry.asked")).toHaveLength(1);
});
