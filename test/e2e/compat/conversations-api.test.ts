import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ProviderTestServer,
  startProviderTestServer,
  testedProtocols,
} from "../../harness/server/provider-test-server.ts";
import type { ServerEvent } from "../../harness/server/server-events.ts";

const database = {
  question: "Which database?",
  header: "Storage",
  options: [{ label: "SQLite", description: "One file" }, { label: "Postgres" }],
};
const extras = {
  question: "Which extras?",
  options: [{ label: "Backups" }, { label: "Metrics" }, { label: "Traces" }],
  multiSelect: true,
};
const ask = (...questions: unknown[]) => ({ id: "call_ask", name: "ask_user_question", input: { questions } });
const note = (line: string) => ({ id: `call_${line}`, name: "note", input: { line } });

/** The state of a conversation that waits. */
const awaitingBoth = {
  type: "awaiting_user_response",
  data: {
    questions: [
      {
        question: "Which database?",
        header: "Storage",
        options: [
          { label: "SQLite", description: "One file" },
          { label: "Postgres", description: null },
        ],
        multiSelect: false,
      },
      {
        question: "Which extras?",
        header: null,
        options: ["Backups", "Metrics", "Traces"].map((label) => ({ label, description: null })),
        multiSelect: true,
      },
    ],
  },
};
const requesting = { type: "llm_requesting", data: { attempt: 1 } };
const idle = { type: "idle", data: {} };

