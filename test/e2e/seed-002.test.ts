import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApi } from "../support/api.ts";
import { type Desk, deskWires, openDesk } from "../support/desk.ts";

const mercury = {
  question: "Which Mercury?",
  options: [
    { label: "Mercury (planet)", value: "planet", description: "The first from the sun" },
    { label: "Mercury (element)", value: "element" },
    { label: "Freddie" },
  ],
};
const ask = (input: unknown, id = "call_ask") => ({ id, name: "ask_user", input });
const note = (line: string) => ({ id: `call_${line}`, name: "note", input: { line } });
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const project = "/api/projects/default";

describe.each(deskWires)("$name", (wire) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk(wire, {
      agents: [{ name: "asker", tools: ["note", "ask_user"] }],
      keys: [{ name: "colleague", scopes: ["answer"], key: "of_a_colleague" }],
    });
  });
  afterAll(() => desk.close());

  const respond = (question: string, response: string, api = desk.api) =>
    api.post(`${project}/agent-questions/${question}/respond`, { response });

  test("[DIA-3] an open question: 202 with the new run, which goes on where the first paused", async () => {
    const id = await desk.begin("asker", { calls: [ask({ question: 'Who is "M"?' })] }, { text: "Done." });
    const { id: question } = await desk.asked(id);
    const [first] = (await desk.api.get(`/v1/conversations/${id}/runs`)).body.items;
    expect((await desk.api.get(`${project}/agent-runs/${first.id}`)).body).toEqual({
      id: first.id,
      agentId: "asker",
      status: "paused",
      stepCount: 1,
      resumedFrom: null,
      summary: { reason: "awaiting_user_input", question_id: question },
    });
    const responded = await respond(question, "The head of\nthe service");
    expect(responded).toMatchObject({ status: 202, body: { runId: expect.stringMatching(/^run_/) } });
    const { runId } = responded.body;
    expect(runId).not.toBe(first.id);
    await desk.api.reached(id, "idle");
    expect((await desk.api.get(`/v1/runs/${runId}`)).body).toMatchObject({
      resumedFrom: first.id,
      steps: 2,
      asks: 1,
      status: "finished",
    });
    expect((await desk.api.get(`/v1/runs/${first.id}`)).body).toMatchObject({ status: "paused", reason: "answered" });
    expect((await desk.api.get(`${project}/agent-runs/${runId}`)).body).toMatchObject({
      status: "finished",
      stepCount: 2,
      resumedFrom: first.id,
      summary: null,
    });
    expect(desk.told()).toEqual([
      { role: "result", id: "call_ask", text: expect.stringContaining("was put to the user") },
      {
        role: "user",
        text: [
          'Previously you asked: "Who is \\"M\\"?"',
          'The user responded: "The head of\\nthe service"',
          "",
          "Continue from where you left off.",
        ].join("\n"),
      },
    ]);
  });

  test.each([
    ["planet", '"Mercury (planet)" (value: "planet")', "Mercury (planet)"],
    ["Mercury (element)", '"Mercury (element)" (value: "element")', "Mercury (element)"],
    ["Freddie", '"Freddie"', "Freddie"],
    ["The car", '"The car"', "The car"],
  ])("[DEL-2] options with values: %j reaches the model as %s", async (response, words, stored) => {
    const id = await desk.begin("asker", { calls: [ask(mercury)] }, { text: "Done." });
    const { id: question } = await desk.asked(id);
    expect(await respond(question, response)).toMatchObject({ status: 202 });
    await desk.api.reached(id, "idle");
    expect(desk.told().at(-1)).toEqual({
      role: "user",
      text: `Previously you asked: "Which Mercury?"\nThe user responded: ${words}\n\nContinue from where you left off.`,
    });
    const { items } = (await desk.api.get(`${project}/agent-questions?status=answered&limit=200`)).body;
    expect(items.find((item: { id: string }) => item.id === question)).toMatchObject({ response: stored });
  });

  test("[DEL-7] the reminder is the model's alone: a screen shows the answer and no message of it", async () => {
    const id = await desk.begin("asker", { calls: [ask(mercury)] }, { text: "Done." });
    const { id: question } = await desk.asked(id);
    await respond(question, "planet");
    await desk.api.reached(id, "idle");
    const { items } = (await desk.api.get(`/v1/conversations/${id}/transcript`)).body;
    expect(items).toMatchObject([
      { role: "person", blocks: [{ type: "text", text: "Go." }] },
      {
        role: "agent",
        blocks: [
          {
            type: "action",
            status: "success",
            extra: { answerText: "Mercury (planet)" },
            received: expect.stringMatching(/^Previously you asked/),
          },
        ],
      },
      { role: "agent", blocks: [{ type: "text", text: "Done." }] },
    ]);
  });

  test("[DIA-4] a question is listed by run and by project and status, with all fields of the seed", async () => {
    const id = await desk.begin("asker", { calls: [ask(mercury)] }, { text: "Done." });
    const { id: question } = await desk.asked(id);
    const { runId } = (await desk.api.get(`/v1/inquiries/${question}`)).body;
    const pending = {
      id: question,
      runId,
      agentId: "asker",
      projectId: "default",
      question: "Which Mercury?",
      options: [
        { label: "Mercury (planet)", value: "planet", description: "The first from the sun" },
        { label: "Mercury (element)", value: "element" },
        { label: "Freddie", value: "Freddie" },
      ],
      response: null,
      respondedBy: null,
      respondedAt: null,
      status: "pending",
      createdAt: isoTime,
      updatedAt: isoTime,
    };
    const list = async (status: string) =>
      (await desk.api.get(`${project}/agent-questions?status=${status}&limit=200`)).body.items;
    const ofRun = async () => (await desk.api.get(`${project}/agent-runs/${runId}/questions`)).body.items;
    expect(await list("pending")).toEqual([pending]);
    expect(await ofRun()).toEqual([pending]);
    await respond(question, "element");
    const answered = {
      ...pending,
      response: "Mercury (element)",
      respondedBy: "owner",
      respondedAt: isoTime,
      status: "answered",
    };
    expect(await list("pending")).toEqual([]);
    expect(await list("answered")).toContainEqual(answered);
    expect(await ofRun()).toEqual([answered]);
    await desk.api.reached(id, "idle");
  });

  test("[CTR-5] of several asks in a step the last counts, other tools run first, one result a call", async () => {
    const id = await desk.begin(
      "asker",
      { calls: [ask({ question: "One?" }, "call_1"), note("first"), ask({ question: "Two?" }, "call_2")] },
      { text: "Done." },
    );
    const { id: question, questions } = await desk.asked(id);
    expect(questions).toMatchObject([{ text: "Two?" }]);
    expect(desk.notes().slice(-1)).toEqual(["first"]);
    const { runId } = (await desk.api.get(`/v1/inquiries/${question}`)).body;
    const { items } = (await desk.api.get(`${project}/agent-runs/${runId}/questions`)).body;
    expect(items.map(({ question: text, status }: Record<string, string>) => [text, status])).toEqual([
      ["One?", "cancelled"],
      ["Two?", "pending"],
    ]);
    expect((await desk.api.get("/v1/inbox/count")).body).toEqual({ open: 1, snoozed: 0 });
    expect(await respond(items[0].id, "No.")).toMatchObject({
      status: 409,
      body: { question: { id: items[0].id, status: "cancelled", response: null } },
    });
    expect(await respond(question, "Yes.")).toMatchObject({ status: 202 });
    await desk.api.reached(id, "idle");
    const results = desk.told().filter(({ role }) => role === "result");
    expect(results).toHaveLength(3);
    expect(results).toEqual(
      expect.arrayContaining([
        { role: "result", id: "call_1", text: "This question was replaced by a newer one and was never answered." },
        { role: "result", id: "call_first", text: "noted first" },
        { role: "result", id: "call_2", text: expect.stringContaining("was put to the user") },
      ]),
    );
    expect(desk.told().at(-1)).toMatchObject({ role: "user", text: expect.stringContaining('"Two?"') });
  });

  test("[DIA-3] a settled question is 409 with its state; the same response by the same person is the same 202", async () => {
    const id = await desk.begin("asker", { calls: [ask(mercury)] }, { text: "Done." });
    const { id: question } = await desk.asked(id);
    const won = await respond(question, "planet");
    await desk.api.reached(id, "idle");
    const before = await desk.position();
    expect(await respond(question, "planet")).toMatchObject({ status: 202, body: won.body });
    expect(await respond(question, "Mercury (planet)")).toMatchObject({ status: 202, body: won.body });
    const settled = { status: 409, body: { question: { status: "answered", response: "Mercury (planet)" } } };
    expect(await respond(question, "element")).toMatchObject(settled);
    const colleague = createApi(desk.server, "of_a_colleague");
    expect(await respond(question, "planet", colleague)).toMatchObject({
      ...settled,
      body: { code: "already-resolved", question: { respondedBy: "owner" } },
    });
    expect(await desk.position()).toBe(before);
  });

  test("[DIA-3] another project, another question and another run are 404", async () => {
    const id = await desk.begin("asker", { calls: [ask(mercury)] }, { text: "Done." });
    const { id: question } = await desk.asked(id);
    const before = await desk.position();
    const { runId } = (await desk.api.get(`/v1/inquiries/${question}`)).body;
    const elsewhere = `/api/projects/elsewhere`;
    expect(
      await desk.api.post(`${elsewhere}/agent-questions/${question}/respond`, { response: "planet" }),
    ).toMatchObject({ status: 404, body: { code: "inquiry-unknown" } });
    expect(await respond("inq_nothing_1", "planet")).toMatchObject({ status: 404 });
    for (const path of ["agent-questions", `agent-runs/${runId}`, `agent-runs/${runId}/questions`])
      expect(await desk.api.get(`${elsewhere}/${path}`)).toMatchObject({ status: 404 });
    expect(await desk.api.get(`${project}/agent-runs/run_nothing_1`)).toMatchObject({ status: 404 });
    expect(await desk.position()).toBe(before);
    await respond(question, "planet");
    await desk.api.reached(id, "idle");
  });

  test("[DIA-3] a response sent the very moment the question is visible is taken, never refused as too early", async () => {
    desk.provider.willSay(
      ...Array.from({ length: 20 }, (_, n) => ({ calls: [ask({ question: `Number ${n}?` }, `call_n${n}`)] })),
      { text: "Done." },
    );
    const { body } = await desk.api.post("/v1/conversations", { agent: "asker", message: "Go." });
    const statuses: number[] = [];
    const sending: Promise<void>[] = [];
    await desk.api.event(body.id, ({ type, data }) => {
      if (type === "inquiry.asked")
        sending.push(respond(data.inquiry.id, "Now").then(({ status }) => void statuses.push(status)));
      return type === "run.finished";
    });
    await Promise.all(sending);
    expect(statuses).toEqual(Array(20).fill(202));
    const { items } = (await desk.api.get(`/v1/conversations/${body.id}/runs`)).body;
    expect(items).toHaveLength(21);
    expect(items.at(-1)).toMatchObject({ steps: 21, asks: 20, resumedFrom: items.at(-2).id });
  });
});
