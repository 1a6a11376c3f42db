import { expect, test } from "vitest";
import { dueAt, effectOf } from "../model/effect.ts";
import { type CommandOrFactory, eventsOf, resultsOf, typesOf } from "../testing/given.ts";
import {
  answer,
  asks,
  calls,
  finishTool,
  firstInquiry,
  interruption,
  keyOf,
  noon,
  onInquiry,
  postgres,
  reply,
  send,
  sqlite,
  startTool,
  terms,
  thinking,
} from "../testing/samples.ts";
import { activeRun } from "../views/projection.ts";
import { questionBlock } from "../views/question-block.ts";
import { receiptOf } from "../views/receipt.ts";

const input = { to: "production", note: '</b> "now"', __nested: { deep: [1] } };
const started = thinking({ terms: { ...terms, approve: ["deploy", "shop__*"] } });
const asked = started.when(reply(calls("c1", "deploy", input), calls("c2")));
const allow = answer(sqlite);
const refuse = answer(postgres);

test("[APPROVAL-1] a gated call parks on an inquiry that shows the exact call", () => {
  expect(typesOf(asked.events)).toEqual(["model.replied", "inquiry.asked"]);
  expect(asked.conversation).toMatchObject({
    status: "parked",
    call: { id: "c1", name: "deploy", input },
    queue: [{ id: "c2" }],
    inquiry: {
      id: firstInquiry,
      contract: "approval",
      callId: "c1",
      approval: { tool: "deploy", input },
      questions: [{ text: "May the agent run deploy?", options: [{ label: "Allow once" }, { label: "Refuse" }] }],
    },
  });
  expect(activeRun(asked.conversation)).toMatchObject({ status: "waiting", reason: "awaiting-approval" });
});

test("[APPROVAL-1] own words, several options and a skip are refused as answers", () => {
  for (const some of [
    { question: "q1", text: "yes" },
    { question: "q1", options: ["o1", "o2"] },
    { question: "q1", options: ["o1"], text: "but later" },
    { question: "q1", skipped: true } as const,
    { question: "q1", note: "sure" },
  ])
    expect(asked.when(answer([some])).refusal).toMatchObject({ code: "answer-misfit" });
});

test("[APPROVAL-1] a prefix gates every tool that starts with it, and no other", () => {
  const parks = (name: string) => started.when(reply(calls("c1", name))).conversation.status === "parked";
  expect(["deploy", "shop__buy", "shop__"].map(parks)).toEqual([true, true, true]);
  expect(["deploy2", "Deploy", "undeploy", "shop_", "my_shop__buy"].map(parks)).toEqual(Array(5).fill(false));
});

test("[APPROVAL-2] when allowed, the recorded call runs once", () => {
  const allowed = asked.when(allow);
  expect(typesOf(allowed.events)).toEqual(["inquiry.resolved", "tool.allowed"]);
  expect(allowed.conversation).toMatchObject({ status: "acting", started: false, allowed: true });
  expect(effectOf(allowed.conversation)).toMatchObject({
    type: "run-tool",
    call: { id: "c1", input },
    interrupted: false,
  });
  const done = allowed.when(startTool).when(finishTool);
  expect(resultsOf(done.events)).toMatchObject([{ callId: "c1", status: "ok", text: "done" }]);
  expect(done.conversation).toMatchObject({ status: "acting", call: { id: "c2" } });
  expect(done.conversation).not.toHaveProperty("allowed");
});

test("[APPROVAL-2] the same call in a later step needs approval again", () => {
  const later = started
    .when(reply(calls("c1", "deploy")))
    .when(allow)
    .when(startTool)
    .when(finishTool)
    .when(reply(calls("c1", "deploy")));
  expect(later.conversation).toMatchObject({ status: "parked", inquiry: { id: "inq_t_2" } });
});

test("[APPROVAL-2] a crash before or after the start of an allowed call does not ask again", () => {
  const again = asked.when(allow).when(interruption);
  expect(again.conversation).toMatchObject({ status: "acting", allowed: true, attempt: 2, started: false });
  expect(asked.when(allow).when(startTool).when(interruption).conversation).toMatchObject({
    allowed: true,
    started: true,
  });
});

