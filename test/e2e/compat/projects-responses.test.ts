import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApi } from "../../harness/server/api.ts";
import { type ProviderTestServer, testedProtocols } from "../../harness/server/provider-test-server.ts";
import { ask, mercury, project, respondTo, startProjectsServer } from "./projects-server.ts";

describe.each(testedProtocols)("$name", (protocol) => {
  let testServer: ProviderTestServer;
  beforeAll(async () => {
    testServer = await startProjectsServer(protocol);
  });
  afterAll(() => testServer.close());

  const respond = (question: string, response: string, api = testServer.api) => respondTo(api, question, response);

  test("[COMPAT-3] [S2-08, S2-23, S2-37, S2-41] a resolved question is 409 with its state; the same response by the same person is the same 202", async () => {
    const id = await testServer.startConversation("asker", { calls: [ask(mercury)] }, { text: "Done." });
    const { id: question } = await testServer.waitForInquiry(id);
    const won = await respond(question, "planet");
    await testServer.api.waitForStatus(id, "idle");
    const before = await testServer.position();
    expect(await respond(question, "planet")).toMatchObject({ status: 202, body: won.body });
    expect(await respond(question, "Mercury (planet)")).toMatchObject({ status: 202, body: won.body });
    const conflict = { status: 409, body: { question: { status: "answered", response: "Mercury (planet)" } } };
    expect(await respond(question, "element")).toMatchObject(conflict);
    const colleague = createApi(testServer.server, "of_a_colleague");
    expect(await respond(question, "planet", colleague)).toMatchObject({
      ...conflict,
      body: { code: "already-resolved", question: { respondedBy: "owner" } },
    });
    expect(await testServer.position()).toBe(before);
  });

  test("[COMPAT-3] [S2-23, S2-37] another project, another question and another run are 404", {
    tags: "smoke",
  }, async () => {
    const id = await testServer.startConversation("asker", { calls: [ask(mercury)] }, { text: "Done." });
    const { id: question } = await testServer.waitForInquiry(id);
    const before = await testServer.position();
    const { runId } = (await testServer.api.get(`/v1/inquiries/${question}`)).body;
    const elsewhere = `/api/projects/elsewhere`;
    expect(
      await testServer.api.post(`${elsewhere}/agent-questions/${question}/respond`, { response: "planet" }),
    ).toMatchObject({ status: 404, body: { code: "inquiry-unknown" } });
    expect(await respond("inq_nothing_1", "planet")).toMatchObject({ status: 404 });
    for (const path of ["agent-questions", `agent-runs/${runId}`, `agent-runs/${runId}/questions`])
      expect(await testServer.api.get(`${elsewhere}/${path}`)).toMatchObject({ status: 404 });
    expect(await testServer.api.get(`${project}/agent-runs/run_nothing_1`)).toMatchObject({ status: 404 });
    expect(await testServer.position()).toBe(before);
    await respond(question, "planet");
    await testServer.api.waitForStatus(id, "idle");
  });

  test("[COMPAT-3] [S2-32] a response sent as soon as the question is visible is accepted", async () => {
    testServer.provider.queueReplies(
      ...Array.from({ length: 20 }, (_, n) => ({ calls: [ask({ question: `Number ${n}?` }, `call_n${n}`)] })),
      { text: "Done." },
    );
    const { body } = await testServer.api.post("/v1/conversations", { agent: "asker", message: "Go." });
    const statuses: number[] = [];
    const sending: Promise<void>[] = [];
    await testServer.api.waitForEvent(body.id, ({ type, data }) => {
      if (type === "inquiry.asked")
        sending.push(respond(data.inquiry.id, "Now").then(({ status }) => void statuses.push(status)));
      return type === "run.finished";
    });
    await Promise.all(sending);
    expect(statuses).toEqual(Array(20).fill(202));
    const { items } = (await testServer.api.get(`/v1/conversations/${body.id}/runs`)).body;
    expect(items).toHaveLength(21);
    expect(items.map(({ asks }: { asks: number }) => asks)).toEqual([...Array(20).fill(1), 0]);
    expect(items.at(-1)).toMatchObject({ steps: 21, resumedFrom: items.at(-2).id });
  });
});
