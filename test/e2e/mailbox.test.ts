import { afterAll, beforeAll, expect, test } from "vitest";
import type { Api } from "../harness/server/api.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { startTestServer, type TestServer } from "../harness/server/test-server.ts";

let testServer: TestServer;
let api: Api;

beforeAll(async () => {
  testServer = await startTestServer();
  api = testServer.api;
});
afterAll(() => testServer.server.stop());

const answersFirst = expect.stringMatching(/^\{"answers"/);

test("[CONV-4] a separate message leaves the inquiry open and comes after all results of the step", {
  tags: "smoke",
}, async () => {
  const note = { id: "call_b", name: "note", input: { line: "after" } };
  const conversation = await testServer.startConversation("scripted", [
    { calls: [{ id: "call_a", ...askTwo }, note] },
    { text: "Done." },
  ]);
  const inquiry = await conversation.waitForInquiry();
  const sent = await api.post(`/v1/conversations/${conversation.id}/messages`, { text: "By the way.", separate: true });
  expect(sent).toMatchObject({
    status: 202,
    body: { status: "parked", waitingMessages: 1, inquiry: { id: inquiry.id, status: "open" } },
  });
  const waiting = await api.get(`/v1/conversations/${conversation.id}/transcript`);
  expect(waiting.body.items.at(-1)).toMatchObject({ role: "person", delivered: false });
  await api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered });
  expect(await conversation.waitForStatus("idle")).toMatchObject({ waitingMessages: 0 });
  expect(conversation.newMessages()).toEqual([
    { result: "call_a", kind: "text", text: answersFirst },
    { result: "call_b", kind: "text", text: "noted after" },
    { person: "By the way." },
  ]);
  expect(await conversation.faults()).toEqual([]);
});

test("[CONV-4] a message that waits when the question is dismissed is the person's next message", async () => {
  const conversation = await testServer.startConversation("scripted", [
    { calls: [{ id: "call_a", ...askTwo }] },
    { text: "Done." },
  ]);
  const inquiry = await conversation.waitForInquiry();
  await api.post(`/v1/conversations/${conversation.id}/messages`, { text: "Think again.", separate: true });
  expect(await api.post(`/v1/inquiries/${inquiry.id}/dismiss`)).toMatchObject({ status: 202 });
  expect(await conversation.waitForStatus("idle")).toMatchObject({ outcome: "finished" });
  expect(conversation.newMessages()).toMatchObject([
    { result: "call_a", kind: "error-text" },
    { person: "Think again." },
  ]);
  expect(await conversation.faults()).toEqual([]);
});

test("[CONV-4] messages that came while the model was at work survive a stop and are delivered in order", async () => {
  const conversation = await testServer.startConversation("scripted", [
    { text: "Let me", hang: true },
    { text: "Done." },
  ]);
  await conversation.waitForEvent(({ type }) => type === "text.streamed");
  const sent = await api.post(`/v1/conversations/${conversation.id}/messages`, { text: "One." });
  expect(sent).toMatchObject({ status: 202, body: { status: "thinking", waitingMessages: 1 } });
  expect(await api.post(`/v1/conversations/${conversation.id}/stop`)).toMatchObject({ body: { waitingMessages: 1 } });
  await api.post(`/v1/conversations/${conversation.id}/messages`, { text: "Two." });
  expect(await conversation.waitForStatus("idle")).toMatchObject({ waitingMessages: 0 });
  expect(conversation.newMessages()).toEqual([{ person: "One." }, { person: "Two." }]);
  expect(await conversation.faults()).toEqual([]);
});

test("[CONV-1] each message to a conversation at rest starts a run, and the model reads all before it", async () => {
  const started = await api.post("/v1/conversations", { agent: "scripted", title: "Empty" });
  expect(started).toMatchObject({ status: 201, body: { status: "idle", title: "Empty" } });
  expect(started.body).not.toHaveProperty("runId");
  const conversation = await testServer.startConversation("scripted", [{ text: "First." }, { text: "Second." }]);
  await conversation.waitForStatus("idle");
  await api.post(`/v1/conversations/${conversation.id}/messages`, { text: "And now?" });
  await conversation.waitForStatus("idle");
  expect(conversation.prompts().map((prompt) => prompt.map(({ role }) => role))).toEqual([
    ["system", "user"],
    ["system", "user", "assistant", "user"],
  ]);
  const runs = await api.get(`/v1/conversations/${conversation.id}/runs`);
  expect(runs.body.items).toMatchObject([{ status: "finished" }, { status: "finished" }]);
});
