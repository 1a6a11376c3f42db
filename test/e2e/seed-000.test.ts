import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Desk, deskWires, openDesk } from "../support/desk.ts";
import type { ServerEvent } from "../support/server-events.ts";

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

/** The state that a client of the seed shows while it waits. */
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

describe.each(deskWires)("$name", (wire) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk(wire, { agents: [{ name: "worker", tools: ["note"] }] });
  });
  afterAll(() => desk.close());

  const respond = (id: string, answers: unknown) => desk.api.post(`/conversations/${id}/respond`, { answers });
  const cancel = (id: string) => desk.api.post(`/conversations/${id}/cancel`);

  /** An idle conversation and its stream, from before anything happens until it matches. */
  async function watched(until: (event: ServerEvent) => boolean) {
    const { body } = await desk.api.post("/v1/conversations", { agent: "worker" });
    const opened = Promise.withResolvers<void>();
    const events = desk.follow(`/conversations/${body.id}/events`, (event) => {
      opened.resolve();
      return until(event);
    });
    await opened.promise;
    return { id: body.id as string, events };
  }

  test("[DIA-2] the whole flow: ask, wait, respond with 200, and the answer is the call's result", async () => {
    const { id, events } = await watched(({ type }) => type === "agent_done");
    desk.provider.willSay({ text: "Two questions.", calls: [ask(database, extras)] }, { text: "Done." });
    await desk.api.post(`/v1/conversations/${id}/messages`, { text: "Plan it." });
    await desk.asked(id);
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
    expect(desk.provider.told().slice(1)).toEqual([
      { role: "user", text: "Plan it." },
      { role: "assistant", text: "Two questions.", calls: ["call_ask"] },
      {
        role: "result",
        id: "call_ask",
        text: '{"answers":{"Which database?":"Postgres","Which extras?":"Backups, Traces"}}',
      },
    ]);
  });

  test("[DIA-2] a client that comes later is told the state first: waiting, with the questions", async () => {
    const id = await desk.begin("worker", { calls: [ask(database, extras)] }, { text: "Done." });
    await desk.asked(id);
    const [first] = await desk.follow(`/conversations/${id}/events`, () => true);
    expect(first).toMatchObject({ type: "state_change", data: awaitingBoth });
    await respond(id, { "Which database?": "SQLite", "Which extras?": "Metrics" });
    await desk.api.reached(id, "idle");
    const [later] = await desk.follow(`/conversations/${id}/events`, () => true);
    expect(later).toMatchObject({ type: "state_change", data: idle });
  });

  test("[DIA-2] remaining tools run after the response, and then the model is called", async () => {
    const { id, events } = await watched(({ type }) => type === "agent_done");
    desk.provider.willSay({ calls: [note("before"), ask(database), note("after")] }, { text: "Done." });
    await desk.api.post(`/v1/conversations/${id}/messages`, { text: "Go." });
    await desk.asked(id);
    expect(desk.notes().slice(-1)).toEqual(["before"]);
    expect(await respond(id, { "Which database?": "SQLite" })).toMatchObject({ status: 200 });
    const states = (await events).map(({ data }) => data.type);
    expect(states.slice(1, 4)).toEqual(["llm_requesting", "tool_executing", "awaiting_user_response"]);
    expect(states.slice(-3, -1)).toEqual(["tool_executing", "idle"]);
    expect(desk.notes().slice(-2)).toEqual(["before", "after"]);
    expect(desk.told()).toEqual([
      { role: "result", id: "call_before", text: "noted before" },
      { role: "result", id: "call_ask", text: '{"answers":{"Which database?":"SQLite"}}' },
      { role: "result", id: "call_after", text: "noted after" },
    ]);
  });

  test('[DIA-2] "Other": a text that is no label is the answer in own words', async () => {
    const id = await desk.begin("worker", { calls: [ask(database, extras)] }, { text: "Done." });
    await desk.asked(id);
    await respond(id, { "Which database?": 'DuckDB, "in memory"\nfor now', "Which extras?": "Backups, Alerts" });
    await desk.api.reached(id, "idle");
    const [result] = desk.told();
    expect(result).toMatchObject({ role: "result", id: "call_ask" });
    expect(JSON.parse(result?.role === "result" ? result.text : "").answers).toEqual({
      "Which database?": 'DuckDB, "in memory"\nfor now',
      "Which extras?": "Backups, Alerts",
    });
  });

  test("[DIA-2] cancel answers 200: the call gets the seed's error, the rest is not run, the agent rests", async () => {
    const { id, events } = await watched(({ type }) => type === "agent_done");
    desk.provider.willSay({ calls: [ask(database), note("never")] });
    await desk.api.post(`/v1/conversations/${id}/messages`, { text: "Go." });
    await desk.asked(id);
    const requests = desk.provider.requests.length;
    expect(await cancel(id)).toMatchObject({ status: 200, body: "" });
    expect(await desk.api.get(`/v1/conversations/${id}`)).toMatchObject({
      body: { status: "idle", outcome: "dismissed" },
    });
    expect((await events).map(({ type, data }) => data.type ?? type)).toEqual([
      "idle",
      "llm_requesting",
      "awaiting_user_response",
      "idle",
      "agent_done",
    ]);
    expect(desk.provider.requests).toHaveLength(requests);
    desk.provider.willSay({ text: "I see." });
    await desk.api.post(`/v1/conversations/${id}/messages`, { text: "Something else." });
    await desk.recorded(id, "run.finished", 2);
    expect(desk.told()).toEqual([
      { role: "result", id: "call_ask", text: expect.stringMatching(/^User cancelled the question/) },
      { role: "result", id: "call_never", text: expect.stringMatching(/^Not run/) },
      { role: "user", text: "Something else." },
    ]);
    expect(desk.notes()).not.toContain("never");
  });

  test("[DIA-2] without a question cancel stops the run, and with nothing under way it is 400", async () => {
    const hold = Promise.withResolvers<void>();
    const id = await desk.begin("worker", { text: "I am about to", hold: hold.promise });
    await desk.api.event(id, ({ type }) => type === "text.streamed");
    expect(await cancel(id)).toMatchObject({ status: 200 });
    hold.resolve();
    expect(await desk.api.get(`/v1/conversations/${id}`)).toMatchObject({
      body: { status: "idle", outcome: "stopped" },
    });
    expect(await cancel(id)).toMatchObject({ status: 400, body: "There is nothing to cancel." });
  });

  test("[DIA-2] the same response again is 200; another, or one to no question, is 400 and changes nothing", async () => {
    const id = await desk.begin("worker", { calls: [ask(database)] }, { text: "Done." });
    await desk.asked(id);
    expect(await respond(id, { "Which database?": "SQLite" })).toMatchObject({ status: 200 });
    await desk.recorded(id, "run.finished");
    const before = await desk.position();
    expect(await respond(id, { "Which database?": "SQLite" })).toMatchObject({ status: 200 });
    expect(await respond(id, { "Which database?": "Postgres" })).toMatchObject({
      status: 400,
      body: "No question is waiting for an answer.",
    });
    const { body } = await desk.api.post("/v1/conversations", { agent: "worker" });
    const started = await desk.position();
    expect(await respond(body.id, {})).toMatchObject({ status: 400, body: "No question is waiting for an answer." });
    expect(started).toBe(before + 1);
    expect(await desk.position()).toBe(started);
  });

  test("[DIA-2] a run that fails is told as an error with its reason", async () => {
    const { id, events } = await watched(({ data }) => data?.type === "error");
    desk.provider.willSay({ refusal: { status: 400, type: "invalid_request_error", message: "No such luck." } });
    await desk.api.post(`/v1/conversations/${id}/messages`, { text: "Go." });
    expect((await events).at(-1)).toMatchObject({
      type: "state_change",
      data: { type: "error", data: { message: expect.stringContaining("No such luck.") } },
    });
  });
});