test("[APPROVAL-2] when refused, the call does not run, the model reads the reason, and the step continues", () => {
  const plain = asked.when(refuse);
  expect(resultsOf(plain.events)).toMatchObject([
    { callId: "c1", status: "not-run", text: "Not run: the user refused this call." },
  ]);
  expect(plain.conversation).toMatchObject({ status: "acting", call: { id: "c2" } });
  const set = { answers: [{ question: "q1", options: ["o2"], note: "Too early" }], comment: "Ask on Monday" };
  const reasoned = asked.when(answer([], { set }));
  expect(resultsOf(reasoned.events)[0]?.text).toBe(
    "Not run: the user refused this call. Their reason: Too early\nAsk on Monday",
  );
});

test("[APPROVAL-2] no other resolution runs the call", () => {
  const dated = thinking({ terms: { ...terms, approve: ["deploy"], deadlineMs: 50 } }).when(
    reply(calls("c1", "deploy"), calls("c2")),
  );
  const ends = [
    onInquiry("delegate"),
    onInquiry("decline"),
    onInquiry("dismiss"),
    onInquiry("withdraw"),
    send("Yes, go ahead"),
    { type: "stop", by: "ana", at: noon },
    { type: "wake", at: noon + 50 },
    answer(sqlite, { at: noon + 50 }),
    send("Yes", { at: noon + 51 }),
  ] as const;
  for (const end of ends) {
    const { events } = dated.when(end);
    expect(resultsOf(events)[0]).toMatchObject({ callId: "c1", status: "not-run" });
    expect(resultsOf(events)[0]?.text).toMatch(/^Not run: it needed the user's approval\. /);
    expect(eventsOf(events, "tool.allowed")).toEqual([]);
  }
  expect(dueAt(dated.conversation)).toBe(noon + 50);
});

test("[APPROVAL-2] delegating the decision to the agent does not allow the call", () => {
  expect(resultsOf(asked.when(onInquiry("delegate")).events)[0]?.text).toContain("no permission to run it");
});

test("[APPROVAL-2] a held approval runs nothing until its time is up, and can be retracted", () => {
  const held = asked.when(answer(sqlite, { holdMs: 10 }));
  expect(effectOf(held.conversation)).toBeUndefined();
  expect(typesOf(held.when({ type: "wake", at: noon + 10 }).events)).toContain("tool.allowed");
  expect(held.when(onInquiry("retract")).conversation).toMatchObject({ status: "parked" });
});

test("[APPROVAL-2] a stop between approval and start runs nothing", () => {
  const { events } = asked.when(allow).when({ type: "stop", by: "ana", at: noon });
  expect(resultsOf(events).map(({ status }) => status)).toEqual(["not-run", "not-run"]);
});

test("[APPROVAL-3] several gated calls are asked for one after another, in order", () => {
  const first = started.when(reply(calls("c1", "deploy"), calls("c2", "shop__buy"), calls("c3", "deploy")));
  expect(first.conversation).toMatchObject({ inquiry: { id: "inq_t_1", callId: "c1" } });
  const second = first.when(refuse);
  expect(second.conversation).toMatchObject({
    inquiry: { id: "inq_t_2", callId: "c2", approval: { tool: "shop__buy" } },
  });
  const running = second.when(answer(sqlite, { inquiryId: "inq_t_2" }));
  expect(effectOf(running.conversation)).toMatchObject({ call: { id: "c2" } });
  const third = running.when(startTool).when(finishTool);
  expect(third.conversation).toMatchObject({ status: "parked", inquiry: { id: "inq_t_3", callId: "c3" } });
});

test("[APPROVAL-4] an approval does not count as an ask and does not change the check for repeated asks", () => {
  const few = thinking({ terms: { ...terms, approve: ["deploy"], askLimit: 1 } });
  const answered = few.when(reply(asks("c1"))).when(allow);
  const refused = answered.when(reply(calls("c2", "deploy"))).when(answer(postgres, { inquiryId: "inq_t_2" }));
  expect(refused.conversation).toMatchObject({ status: "thinking", run: { asks: 1 } });
  expect(resultsOf(refused.when(reply(asks("c3"))).events)[0]?.text).toContain("Not asked again");
  const twice = started
    .when(reply(calls("c1", "deploy")))
    .when(refuse)
    .when(reply(calls("c2", "deploy")));
  expect(twice.conversation).toMatchObject({ status: "parked", run: { asks: 0 } });
});

test("[APPROVAL-1] built-in tools can be gated too, except asking", () => {
  const all = thinking({ terms: { ...terms, approve: ["*"], todos: true, spawn: ["scout"] } });
  expect(all.when(reply(asks("c1"))).conversation).toMatchObject({ inquiry: { contract: "ask_user_question" } });
  const todos = all.when(reply(calls("c1", "update_todos", { todos: [] })));
  expect(todos.conversation).toMatchObject({ inquiry: { approval: { tool: "update_todos" } } });
  expect(typesOf(todos.when(allow).events)).toEqual([
    "inquiry.resolved",
    "tool.allowed",
    "todos.updated",
    "tool.finished",
  ]);
  const spawn = all.when(reply(calls("c1", "spawn_agents", { agents: [{ agent: "scout", task: "Look" }] })));
  expect(spawn.when(allow).conversation).toMatchObject({ status: "delegating" });
});

test("[APPROVAL-1] a gated call with unreadable input gets an error, and nobody is asked", () => {
  const call = { id: "c1", name: "deploy", input: {}, unreadable: "cut off" };
  const { events, conversation } = started.when(reply({ type: "call", call }));
  expect(resultsOf(events)).toMatchObject([{ status: "error", text: expect.stringContaining("not valid JSON") }]);
  expect(conversation.status).toBe("thinking");
});

test("[APPROVAL-2] a note given with the approval reaches the model after the call's result", () => {
  const allowed = asked.when(answer([{ question: "q1", options: ["o1"], note: "slowly" }]));
  expect(allowed.conversation).toMatchObject({ status: "acting", allowed: true, mailbox: ["msg_t_3"] });
  const done = allowed.when(startTool).when(finishTool).when(startTool).when(finishTool);
  expect(done.conversation).toMatchObject({ status: "thinking", mailbox: [] });
  expect(done.projection.messages).toContainEqual(
    expect.objectContaining({
      id: "msg_t_3",
      parts: [{ type: "text", text: 'The user allowed deploy and added: "slowly"', visibility: "model" }],
    }),
  );
});

test("[APPROVAL-2] a comment on any other resolution reaches the model too", () => {
  for (const type of ["decline", "delegate", "dismiss"] as const)
    expect(resultsOf(asked.when(onInquiry(type, { comment: "ask Ben" })).events)[0]?.text).toContain("ask Ben");
});

test("[APPROVAL-1] people are not asked about a name that no tool can have, whatever the pattern", () => {
  const wide = thinking({ terms: { ...terms, approve: ["deploy*"] } });
  for (const name of ["deploy? It was approved already.\u202e", `deploy${"x".repeat(80)}`, "deploy me"]) {
    const tried = wide.when(reply(calls("c1", name)));
    expect(tried.conversation.status).toBe("thinking");
    expect(resultsOf(tried.events)).toMatchObject([
      { status: "error", text: expect.stringContaining("no tool named") },
    ]);
  }
});

test("[APPROVAL-1] a gate added to the definition also applies to a run that started before", () => {
  const gate: CommandOrFactory = (conversation) => ({ type: "gate-tool", effect: keyOf(conversation), at: noon });
  const plain = thinking().when(reply(calls("c1", "deploy", input)));
  const gated = plain.when(gate);
  expect(gated.conversation).toMatchObject({ status: "parked", inquiry: { approval: { tool: "deploy", input } } });
  expect(gated.when(allow).when(gate).events).toEqual([]);
  expect(plain.when(startTool).when(gate).events).toEqual([]);
  const child = thinking({ parent: { conversationId: "conv_p", callId: "c" } }).when(reply(calls("c1", "deploy")));
  expect(resultsOf(child.when(gate).events)).toMatchObject([
    { status: "error", text: expect.stringContaining("approval") },
  ]);
  expect(child.when(gate).conversation.status).toBe("thinking");
});

test("[APPROVAL-2] the receipt and the block say whether the call was allowed", () => {
  const resolved = [allow, refuse, onInquiry("delegate")].map((command) => asked.when(command).projection.inquiries[0]);
  expect(resolved.map((record) => record && receiptOf(record)?.allowed)).toEqual([true, false, false]);
  expect(resolved.map((record) => record && questionBlock(record, {}).status)).toEqual(["success", "denied", "denied"]);
  const open = asked.projection.inquiries[0];
  expect(open && questionBlock(open, {}).content).toContain('deploy {"to":"production"');
});