describe.each(testedProtocols)("$name", (protocol) => {
  let testServer: ProviderTestServer;
  beforeAll(async () => {
    testServer = await startProviderTestServer(protocol, { agents: [{ name: "worker", tools: ["note", "sleep"] }] });
  });
  afterAll(() => testServer.close());

  const respond = (id: string, answers: unknown) => testServer.api.post(`/conversations/${id}/respond`, { answers });
  const cancel = (id: string) => testServer.api.post(`/conversations/${id}/cancel`);

  /** An idle conversation and the events of its stream up to one that matches. */
  async function watched(until: (event: ServerEvent) => boolean) {
    const { body } = await testServer.api.post("/v1/conversations", { agent: "worker" });
    const opened = Promise.withResolvers<void>();
    const events = testServer.follow(`/conversations/${body.id}/events`, (event) => {
      opened.resolve();
      return until(event);
    });
    await opened.promise;
    return { id: body.id as string, events };
  }

  test("[COMPAT-2] [S0-01, S0-14, S0-15, S0-16, S0-17, S0-18, S0-27, S0-28, S0-32, S0-35, S1-01, S1-04] the whole flow: ask, wait, respond with 200, and the answer is the call's result", {
    tags: "smoke",
  }, async () => {
    const { id, events } = await watched(({ type }) => type === "agent_done");
    testServer.provider.queueReplies({ text: "Two questions.", calls: [ask(database, extras)] }, { text: "Done." });
    await testServer.api.post(`/v1/conversations/${id}/messages`, { text: "Plan it." });
    await testServer.waitForInquiry(id);
    const responded = await respond(id, { "Which database?": "Postgres", "Which extras?": "Backups, Traces" });
    expect(responded).toMatchObject({ status: 200, body: "" });
    expect((await events).map(({ type, data }) => [type, data])).toEqual([
      ["state_change", idle],
      ["state_change", requesting],
      ["state_change", awaitingBoth],
      ["state_change", requesting],
      ["state_change", idle],
      ["agent_done", {}],
    ]);
    expect(testServer.provider.prompt().slice(1)).toEqual([
      { role: "user", text: "Plan it." },
      { role: "assistant", text: "Two questions.", calls: ["call_ask"] },
      {
        role: "result",
        id: "call_ask",
        text: '{"answers":{"Which database?":"Postgres","Which extras?":"Backups, Traces"}}',
      },
    ]);
  });

  test("[COMPAT-2] [S0-16, S0-28, S1-08] a client that connects later gets the state first: waiting, with the questions", async () => {
    const id = await testServer.startConversation("worker", { calls: [ask(database, extras)] }, { text: "Done." });
    await testServer.waitForInquiry(id);
    const [first] = await testServer.follow(`/conversations/${id}/events`, () => true);
    expect(first).toMatchObject({ type: "state_change", data: awaitingBoth });
    await respond(id, { "Which database?": "SQLite", "Which extras?": "Metrics" });
    await testServer.api.waitForStatus(id, "idle");
    const [later] = await testServer.follow(`/conversations/${id}/events`, () => true);
    expect(later).toMatchObject({ type: "state_change", data: idle });
  });

  test("[COMPAT-9] [S0-18, S0-19] remaining tools run after the response, and then the model is called", async () => {
    const { id, events } = await watched(({ type }) => type === "agent_done");
    testServer.provider.queueReplies({ calls: [note("before"), ask(database), note("after")] }, { text: "Done." });
    await testServer.api.post(`/v1/conversations/${id}/messages`, { text: "Go." });
    await testServer.waitForInquiry(id);
    expect(testServer.notes().slice(-1)).toEqual(["before"]);
    expect(await respond(id, { "Which database?": "SQLite" })).toMatchObject({ status: 200 });
    expect((await events).map(({ type, data }) => data.type ?? type)).toEqual([
      "idle",
      "llm_requesting",
      "tool_executing",
      "awaiting_user_response",
      "tool_executing",
      "llm_requesting",
      "idle",
      "agent_done",
    ]);
    expect(testServer.notes().slice(-2)).toEqual(["before", "after"]);
    expect(testServer.newMessages()).toEqual([
      { role: "result", id: "call_before", text: "noted before" },
      { role: "result", id: "call_ask", text: '{"answers":{"Which database?":"SQLite"}}' },
      { role: "result", id: "call_after", text: "noted after" },
    ]);
  });

  test("[COMPAT-9] a run that is stopped while a tool runs rests, and no model is called", async () => {
    const { id, events } = await watched(({ type }) => type === "agent_done");
    testServer.provider.queueReplies({ calls: [{ id: "call_sleep", name: "sleep", input: {} }, note("never")] });
    await testServer.api.post(`/v1/conversations/${id}/messages`, { text: "Go." });
    await testServer.waitForEventType(id, "tool.started");
    expect(await cancel(id)).toMatchObject({ status: 200 });
    expect((await events).map(({ type, data }) => data.type ?? type)).toEqual([
      "idle",
      "llm_requesting",
      "tool_executing",
      "idle",
      "agent_done",
    ]);
  });

  test("[COMPAT-11] a question may have any text, also the name of a property of every object", async () => {
    const options = [{ label: "Yes" }, { label: "No" }];
    const names = ["__proto__", "constructor", "toString"];
    const id = await testServer.startConversation(
      "worker",
      { calls: [ask(...names.map((question) => ({ question, options })))] },
      { text: "Done." },
    );
    await testServer.waitForInquiry(id);
    const answers = '{"__proto__":"Yes","constructor":"No","toString":"Yes"}';
    const responded = await testServer.api.post(`/conversations/${id}/respond`, `{"answers":${answers}}`);
    expect(responded).toMatchObject({ status: 200, body: "" });
    await testServer.api.waitForStatus(id, "idle");
    expect(testServer.newMessages()).toEqual([{ role: "result", id: "call_ask", text: `{"answers":${answers}}` }]);
  });

  test('[COMPAT-2] "Other": a text that is no label is the answer in own words', async () => {
    const id = await testServer.startConversation("worker", { calls: [ask(database, extras)] }, { text: "Done." });
    await testServer.waitForInquiry(id);
    await respond(id, { "Which database?": 'DuckDB, "in memory"\nfor now', "Which extras?": "Backups, Alerts" });
    await testServer.api.waitForStatus(id, "idle");
    const [result] = testServer.newMessages();
    expect(result).toMatchObject({ role: "result", id: "call_ask" });
    expect(JSON.parse(result?.role === "result" ? result.text : "").answers).toEqual({
      "Which database?": 'DuckDB, "in memory"\nfor now',
      "Which extras?": "Backups, Alerts",
    });
  });

  test("[COMPAT-2] [S0-20, S0-32, S0-35] cancel answers 200: the call gets the documented error, the rest is not run, the agent rests", async () => {
    const { id, events } = await watched(({ type }) => type === "agent_done");
    testServer.provider.queueReplies({ calls: [ask(database), note("never")] });
    await testServer.api.post(`/v1/conversations/${id}/messages`, { text: "Go." });
    await testServer.waitForInquiry(id);
    const requests = testServer.provider.requests.length;
    expect(await cancel(id)).toMatchObject({ status: 200, body: "" });
    expect(await testServer.api.get(`/v1/conversations/${id}`)).toMatchObject({
      body: { status: "idle", outcome: "dismissed" },
    });
    expect((await events).map(({ type, data }) => data.type ?? type)).toEqual([
      "idle",
      "llm_requesting",
      "awaiting_user_response",
      "idle",
      "agent_done",
    ]);
    expect(testServer.provider.requests).toHaveLength(requests);
    testServer.provider.queueReplies({ text: "I see." });
    await testServer.api.post(`/v1/conversations/${id}/messages`, { text: "Something else." });
    await testServer.waitForEventType(id, "run.finished", 2);
    expect(testServer.newMessages()).toEqual([
      { role: "result", id: "call_ask", text: expect.stringMatching(/^User cancelled the question/) },
      { role: "result", id: "call_never", text: expect.stringMatching(/^Not run/) },
      { role: "user", text: "Something else." },
    ]);
    expect(testServer.notes()).not.toContain("never");
  });

  test("[COMPAT-2] without a question cancel stops the run, and with nothing under way it is 400", async () => {
    const hold = Promise.withResolvers<void>();
    const id = await testServer.startConversation("worker", { text: "I am about to", hold: hold.promise });
    await testServer.api.waitForEvent(id, ({ type }) => type === "text.streamed");
    expect(await cancel(id)).toMatchObject({ status: 200 });
    hold.resolve();
    expect(await testServer.api.get(`/v1/conversations/${id}`)).toMatchObject({
      body: { status: "idle", outcome: "stopped" },
    });
    expect(await cancel(id)).toMatchObject({ status: 400, body: "There is nothing to cancel." });
  });

  test("[COMPAT-2] [S0-27] the same response again is 200; another, or one to no question, is 400 and changes nothing", async () => {
    const id = await testServer.startConversation("worker", { calls: [ask(database)] }, { text: "Done." });
    await testServer.waitForInquiry(id);
    expect(await respond(id, { "Which database?": "SQLite" })).toMatchObject({ status: 200 });
    await testServer.waitForEventType(id, "run.finished");
    const before = await testServer.position();
    expect(await respond(id, { "Which database?": "SQLite" })).toMatchObject({ status: 200 });
    expect(await respond(id, { "Which database?": "Postgres" })).toMatchObject({
      status: 400,
      body: "No question is waiting for an answer.",
    });
    const { body } = await testServer.api.post("/v1/conversations", { agent: "worker" });
    const started = await testServer.position();
    expect(await respond(body.id, {})).toMatchObject({ status: 400, body: "No question is waiting for an answer." });
    expect(started).toBeGreaterThan(before);
    expect((await testServer.api.get(`/v1/conversations/${body.id}`)).body.version).toBe(1);
    expect(await testServer.position()).toBe(started);
  });

  test("[COMPAT-2] a failed run is sent as an error with its reason", async () => {
    const { id, events } = await watched(({ data }) => data?.type === "error");
    testServer.provider.queueReplies({
      refusal: { status: 400, type: "invalid_request_error", message: "No such luck." },
    });
    await testServer.api.post(`/v1/conversations/${id}/messages`, { text: "Go." });
    expect((await events).at(-1)).toMatchObject({
      type: "state_change",
      data: { type: "error", data: { message: expect.stringContaining("No such luck.") } },
    });
  });
});
