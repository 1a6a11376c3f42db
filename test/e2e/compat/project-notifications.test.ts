import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "../../harness/server/api.ts";
import {
  type ProviderTestServer,
  startProviderTestServer,
  testedProtocols,
} from "../../harness/server/provider-test-server.ts";

const mercury = {
  question: "Which Mercury?",
  options: [
    { label: "Mercury (planet)", value: "planet" },
    { label: "Mercury (element)", value: "element" },
  ],
};
const ask = (input: unknown) => ({ id: "call_ask", name: "ask_user", input });
const path = "/api/projects/default/notifications";

let testServer: ProviderTestServer;
beforeAll(async () => {
  const [protocol] = testedProtocols;
  if (!protocol) throw new Error("a protocol");
  testServer = await startProviderTestServer(protocol, {
    agents: [{ name: "asker", tools: ["ask_user"] }],
    keys: [{ name: "colleague", scopes: ["answer"], key: "of_a_colleague" }],
  });
});
afterAll(() => testServer.close());

async function asked(input: unknown) {
  const id = await testServer.startConversation("asker", { calls: [ask(input)] }, { text: "Done." });
  const { id: question } = await testServer.waitForInquiry(id);
  const [run] = (await testServer.api.get(`/v1/conversations/${id}/runs`)).body.items;
  return { conversation: id, question, run: run.id as string };
}

test("[NOTIFY-1] [S2-04, S2-20, S2-34] a question with options has a notification with the documented fields and its answers as actions", async () => {
  const { question, run } = await asked(mercury);
  const [found] = (await testServer.api.get(`/api/projects/default/agent-questions?status=pending`)).body.items;
  expect(found).toMatchObject({ id: question, notificationId: expect.stringMatching(/^ntf_/) });
  expect((await testServer.api.get(`${path}/${found.notificationId}`)).body).toEqual({
    id: found.notificationId,
    projectId: "default",
    title: "Agent question from asker",
    message: "Which Mercury?",
    type: "agent_question",
    sourceType: "agent_run",
    sourceID: run,
    relatedResourceType: "agent_question",
    relatedResourceID: question,
    importance: "important",
    actions: mercury.options,
    actionURL: null,
    actionStatus: "pending",
    read: false,
    createdAt: found.createdAt,
  });
  await testServer.api.post(`/api/projects/default/agent-questions/${question}/respond`, { response: "planet" });
});

test("[NOTIFY-1] [S2-21] an open question links to a page", async () => {
  const { question } = await asked({ question: "Who is M?" });
  const { body } = await testServer.api.get(`${path}/ntf_${question}`);
  expect(body).toMatchObject({ actions: [], actionURL: `/q/${question}` });
  await testServer.api.post(`/api/projects/default/agent-questions/${question}/respond`, { response: "The head" });
});

test("[NOTIFY-2] [S2-25] the answer marks it as read and its action as completed, for everybody", {
  tags: "smoke",
}, async () => {
  const { question } = await asked(mercury);
  const colleague = createApi(testServer.server, "of_a_colleague");
  const listed = async () => (await colleague.get(`${path}?unread=true`)).body.items;
  expect(await listed()).toMatchObject([{ id: `ntf_${question}`, read: false }]);
  await testServer.api.post(`/api/projects/default/agent-questions/${question}/respond`, { response: "element" });
  expect((await colleague.get(`${path}/ntf_${question}`)).body).toMatchObject({
    read: true,
    actionStatus: "completed",
  });
  expect(await listed()).toEqual([]);
});

test("[NOTIFY-4] a person marks it as read for themselves, and a foreign project has none", async () => {
  const { question } = await asked(mercury);
  const colleague = createApi(testServer.server, "of_a_colleague");
  expect((await colleague.post(`${path}/ntf_${question}/read`, {})).body).toMatchObject({ read: true });
  expect((await testServer.api.get(`${path}/ntf_${question}`)).body).toMatchObject({ read: false });
  for (const wrong of [`/api/projects/other/notifications/ntf_${question}`, `${path}/ntf_none`])
    expect(await testServer.api.get(wrong)).toMatchObject({ status: 404, body: { code: "notification-unknown" } });
});
