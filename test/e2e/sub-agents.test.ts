import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askCall } from "../harness/server/ask-calls.ts";
import {
  type ProviderTestServer,
  startProviderTestServer,
  testedProtocols,
} from "../harness/server/provider-test-server.ts";
import type { Body } from "../providers/protocol/protocol.ts";

type Task = readonly [agent: string, task: string];

const spawn = (...tasks: readonly Task[]) => ({
  id: "call_spawn",
  name: "spawn_agents",
  input: { agents: tasks.map(([agent, task]) => ({ agent, task })) },
});
const never = new Promise<never>(() => {});
const note = (line: string) => ({ id: `call_${line}`, name: "note", input: { line } });

describe.each(testedProtocols)("$name", (protocol) => {
  let testServer: ProviderTestServer;
  beforeAll(async () => {
    testServer = await startProviderTestServer(protocol, {
      agents: [
        { name: "lead", tools: ["note"], spawn: ["reader", "writer", "brief"] },
        { name: "reader", tools: ["note", "update_todos"], spawn: ["writer"], approve: ["note"] },
        { name: "writer", tools: ["note"] },
        { name: "brief", tools: ["note"], stepLimit: 1 },
      ],
    });
  });
  afterAll(() => testServer.close());

  /** The result of the parent's spawn call. */
  const results = () => {
    const [received] = testServer.newMessages();
    return received?.role === "result" && received.id === "call_spawn" ? JSON.parse(received.text) : received;
  };
  const read = async (id: string) => (await testServer.api.get(`/v1/conversations/${id}`)).body;
  const childrenOf = async (id: string) => (await testServer.api.get(`/v1/conversations?parent=${id}`)).body.items;
  /** The tools offered to the agent whose first message contains these words. */
  const toolsTo = (words: string): readonly string[] => {
    const request = testServer.provider.requests.findLast((some) =>
      JSON.stringify(testServer.provider.prompt(some).find(({ role }) => role === "user")).includes(words),
    );
    return (request?.body.tools ?? []).map((tool: Body) => tool.name ?? tool.function.name);
  };

  test("[SUBAGENT-1] sub-agents work in parallel and their results are in order, whichever ends first", {
    tags: "smoke",
  }, async () => {
    const slow = Promise.withResolvers<void>();
    testServer.provider.queueRepliesTo("Read all of it", { text: "I have read it.", hold: slow.promise });
    testServer.provider.queueRepliesTo("Write it down", { calls: [note("written")] }, { text: "Written." });
    const id = await testServer.startConversation(
      "lead",
      { calls: [spawn(["reader", "Read all of it."], ["writer", "Write it down."]), note("after")] },
      { text: "Done." },
    );
    await testServer.waitForEventType(id, "child.ended");
    const waiting = await read(id);
    expect(waiting).toMatchObject({
      status: "delegating",
      children: [
        { id: expect.stringMatching(/^conv_/), agent: "reader", task: "Read all of it.", status: "running" },
        { agent: "writer", task: "Write it down.", status: "finished" },
      ],
    });
    expect(testServer.notes().slice(-1)).toEqual(["written"]);
    slow.resolve();
    await testServer.api.waitForStatus(id, "idle");
    expect(results()).toEqual([
      { agent: "reader", status: "finished", result: "I have read it." },
      { agent: "writer", status: "finished", result: "Written." },
    ]);
    expect(testServer.newMessages()[1]).toEqual({ role: "result", id: "call_after", text: "noted after" });
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
    const { items } = (await testServer.api.get(`/v1/conversations/${children[0].id}/transcript`)).body;
    expect(items.at(0)).toMatchObject({ role: "person", blocks: [{ type: "text" }] });
  });

  test("[SUBAGENT-4] a failure, a step limit and a stop are errors in the results; the other results count", async () => {
    testServer.provider.queueRepliesTo("Fail at it", {
      refusal: { status: 400, type: "invalid_request_error", message: "No luck." },
    });
    testServer.provider.queueRepliesTo("Go too far", { text: "So far", calls: [note("far")] });
    testServer.provider.queueRepliesTo("Take for ever", { text: "Still at it", hold: never });
    testServer.provider.queueRepliesTo("Do it well", { text: "Well done." });
    const id = await testServer.startConversation(
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
    await testServer.waitForEventType(id, "children.started");
    const [, , endless] = (await read(id)).children;
    await testServer.api.waitForEvent(endless.id, ({ type }) => type === "text.streamed");
    expect(await testServer.api.post(`/v1/conversations/${endless.id}/stop`)).toMatchObject({ status: 202 });
    await testServer.api.waitForStatus(id, "idle");
    expect(results()).toEqual([
      { agent: "writer", status: "failed", error: expect.stringContaining("No luck.") },
      { agent: "brief", status: "paused", error: expect.stringContaining("So far") },
      { agent: "writer", status: "stopped", error: expect.any(String) },
      { agent: "reader", status: "finished", result: "Well done." },
    ]);
  });

  test("[SUBAGENT-1] a bad call starts no sub-agent: the model is told what is wrong", async () => {
    const id = await testServer.startConversation(
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
    await testServer.api.waitForStatus(id, "idle");
    expect(testServer.newMessages()).toMatchObject([
      {
        id: "call_spawn",
        text: expect.stringContaining('there is no agent "nobody" to start. There are: reader, writer, brief.'),
      },
      { id: "call_none", text: expect.stringMatching(/^Invalid input/) },
      { id: "call_nine", text: expect.stringMatching(/^Invalid input/) },
    ]);
    expect(await childrenOf(id)).toEqual([]);
  });

  test("[SUBAGENT-5] [CONV-7] stopping the parent stops its sub-agents, which keep what had streamed, and it goes on with what a person writes", async () => {
    testServer.provider.queueRepliesTo("Stop one", { text: "One is", hold: never });
    testServer.provider.queueRepliesTo("Stop two", { text: "Two is", hold: never });
    const id = await testServer.startConversation("lead", {
      calls: [spawn(["writer", "Stop one."], ["reader", "Stop two."]), note("unrun")],
    });
    await testServer.waitForEventType(id, "children.started");
    const { children } = await read(id);
    for (const child of children) await testServer.api.waitForEvent(child.id, ({ type }) => type === "text.streamed");
    expect(await testServer.api.post(`/v1/conversations/${id}/stop`)).toMatchObject({
      status: 202,
      body: { status: "idle" },
    });
    for (const child of children)
      expect(await testServer.api.waitForStatus(child.id, "idle")).toMatchObject({ outcome: "stopped" });
    for (const [index, text] of ["One is", "Two is"].entries()) {
      const { items } = (await testServer.api.get(`/v1/conversations/${children[index].id}/transcript`)).body;
      expect(items.at(-1)).toMatchObject({ role: "agent", interrupted: true, blocks: [{ type: "text" }] });
      expect(text.slice(0, items.at(-1).blocks[0].text.length)).toBe(items.at(-1).blocks[0].text);
    }
    testServer.provider.queueReplies({ text: "I see." });
    await testServer.api.post(`/v1/conversations/${id}/messages`, { text: "Enough." });
    await testServer.waitForEventType(id, "run.finished", 2);
    expect(results()).toEqual([
      { agent: "writer", status: "stopped" },
      { agent: "reader", status: "stopped" },
    ]);
    expect(testServer.newMessages().slice(1)).toEqual([
      { role: "result", id: "call_unrun", text: expect.stringMatching(/^Not run/) },
      { role: "user", text: "Enough." },
    ]);
    expect(testServer.notes()).not.toContain("unrun");
  });

  test("[SUBAGENT-5] deleting the parent erases its sub-agents", async () => {
    testServer.provider.queueRepliesTo("Erase me", { text: "Me is", hold: never });
    testServer.provider.queueRepliesTo("I am done", { text: "Done." });
    const id = await testServer.startConversation("lead", {
      calls: [spawn(["writer", "Erase me."], ["writer", "I am done."])],
    });
    await testServer.waitForEventType(id, "child.ended");
    const { children } = await read(id);
    const erased = children.map((child: { id: string }) =>
      testServer.follow(`/v1/events?conversation=${child.id}&after=0`, ({ type }) => type === "conversation.deleted"),
    );
    expect(await testServer.api.delete(`/v1/conversations/${id}`)).toMatchObject({ status: 204 });
    await Promise.all(erased);
    for (const child of [{ id }, ...children])
      for (const path of ["", "/transcript", "/runs"])
        expect(await testServer.api.get(`/v1/conversations/${child.id}${path}`)).toMatchObject({ status: 404 });
    expect(await childrenOf(id)).toEqual([]);
  });

  test("[SUBAGENT-6] [S0-22, S0-35, S1-07] asking and spawning are not offered to a sub-agent; they and gated tools are refused if called", async () => {
    const ask = { id: "call_ask", ...askCall("ask_user_question", "May I?") };
    testServer.provider.queueRepliesTo(
      "Ask somebody",
      { calls: [ask, spawn(["writer", "Help."]), note("gated")] },
      { text: "Alone, then." },
    );
    const id = await testServer.startConversation(
      "lead",
      { calls: [spawn(["reader", "Ask somebody."])] },
      { text: "Done." },
    );
    await testServer.api.waitForStatus(id, "idle");
    expect(results()).toEqual([{ agent: "reader", status: "finished", result: "Alone, then." }]);
    const [child] = await childrenOf(id);
    const { items } = (await testServer.api.get(`/v1/conversations/${child.id}/transcript`)).body;
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
    expect((await testServer.api.get(`/v1/inquiries?conversation=${child.id}`)).body.items).toEqual([]);
    expect(testServer.notes()).not.toContain("gated");
    expect(toolsTo("Ask somebody").toSorted()).toEqual(["note", "update_todos"]);
    expect(toolsTo("Go.").toSorted()).toEqual(["ask_user_question", "note", "spawn_agents"]);
  });

  test("[SUBAGENT-7] messages, resume and delete of a sub-agent go to its parent, which a waiting message reaches", async () => {
    const slow = Promise.withResolvers<void>();
    testServer.provider.queueRepliesTo("Be left alone", { text: "Alone.", hold: slow.promise });
    const id = await testServer.startConversation(
      "lead",
      { calls: [spawn(["writer", "Be left alone."])] },
      { text: "Done." },
    );
    await testServer.waitForEventType(id, "children.started");
    const [child] = (await read(id)).children;
    const hint = expect.stringMatching(/write to, resume, retry or delete .*`parentId`/);
    const refused = { status: 409, body: { code: "belongs-to-parent", parentId: id, hint } };
    expect(await testServer.api.post(`/v1/conversations/${child.id}/messages`, { text: "Hello." })).toMatchObject(
      refused,
    );
    expect(await testServer.api.post(`/v1/conversations/${child.id}/resume`)).toMatchObject(refused);
    expect(await testServer.api.delete(`/v1/conversations/${child.id}`)).toMatchObject(refused);
    expect(await testServer.api.post(`/v1/conversations/${id}/messages`, { text: "Hurry." })).toMatchObject({
      status: 202,
      body: { status: "delegating", waitingMessages: 1 },
    });
    slow.resolve();
    await testServer.api.waitForStatus(id, "idle");
    expect(testServer.newMessages()).toMatchObject([
      { role: "result", id: "call_spawn" },
      { role: "user", text: "Hurry." },
    ]);
  });

  test("[TODOS-1] a list of todos replaces the one before, is shown, and a bad one changes nothing", async () => {
    const todos = (list: unknown, id: string) => ({ id, name: "update_todos", input: { todos: list } });
    const first = [
      { content: "Read", status: "in_progress" },
      { content: "Write", status: "pending" },
    ];
    const second = [{ content: "Write", status: "completed" }];
    const id = await testServer.startConversation(
      "reader",
      { calls: [todos(first, "call_1")] },
      {
        calls: [
          todos([{ content: " ", status: "done" }], "call_2"),
          { id: "call_ask", ...askCall("ask_user_question", "So?") },
        ],
      },
      { calls: [todos(second, "call_3")] },
      { text: "Done." },
    );
    const { id: inquiry } = await testServer.waitForInquiry(id);
    expect((await read(id)).todos).toEqual(first);
    await testServer.api.post(`/v1/inquiries/${inquiry}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
    expect((await testServer.api.waitForStatus(id, "idle")).todos).toEqual(second);
    const received = testServer.provider.prompt().filter(({ role }) => role === "result");
    expect(received).toMatchObject([
      { id: "call_1", text: "The list is updated." },
      { id: "call_2", text: expect.stringMatching(/^Invalid input/) },
      { id: "call_ask" },
      { id: "call_3", text: "The list is updated." },
    ]);
  });
});
