import { afterAll, beforeAll, expect, test } from "vitest";
import type { Api } from "../harness/server/api.ts";
import { askTwo } from "../harness/server/ask-calls.ts";
import { serverEvents } from "../harness/server/server-events.ts";
import { startTestServer, type TestServer } from "../harness/server/test-server.ts";

let testServer: TestServer;
let api: Api;

beforeAll(async () => {
  testServer = await startTestServer();
  api = testServer.api;
});
afterAll(() => testServer.server.stop());

const noteStep = (count: number) => ({
  calls: [{ id: `call_${count}`, name: "note", input: { line: String(count) } }],
});

test("[CONV-5] [S2-01] at the step limit a run pauses; resume is a linked run that carries the steps on", {
  tags: "smoke",
}, async () => {
  const conversation = await testServer.startConversation("short", [
    noteStep(1),
    noteStep(2),
    noteStep(3),
    { text: "Done." },
  ]);
  const paused = await conversation.waitForStatus("paused");
  expect(paused).toMatchObject({ reason: "step-limit" });
  expect(conversation.prompts()).toHaveLength(2);
  const resumed = await api.post(`/v1/conversations/${conversation.id}/resume`);
  expect(resumed).toMatchObject({ status: 202, body: { status: "thinking" } });
  await conversation.waitForStatus("idle");
  expect((await api.get(`/v1/conversations/${conversation.id}/runs`)).body.items).toMatchObject([
    { id: paused.runId, status: "paused", steps: 2, reason: "step-limit" },
    { id: resumed.body.runId, status: "finished", steps: 4, resumedFrom: paused.runId },
  ]);
  expect(conversation.newMessages()).toEqual([{ result: "call_3", kind: "text", text: "noted 3" }]);
  expect(await api.post(`/v1/conversations/${conversation.id}/resume`)).toMatchObject({
    status: 409,
    body: { code: "nothing-to-resume" },
  });
  expect(await conversation.faults()).toEqual([]);
});

test("[CONV-5] a message to a paused conversation starts a run of its own", async () => {
  const conversation = await testServer.startConversation("short", [noteStep(1), noteStep(2), { text: "Done." }]);
  await conversation.waitForStatus("paused");
  const sent = await api.post(`/v1/conversations/${conversation.id}/messages`, { text: "That will do." });
  await conversation.waitForStatus("idle");
  const run = await api.get(`/v1/runs/${sent.body.runId}`);
  expect(run).toMatchObject({ body: { status: "finished", steps: 1 } });
  expect(run.body).not.toHaveProperty("resumedFrom");
  expect(conversation.newMessages()).toMatchObject([{ result: "call_2" }, { person: "That will do." }]);
  expect(await conversation.faults()).toEqual([]);
});

test("[CONV-6] a run that failed for good is retried as a linked run", async () => {
  const conversation = await testServer.startConversation("scripted", [
    { calls: [{ id: "call_a", ...askTwo }] },
    { text: "Done." },
  ]);
  await conversation.waitForInquiry();
  expect(await api.post(`/v1/conversations/${conversation.id}/retry`)).toMatchObject({
    status: 409,
    body: { code: "nothing-to-retry" },
  });
  const failing = await api.post("/v1/conversations", { agent: "refused", message: "Hello" });
  expect(failing.status).toBe(201);
  const failed = await api.waitForStatus(failing.body.id, "failed");
  expect(failed.error).toMatchObject({
    kind: "key",
    retryable: false,
    message: "invalid key: [masked] (HTTP 401)",
  });
  const retried = await api.post(`/v1/conversations/${failing.body.id}/retry`);
  expect(retried).toMatchObject({ status: 202, body: { status: "thinking" } });
  await api.waitForEvent(
    failing.body.id,
    ({ type, data }) => type === "run.failed" && data.runId === retried.body.runId,
  );
  const { body } = await api.get(`/v1/runs/${retried.body.runId}`);
  expect(body).toMatchObject({ status: "failed", resumedFrom: failed.runId });
});

test("[CONV-12] delete withdraws open inquiries, erases the content and leaves the id", { tags: "smoke" }, async () => {
  const conversation = await testServer.startConversation("scripted", [
    { calls: [{ id: "call_a", ...askTwo }] },
    { text: "Done." },
  ]);
  const inquiry = await conversation.waitForInquiry();
  const count = await api.get("/v1/inbox/count");
  const runId = (await conversation.waitForStatus("parked")).runId;
  const followed = serverEvents(`${testServer.server.url}/v1/events?conversation=${conversation.id}`, {
    authorization: `Bearer ${testServer.server.keys.answer}`,
  });
  await followed.next();
  expect(await api.delete(`/v1/conversations/${conversation.id}`)).toMatchObject({ status: 204 });
  for await (const { type, data } of followed) {
    if (type === "inquiry.resolved") expect(data.resolution).toMatchObject({ type: "withdrawn", by: "owner" });
    if (type === "conversation.deleted") break;
  }
  expect((await api.get("/v1/inbox/count")).body.open).toBe(count.body.open - 1);
  for (const path of [
    `/v1/conversations/${conversation.id}`,
    `/v1/conversations/${conversation.id}/transcript`,
    `/v1/conversations/${conversation.id}/runs`,
    `/v1/inquiries/${inquiry.id}`,
    `/v1/runs/${runId}`,
  ])
    expect(await api.get(path)).toMatchObject({ status: 404 });
  expect(await api.post(`/v1/conversations/${conversation.id}/messages`, { text: "Hello?" })).toMatchObject({
    status: 404,
  });
  expect(await api.delete(`/v1/conversations/${conversation.id}`)).toMatchObject({ status: 404 });
  const left = await api.waitForEvent(conversation.id, () => true);
  expect(left).toMatchObject({ type: "conversation.deleted" });
  const listed = await api.get("/v1/conversations?limit=200");
  expect(listed.body.items.map(({ id }: { id: string }) => id)).not.toContain(conversation.id);
});
