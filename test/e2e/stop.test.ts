import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, createApi } from "../harness/server/api.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { startTestServer, type TestConversation, type TestServer } from "../harness/server/test-server.ts";

let testServer: TestServer;
let api: Api;

beforeAll(async () => {
  testServer = await startTestServer();
  api = testServer.api;
});
afterAll(() => testServer.server.stop());

const note = { id: "call_b", name: "note", input: { line: "never" } };

async function stopped(conversation: TestConversation, by = api) {
  const answer = await by.post(`/v1/conversations/${conversation.id}/stop`);
  expect(answer).toMatchObject({ status: 202, body: { status: "idle", outcome: "stopped" } });
  expect(await api.get(`/v1/runs/${answer.body.runId}`)).toMatchObject({ body: { status: "stopped" } });
}

async function waitForThanks(conversation: TestConversation) {
  await api.post(`/v1/conversations/${conversation.id}/messages`, { text: "Go on." });
  expect(await conversation.waitForStatus("idle")).toMatchObject({ outcome: "finished" });
  expect(await conversation.faults()).toEqual([]);
}

test("[CONV-7] stop while parked withdraws the inquiry; each call of the step has its result afterwards", async () => {
  const conversation = await testServer.startConversation("scripted", [
    { calls: [{ id: "call_a", ...askTwo }, note] },
    { text: "Done." },
  ]);
  const inquiry = await conversation.waitForInquiry();
  await stopped(conversation);
  expect(await api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered })).toMatchObject({
    status: 409,
    body: { receipt: { resolution: "withdrawn", by: "owner" } },
  });
  await waitForThanks(conversation);
  expect(conversation.newMessages()).toEqual([
    { result: "call_a", kind: "error-text", text: "This question was withdrawn before anybody answered it." },
    { result: "call_b", kind: "text", text: "Not run: the run was stopped." },
    { person: "Go on." },
  ]);
});

test("[CONV-7] stop in a tool aborts it, and the model is told that it may or may not have happened", async () => {
  const sleep = { id: "call_a", name: "sleep", input: {} };
  const conversation = await testServer.startConversation("scripted", [{ calls: [sleep, note] }, { text: "Done." }]);
  await conversation.waitForEvent(({ type }) => type === "tool.started");
  await stopped(conversation);
  await waitForThanks(conversation);
  expect(conversation.newMessages()).toEqual([
    {
      result: "call_a",
      kind: "error-text",
      text: "This tool was interrupted; it may or may not have happened. Check before you repeat it.",
    },
    { result: "call_b", kind: "text", text: "Not run: the run was stopped." },
    { person: "Go on." },
  ]);
});

test("[CONV-7] stop in a reply keeps what had streamed, as an interrupted message", { tags: "smoke" }, async () => {
  const conversation = await testServer.startConversation("scripted", [
    { text: "Half a sentence", hang: true },
    { text: "Done." },
  ]);
  let streamed = "";
  await conversation.waitForEvent(({ type, data }) => {
    if (type === "text.streamed") streamed = data.fromStart ? data.delta : streamed + data.delta;
    return streamed === "Half a sentence";
  });
  await stopped(conversation);
  const { body } = await api.get(`/v1/conversations/${conversation.id}/transcript`);
  expect(body.items.at(-1)).toMatchObject({
    role: "agent",
    interrupted: true,
    blocks: [{ type: "text", text: "Half a sentence" }],
  });
  await waitForThanks(conversation);
  expect(conversation.prompts().at(-1)?.slice(2)).toEqual([
    { role: "assistant", content: [{ type: "text", text: "Half a sentence" }] },
    { role: "user", content: [{ type: "text", text: "Go on." }] },
  ]);
});

test("[CONV-7] there is nothing to stop in a conversation that rests", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Done." }]);
  await conversation.waitForStatus("idle");
  const refused = await api.post(`/v1/conversations/${conversation.id}/stop`);
  expect(refused).toMatchObject({ status: 409, body: { code: "nothing-to-stop" } });
});

test("[RESOLVE-10] the asking side may stop what it started", async () => {
  const agent = createApi(testServer.server, testServer.server.keys.ask);
  const conversation = await testServer.startConversation(
    "scripted",
    [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }],
    agent,
  );
  const inquiry = await conversation.waitForInquiry();
  await stopped(conversation, agent);
  expect(await api.get(`/v1/inquiries/${inquiry.id}`)).toMatchObject({
    body: { status: "withdrawn", receipt: { by: "agent" } },
  });
  expect(await conversation.faults()).toEqual([]);
});
