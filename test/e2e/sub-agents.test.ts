import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Body } from "../providers/wire/wire.ts";
import { anyAsk } from "../support/asks.ts";
import { type Desk, deskWires, openDesk } from "../support/desk.ts";

type Task = readonly [agent: string, task: string];

const spawn = (...tasks: readonly Task[]) => ({
  id: "call_spawn",
  name: "spawn_agents",
  input: { agents: tasks.map(([agent, task]) => ({ agent, task })) },
});
const never = new Promise<never>(() => {});
const note = (line: string) => ({ id: `call_${line}`, name: "note", input: { line } });

describe.each(deskWires)("$name", (wire) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk(wire, {
      agents: [
        { name: "lead", tools: ["note"], spawn: ["reader", "writer", "brief"] },
        { name: "reader", tools: ["note", "update_todos"], spawn: ["writer"], approve: ["note"] },
        { name: "writer", tools: ["note"] },
        { name: "brief", tools: ["note"], stepLimit: 1 },
      ],
    });
  });
  afterAll(() => desk.close());

  /** What the parent's call was told. */
  const results = () => {
    const [told] = desk.told();
    return told?.role === "result" && told.id === "call_spawn" ? JSON.parse(told.text) : told;
  };
  const read = async (id: string) => (await desk.api.get(`/v1/conversations/${id}`)).body;
  const childrenOf = async (id: string) => (await desk.api.get(`/v1/conversations?parent=${id}`)).body.items;
  /** The tools that were offered to whom was first told this. */
  const toolsTo = (words: string): readonly string[] => {
    const request = desk.provider.requests.findLast((some) =>
      JSON.stringify(desk.provider.told(some).find(({ role }) => role === "user")).includes(words),
    );
    return (request?.body.tools ?? []).map((tool: Body) => tool.name ?? tool.function.name);
  };

  test("[SUB-1] sub-agents work side by side and their results come in order, whoever ends first", async () => {
    const slow = Promise.withResolvers<void>();
    desk.provider.willSayTo("Read all of it", { text: "I have read it.", hold: slow.promise });
    desk.provider.willSayTo("Write it down", { calls: [note("written")] }, { text: "Written." });
    const id = await desk.begin(
      "lead",
      { calls: [spawn(["reader", "Read all of it."], ["writer", "Write it down."]), note("after")] },
      { text: "Done." },
    );
    await desk.recorded(id, "child.ended");
    const waiting = await read(id);
    expect(waiting).toMatchObject({
      status: "delegating",
      children: [
        { id: expect.stringMatching(/^conv_/), agent: "reader", task: "Read all of it.", status: "running" },
        { agent: "writer", task: "Write it down.", status: "finished" },
      ],
    });
    expect(desk.notes().slice(-1)).toEqual(["written"]);
    slow.resolve();
    await desk.api.reached(id, "idle");
    expect(results()).toEqual([
      { agent: "reader", status: "finished", result: "I have read it." },
      { agent: "writer", status: "finished", result: "Written." },
    ]);
    expect(desk.told()[1]).toEqual({ role: "result", id: "call_after", text: "noted after" });
    const children = await childrenOf(id);
    expect(children.map(({ id: child }: { id: string }) => child).toSorted()).toEqual(
      waiting.children.map((child: { id: string }) => child.id),
    );
    for (const child of children)
      expect(child).toMatchObject({
        status: "idle",
        createdBy: "owner",
        parent: { conversationId: id, callId: "call_spawn" },
      });
    const { items } = (await desk.api.get(`/v1/conversations/${children[0].id}/transcript`)).body;
    expect(items.at(0)).toMatchObject({ role: "person", blocks: [{ type: "text" }] });
  });

  test("[SUB-4] a failure, a step limit and a stop are errors in their places; the others count", async () => {
    desk.provider.willSayTo("Fail at it", {
      refusal: { status: 400, type: "invalid_request_error", message: "No luck." },
    });
    desk.provider.willSayTo("Go too far", { text: "So far", calls: [note("far")] });
    desk.provider.willSayTo("Take for ever", { text: "Still at it", hold: never });
    desk.provider.willSayTo("Do it well", { text: "Well done." });
    const id = await desk.begin(
      "lead",
      {
        calls: [
          spawn(
            ["writer", "Fail at it."],
            ["brief", "Go too far."],
            ["writer", "Take for ever."],
            ["reader", "Do it well."],
          ),
        ],
      },
      { text: "I see." },
    );
    await desk.recorded(id, "children.started");
    const [, , endless] = (await read(id)).children;
    await desk.api.event(endless.id, ({ type }) => type === "text.streamed");
    expect(await desk.api.post(`/v1/conversations/${endless.id}/stop`)).toMatchObject({ status: 202 });
    await desk.api.reached(id, "idle");
    expect(results()).toEqual([
      { agent: "writer", status: "failed", error: expect.stringContaining("No luck.") },
      { agent: "brief", status: "paused", error: expect.stringContaining("So far") },
      { agent: "writer", status: "stopped", error: expect.any(String) },
      { agent: "reader", status: "finished", result: "Well done." },
    ]);
  });

  test("[SUB-1] a bad call starts nobody: the model is told what is wrong", async () => {
    const id = await desk.begin(
      "lead",
      {
        calls: [
          spawn(["nobody", "Anything."]),
          { ...spawn(), id: "call_none" },
          { ...spawn(...Array(9).fill(["writer", "x"])), id: "call_nine" },
        ],
      },
      { text: "I see." },
    );
    await desk.api.reached(id, "idle");
    expect(desk.told()).toMatchObject([
      {
        id: "call_spawn",
        text: expect.stringContaining('there is no agent "nobody" to start. There are: reader, writer, brief.'),
      },
      { id: "call_none", text: expect.stringMatching(/^Invalid input/) },
      { id: "call_nine", text: expect.stringMatching(/^Invalid input/) },
    ]);
    expect(await childrenOf(id)).toEqual([]);
  });

  test("[SUB-5] stopping the parent stops its sub-agents, and it goes on with what a person writes", async () => {
    desk.provider.willSayTo("Stop one", { text: "One is", hold: never });
    desk.provider.willSayTo("Stop two", { text: "Two is", hold: never });
    const id = await desk.begin("lead", {
      calls: [spawn(["writer", "Stop one."], ["reader", "Stop two."]), note("unrun")],
    });
    await desk.recorded(id, "children.started");
    const { children } = await read(id);
    for (const child of children) await desk.api.event(child.id, ({ type }) => type === "text.streamed");
    expect(await desk.api.post(`/v1/conversations/${id}/stop`)).toMatchObject({
      status: 202,
      body: { status: "idle" },
    });
    for (const child of children)
      expect(await desk.api.reached(child.id, "idle")).toMatchObject({ outcome: "stopped" });
    desk.provider.willSay({ text: "I see." });
    await desk.api.post(`/v1/conversations/${id}/messages`, { text: "Enough." });
    await desk.recorded(id, "run.finished", 2);
    expect(results()).toEqual([
      { agent: "writer", status: "stopped" },
      { agent: "reader", status: "stopped" },
    ]);
    expect(desk.told().slice(1)).toEqual([
      { role: "result", id: "call_unrun", text: expect.stringMatching(/^Not run/) },
      { role: "user", text: "Enough." },
    ]);
    expect(desk.notes()).not.toContain("unrun");
  });

  test("[SUB-5] deleting the parent erases its sub-agents", async () => {
    desk.provider.willSayTo("Erase me", { text: "Me is", hold: never });
    desk.provider.willSayTo("I am done", { text: "Done." });
    const id = await desk.begin("lead", { calls: [spawn(["writer", "Erase me."], ["writer", "I am done."])] });
    await desk.recorded(id, "child.ended");
    const { children } = await read(id);
    const erased = children.map((child: { id: string }) =>
      desk.follow(`/v1/events?conversation=${child.id}&after=0`, ({ type }) => type === "conversation.deleted"),
    );
    expect(await desk.api.delete(`/v1/conversations/${id}`)).toMatchObject({ status: 204 });
    await Promise.all(erased);
    for (const child of [{ id }, ...children])
      for (const path of ["", "/transcript", "/runs"])
        expect(await desk.api.get(`/v1/conversations/${child.id}${path}`)).toMatchObject({ status: 404 });
    expect(await childrenOf(id)).toEqual([]);
  });

  test("[SUB-6] asking and spawning are not offered to a sub-agent; they and gated tools are refused if called", async () => {
    const ask = { id: "call_ask", ...anyAsk("ask_user_question", "May I?") };
    desk.provider.willSayTo(
      "Ask somebody",
      { calls: [ask, spawn(["writer", "Help."]), note("gated")] },
      { text: "Alone, then." },
    );
    const id = await desk.begin("lead", { calls: [spawn(["reader", "Ask somebody."])] }, { text: "Done." });
    await desk.api.reached(id, "idle");
    expect(results()).toEqual([{ agent: "reader", status: "finished", result: "Alone, then." }]);
    const [child] = await childrenOf(id);
    const { items } = (await desk.api.get(`/v1/conversations/${child.id}/transcript`)).body;
    expect(items[1].blocks).toMatchObject([
      {
        type: "error",
        text: "ask_user_question is not available to sub-agents: only parent conversations can ask user questions.",
      },
      {
        type: "tool",
        result: {
          text: "spawn_agents is not available to sub-agents: only parent conversations can start sub-agents.",
        },
      },
      { type: "tool", result: { text: "Not run: note needs a person's approval, which sub-agents cannot get." } },
    ]);
    expect((await desk.api.get(`/v1/inquiries?conversation=${child.id}`)).body.items).toEqual([]);
    expect(desk.notes()).not.toContain("gated");
    expect(toolsTo("Ask somebody").toSorted()).toEqual(["note", "update_todos"]);
    expect(toolsTo("Go.").toSorted()).toEqual(["ask_user_question", "note", "spawn_agents"]);
  });

  test("[SUB-7] messages, resume and delete of a sub-agent go to its parent, which a waiting message reaches", async () => {
    const slow = Promise.withResolvers<void>();
    desk.provider.willSayTo("Be left alone", { text: "Alone.", hold: slow.promise });
    const id = await desk.begin("lead", { calls: [spawn(["writer", "Be left alone."])] }, { text: "Done." });
    await desk.recorded(id, "children.started");
    const [child] = (await read(id)).children;
    const hint = expect.stringMatching(/write to, resume, retry or delete .*`parentId`/);
    const refused = { status: 409, body: { code: "belongs-to-parent", parentId: id, hint } };
    expect(await desk.api.post(`/v1/conversations/${child.id}/messages`, { text: "Hello." })).toMatchObject(refused);
    expect(await desk.api.post(`/v1/conversations/${child.id}/resume`)).toMatchObject(refused);
    expect(await desk.api.delete(`/v1/conversations/${child.id}`)).toMatchObject(refused);
    expect(await desk.api.post(`/v1/conversations/${id}/messages`, { text: "Hurry." })).toMatchObject({
      status: 202,
      body: { status: "delegating", waitingMessages: 1 },
    });
    slow.resolve();
    await desk.api.reached(id, "idle");
    expect(desk.told()).toMatchObject([
      { role: "result", id: "call_spawn" },
      { role: "user", text: "Hurry." },
    ]);
  });

  test("[LIST-1] a list of todos replaces the one before, is shown, and a bad one changes nothing", async () => {
    const todos = (list: unknown, id: string) => ({ id, name: "update_todos", input: { todos: list } });
    const first = [
      { content: "Read", status: "in_progress" },
      { content: "Write", status: "pending" },
    ];
    const second = [{ content: "Write", status: "completed" }];
    const id = await desk.begin(
      "reader",
      { calls: [todos(first, "call_1")] },
      {
        calls: [
          todos([{ content: " ", status: "done" }], "call_2"),
          { id: "call_ask", ...anyAsk("ask_user_question", "So?") },
        ],
      },
      { calls: [todos(second, "call_3")] },
      { text: "Done." },
    );
    const { id: inquiry } = await desk.asked(id);
    expect((await read(id)).todos).toEqual(first);
    await desk.api.post(`/v1/inquiries/${inquiry}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
    expect((await desk.api.reached(id, "idle")).todos).toEqual(second);
    const told = desk.provider.told().filter(({ role }) => role === "result");
    expect(told).toMatchObject([
      { id: "call_1", text: "The list is updated." },
      { id: "call_2", text: expect.stringMatching(/^Invalid input/) },
      { id: "call_ask" },
      { id: "call_3", text: "The list is updated." },
    ]);
  });
});
