import { expect, test } from "vitest";
import { createApi } from "../harness/server/api.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { startTestServer } from "../harness/server/test-server.ts";

const script = [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }];

test("[HTTP-3] responses are replayed after the server was killed and started again", async () => {
  const before = await startTestServer();
  const { dataDir } = before.server;
  const body = { agent: "scripted", message: JSON.stringify({ script }) };
  const started = await before.api.post("/v1/conversations", body, { "idempotency-key": "start" });
  const asked = await before.api.waitForEvent(started.body.id, ({ type }) => type === "inquiry.asked");
  const path = `/v1/inquiries/${asked.data.inquiry.id}/answer`;
  const answer = { answers: bothAnswered, comment: "Same" };
  const answered = await before.api.post(path, answer, { "idempotency-key": "answer" });
  await before.server.kill();

  const after = await startTestServer({ dataDir });
  const { api } = after;
  expect(await api.post("/v1/conversations", body, { "idempotency-key": "start" })).toMatchObject({
    status: 201,
    body: started.body,
  });
  expect(await api.post(path, answer, { "idempotency-key": "answer" })).toMatchObject({
    status: 202,
    body: answered.body,
  });
  const reused = { status: 422, body: { code: "idempotency-key-reused" } };
  expect(await api.post(path, { answers: bothAnswered }, { "idempotency-key": "answer" })).toMatchObject(reused);
  expect(await api.post(path, answer)).toMatchObject({ status: 202, body: answered.body });
  await api.waitForStatus(started.body.id, "idle");
  const { body: list } = await api.get("/v1/conversations");
  expect(list.items).toHaveLength(1);
  await after.server.stop();
});

test("[HTTP-3] one key used at once over many connections starts one conversation", async () => {
  const { server, api } = await startTestServer();
  const body = { agent: "scripted", message: JSON.stringify({ script }) };
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => api.post("/v1/conversations", body, { "idempotency-key": "only" })),
  );
  for (const { status, body: same } of responses)
    expect({ status, same }).toEqual({ status: 201, same: responses[0]?.body });
  expect((await api.get("/v1/conversations")).body.items).toHaveLength(1);
  await server.stop();
});

test("[CONV-9] [S0-11, S0-13, S4-01] a parked conversation is the same after a restart, and its question can be answered then", {
  tags: "smoke",
}, async () => {
  const before = await startTestServer();
  const conversation = await before.startConversation("scripted", script);
  const inquiry = await conversation.waitForInquiry();
  const parked = await conversation.waitForStatus("parked");
  expect(await before.server.stop()).toBe(0);

  const promptFile = { ASKBACK_TEST_PROMPTS: before.promptFile };
  const after = await startTestServer({ dataDir: before.server.dataDir, env: promptFile });
  const api = createApi(after.server);
  expect((await api.get(`/v1/conversations/${conversation.id}`)).body).toEqual(parked);
  expect((await api.get("/v1/inquiries?status=open")).body.items).toEqual([parked.inquiry]);
  await api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered });
  await api.waitForStatus(conversation.id, "idle");
  expect(conversation.prompts()).toHaveLength(2);
  expect(conversation.newMessages()).toEqual([
    {
      result: "call_a",
      kind: "text",
      text: '{"answers":{"Which database?":"SQLite","Which extras?":"Backups, Traces"}}',
    },
  ]);
  await after.server.stop();
});
