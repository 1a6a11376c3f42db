import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ProviderTestServer, testedProtocols } from "../../harness/server/provider-test-server.ts";
import { ask, mercury, project, respondTo, startProjectsServer } from "./projects-server.ts";

const note = (line: string) => ({ id: `call_${line}`, name: "note", input: { line } });
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

describe.each(testedProtocols)("$name", (protocol) => {
  let testServer: ProviderTestServer;
  beforeAll(async () => {
    testServer = await startProjectsServer(protocol);
  });
  afterAll(() => testServer.close());

  const respond = (question: string, response: string, api = testServer.api) => respondTo(api, question, response);

  test("[COMPAT-3] [S2-01, S2-02, S2-05, S2-13, S2-17, S2-18, S2-22, S2-26, S2-28, S2-29, S2-31, S2-38, S2-39, S2-41] an open question: 202 with the new run, which goes on where the first paused", {
    tags: "smoke",
  }, async () => {
    const id = await testServer.startConversation(
      "asker",
      { calls: [ask({ question: 'Who is "M"?' })] },
      { text: "Done." },
    );
    const { id: question } = await testServer.waitForInquiry(id);
    const [first] = (await testServer.api.get(`/v1/conversations/${id}/runs`)).body.items;
    expect((await testServer.api.get(`${project}/agent-runs/${first.id}`)).body).toEqual({
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
    await testServer.api.waitForStatus(id, "idle");
    expect((await testServer.api.get(`/v1/runs/${runId}`)).body).toMatchObject({
      resumedFrom: first.id,
      steps: 2,
      asks: 0,
      status: "finished",
    });
    expect((await testServer.api.get(`/v1/runs/${first.id}`)).body).toMatchObject({
      status: "paused",
      reason: "answered",
    });
    expect((await testServer.api.get(`${project}/agent-runs/${runId}`)).body).toMatchObject({
      status: "finished",
      stepCount: 2,
      resumedFrom: first.id,
      summary: null,
    });
    expect(testServer.provider.prompt()).toContainEqual({ role: "user", text: "Go." });
    expect(testServer.newMessages()).toEqual([
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
  ])("[DELIVERY-2] [S2-05, S2-17] options with values: %j reaches the model as %s", async (response, words, stored) => {
    const id = await testServer.startConversation("asker", { calls: [ask(mercury)] }, { text: "Done." });
    const { id: question } = await testServer.waitForInquiry(id);
    expect(await respond(question, response)).toMatchObject({ status: 202 });
    await testServer.api.waitForStatus(id, "idle");
    expect(testServer.newMessages().at(-1)).toEqual({
      role: "user",
      text: `Previously you asked: "Which Mercury?"\nThe user responded: ${words}\n\nContinue from where you left off.`,
    });
    const { items } = (await testServer.api.get(`${project}/agent-questions?status=answered&limit=200`)).body;
    expect(items.find((item: { id: string }) => item.id === question)).toMatchObject({ response: stored });
  });

  test("[DELIVERY-7] the reminder is for the model only: a transcript shows the answer and no such message", async () => {
    const id = await testServer.startConversation("asker", { calls: [ask(mercury)] }, { text: "Done." });
    const { id: question } = await testServer.waitForInquiry(id);
    await respond(question, "planet");
    await testServer.api.waitForStatus(id, "idle");
    const { items } = (await testServer.api.get(`/v1/conversations/${id}/transcript`)).body;
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

  test("[COMPAT-4] [S2-03, S2-11, S2-14, S2-15, S2-16, S2-24, S2-35, S2-36] a question is listed by run and by project and status, with all documented fields", async () => {
    const id = await testServer.startConversation("asker", { calls: [ask(mercury)] }, { text: "Done." });
    const { id: question } = await testServer.waitForInquiry(id);
    const { runId } = (await testServer.api.get(`/v1/inquiries/${question}`)).body;
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
      resolution: null,
      notificationId: `ntf_${question}`,
      createdAt: isoTime,
      updatedAt: isoTime,
    };
    const list = async (status: string) =>
      (await testServer.api.get(`${project}/agent-questions?status=${status}&limit=200`)).body.items;
    const ofRun = async () => (await testServer.api.get(`${project}/agent-runs/${runId}/questions`)).body.items;
    expect(await list("pending")).toEqual([pending]);
    expect(await ofRun()).toEqual([pending]);
    await respond(question, "element");
    const answered = {
      ...pending,
      response: "Mercury (element)",
      respondedBy: "owner",
      respondedAt: isoTime,
      status: "answered",
      resolution: "answered",
    };
    expect(await list("pending")).toEqual([]);
    expect(await list("answered")).toContainEqual(answered);
    expect(await ofRun()).toEqual([answered]);
    await testServer.api.waitForStatus(id, "idle");
  });

  test("[COMPAT-4] [S2-15] a question that nobody answered in time is expired, and one that a later ask replaced is cancelled", async () => {
    const listed = async (runId: string) =>
      (await testServer.api.get(`${project}/agent-runs/${runId}/questions`)).body.items.map(
        ({ status, resolution, response }: Record<string, unknown>) => [status, resolution, response],
      );
    const late = await testServer.startConversation("expiring", { calls: [ask(mercury)] }, { text: "Done." });
    const { runId } = await testServer.waitForEventType(late, "inquiry.asked");
    await testServer.api.waitForStatus(late, "idle");
    expect(await listed(runId)).toEqual([["expired", "expired", null]]);
    const calls = [ask({ question: "One?" }, "call_1"), ask({ question: "Two?" }, "call_2")];
    const id = await testServer.startConversation("asker", { calls }, { text: "Done." });
    const asked = await testServer.waitForEventType(id, "inquiry.asked");
    expect(await listed(asked.runId)).toEqual([
      ["cancelled", "superseded", null],
      ["pending", null, null],
    ]);
    await respond(asked.inquiry.id, "Yes");
    await testServer.api.waitForStatus(id, "idle");
  });

  test("[COMPAT-3] [S2-27] the response comes while the run that goes on still works", async () => {
    const hold = Promise.withResolvers<void>();
    const replies = [{ calls: [ask(mercury)] }, { text: "Done.", hold: hold.promise }];
    const id = await testServer.startConversation("asker", ...replies);
    const { id: question } = await testServer.waitForInquiry(id);
    const { status, body } = await respond(question, "planet");
    expect(status).toBe(202);
    expect((await testServer.api.get(`/v1/runs/${body.runId}`)).body.status).toBe("running");
    hold.resolve();
    await testServer.api.waitForStatus(id, "idle");
  });

  test("[COMPAT-8] [S2-03] a question that a message answered lists the message as its response", async () => {
    const id = await testServer.startConversation("asker", { calls: [ask(mercury)] }, { text: "Done." });
    const { id: question } = await testServer.waitForInquiry(id);
    await testServer.api.post(`/v1/conversations/${id}/messages`, { text: "Neither:\nthe god" });
    await testServer.api.waitForStatus(id, "idle");
    const { items } = (await testServer.api.get(`${project}/agent-questions?status=answered&limit=200`)).body;
    expect(items.find((item: { id: string }) => item.id === question)).toMatchObject({
      response: "Neither:\nthe god",
      respondedBy: "owner",
      resolution: "answered-in-chat",
    });
  });

  test.each([
    ["delegate", { status: "answered", resolution: "delegated", response: "You decide. The nearer one" }],
    ["decline", { status: "cancelled", resolution: "declined", response: null }],
    ["dismiss", { status: "cancelled", resolution: "dismissed", response: null }],
  ])("[COMPAT-8] [S2-03, S2-15] a question that a person ends by %s says what happened", async (command, listed) => {
    // After a dismissal the agent rests, and its model is not called.
    const after = command === "dismiss" ? [] : [{ text: "Done." }];
    const id = await testServer.startConversation("asker", { calls: [ask(mercury)] }, ...after);
    const { id: question } = await testServer.waitForInquiry(id);
    const { runId } = (await testServer.api.get(`/v1/inquiries/${question}`)).body;
    await testServer.api.post(`/v1/inquiries/${question}/${command}`, { comment: "The nearer one" });
    await testServer.api.waitForStatus(id, "idle");
    const { items } = (await testServer.api.get(`${project}/agent-runs/${runId}/questions`)).body;
    expect(items).toMatchObject([{ ...listed, respondedBy: "owner" }]);
  });

  test("[CONTRACT-5] [S2-12, S2-33] of several asks in a step the last counts, other tools run first, one result a call", {
    tags: "smoke",
  }, async () => {
    const id = await testServer.startConversation(
      "asker",
      { calls: [ask({ question: "One?" }, "call_1"), note("first"), ask({ question: "Two?" }, "call_2")] },
      { text: "Done." },
    );
    const { id: question, questions } = await testServer.waitForInquiry(id);
    expect(questions).toMatchObject([{ text: "Two?" }]);
    expect(testServer.notes().slice(-1)).toEqual(["first"]);
    const { runId } = (await testServer.api.get(`/v1/inquiries/${question}`)).body;
    const { items } = (await testServer.api.get(`${project}/agent-runs/${runId}/questions`)).body;
    expect(items.map(({ question: text, status }: Record<string, string>) => [text, status])).toEqual([
      ["One?", "cancelled"],
      ["Two?", "pending"],
    ]);
    expect((await testServer.api.get("/v1/inbox/count")).body).toEqual({ open: 1, snoozed: 0 });
    expect(await respond(items[0].id, "No.")).toMatchObject({
      status: 409,
      body: { question: { id: items[0].id, status: "cancelled", response: null } },
    });
    expect(await respond(question, "Yes.")).toMatchObject({ status: 202 });
    await testServer.api.waitForStatus(id, "idle");
    const results = testServer.newMessages().filter(({ role }) => role === "result");
    expect(results).toHaveLength(3);
    expect(results).toEqual(
      expect.arrayContaining([
        { role: "result", id: "call_1", text: "This question was replaced by a newer one and was never answered." },
        { role: "result", id: "call_first", text: "noted first" },
        { role: "result", id: "call_2", text: expect.stringContaining("was put to the user") },
      ]),
    );
    expect(testServer.newMessages().at(-1)).toMatchObject({ role: "user", text: expect.stringContaining('"Two?"') });
  });
});
