import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, createApi } from "../harness/server/api.ts";
import { askOne, askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { startTestServer, type TestServer } from "../harness/server/test-server.ts";

let testServer: TestServer;
let api: Api;

beforeAll(async () => {
  testServer = await startTestServer();
  api = testServer.api;
});
afterAll(() => testServer.server.stop());

const note = { id: "call_b", name: "note", input: { line: "after" } };
const script = [{ calls: [{ id: "call_a", ...askTwo }, note] }, { text: "Done." }];

async function parked(agent = "scripted", starter = api) {
  const conversation = await testServer.startConversation(agent, script, starter);
  const inquiry = await conversation.waitForInquiry();
  return { conversation, inquiry, path: `/v1/inquiries/${inquiry.id}` };
}

test("[RESOLVE-5] delegated: the agent decides, is told so, and goes on with the rest of the step", {
  tags: "smoke",
}, async () => {
  const { conversation, inquiry, path } = await parked();
  const { status, body } = await api.post(`${path}/delegate`, { comment: "You know it better." });
  expect({ status, body }).toMatchObject({ status: 202, body: { resolution: "delegated", inquiryId: inquiry.id } });
  await conversation.waitForStatus("idle");
  expect(conversation.newMessages()).toEqual([
    {
      result: "call_a",
      kind: "text",
      text: "The user leaves this decision to you: choose by your own judgment, and say what you chose and why.\nThe user added: You know it better.",
    },
    { result: "call_b", kind: "text", text: "noted after" },
  ]);
  expect(await conversation.faults()).toEqual([]);
});

test("[RESOLVE-6] [S1-05] declined: the agent goes on without an answer and is told to assume nothing", {
  tags: "smoke",
}, async () => {
  const { conversation, path } = await parked();
  expect(await api.post(`${path}/decline`)).toMatchObject({ status: 202, body: { resolution: "declined" } });
  await conversation.waitForStatus("idle");
  expect(conversation.newMessages()).toEqual([
    {
      result: "call_a",
      kind: "text",
      text: "The user declined to answer. Proceed without an answer: assume no preference and no consent, and do nothing that needs it.",
    },
    { result: "call_b", kind: "text", text: "noted after" },
  ]);
  expect(await conversation.faults()).toEqual([]);
});

test("[RESOLVE-7] dismissed: the agent rests; the next message goes on, with a result for every call of the step", {
  tags: "smoke",
}, async () => {
  const { conversation, path } = await parked();
  expect(await api.post(`${path}/dismiss`)).toMatchObject({ status: 202, body: { resolution: "dismissed" } });
  expect(await conversation.waitForStatus("idle")).toMatchObject({ outcome: "dismissed" });
  expect(conversation.prompts()).toHaveLength(1);
  await api.post(`/v1/conversations/${conversation.id}/messages`, { text: "Use what you like." });
  expect(await conversation.waitForStatus("idle")).toMatchObject({ outcome: "finished" });
  expect(conversation.newMessages()).toEqual([
    {
      result: "call_a",
      kind: "error-text",
      text: "User cancelled the question. It was set aside unanswered: assume nothing from it and follow what the user writes next.",
    },
    { result: "call_b", kind: "text", text: "Not run: the user set the question aside." },
    { person: "Use what you like." },
  ]);
  expect(await conversation.faults()).toEqual([]);
});

test("[RESOLVE-8] answered in chat: a message resolves the inquiry and is the next thing the model reads", {
  tags: "smoke",
}, async () => {
  const { conversation, path } = await parked();
  const sent = await api.post(`/v1/conversations/${conversation.id}/messages`, { text: "Neither, use a text file." });
  expect(sent).toMatchObject({ status: 202, body: { status: "thinking" } });
  await conversation.waitForStatus("idle");
  expect(conversation.newMessages()).toEqual([
    {
      result: "call_a",
      kind: "text",
      text: "The user replied in chat instead of picking an option. Their message follows; treat it as the answer.",
    },
    { result: "call_b", kind: "text", text: "Not run: the user answered with a message of their own first." },
    { person: "Neither, use a text file." },
  ]);
  const { body } = await api.get(path);
  expect(body).toMatchObject({ status: "answered-in-chat", resolution: { messageId: expect.stringMatching(/^msg_/) } });
  expect(await conversation.faults()).toEqual([]);
});

test("[RESOLVE-8] a message meant for a question that is resolved by now does not answer the next one", async () => {
  const [first, second] = [
    { id: "call_a", ...askTwo },
    { id: "call_b", ...askOne },
  ];
  const conversation = await testServer.startConversation("scripted", [
    { calls: [first] },
    { calls: [second] },
    { text: "Done." },
  ]);
  const { id, revision } = await conversation.waitForInquiry();
  await api.post(`/v1/inquiries/${id}/answer`, { answers: bothAnswered });
  const next = await conversation.waitForInquiry(2);
  const late = { text: "Yes, go ahead.", answers: { inquiry: id, revision } };
  const sent = await api.post(`/v1/conversations/${conversation.id}/messages`, late);
  expect(sent).toMatchObject({ status: 202, body: { waitingMessages: 1, inquiry: { id: next.id, status: "open" } } });
  const meant = { text: "Neither.", answers: { inquiry: next.id, revision: next.revision } };
  await api.post(`/v1/conversations/${conversation.id}/messages`, meant);
  expect((await api.get(`/v1/inquiries/${next.id}`)).body.status).toBe("answered-in-chat");
  await conversation.waitForStatus("idle");
  expect(await conversation.faults()).toEqual([]);
});

test("[RESOLVE-9] expired: where the agent sets a deadline, it is told that nobody answered", {
  tags: "smoke",
}, async () => {
  const { conversation, inquiry, path } = await parked("expiring");
  expect(Date.parse(inquiry.deadline) - Date.parse(inquiry.askedAt)).toBe(300);
  await conversation.waitForStatus("idle");
  expect(conversation.newMessages()).toEqual([
    {
      result: "call_a",
      kind: "error-text",
      text: "Nobody answered before the deadline. This is neither consent nor refusal: go on without an answer, and do nothing that needs one.",
    },
    { result: "call_b", kind: "text", text: "noted after" },
  ]);
  const late = await api.post(`${path}/answer`, { answers: bothAnswered });
  expect(late).toMatchObject({ status: 409, body: { code: "already-resolved", receipt: { resolution: "expired" } } });
  expect(late.body.receipt).not.toHaveProperty("by");
  expect(await conversation.faults()).toEqual([]);
});

test("[RESOLVE-9] [S2-10] without a deadline no inquiry carries one", async () => {
  const { inquiry } = await parked();
  expect(inquiry).not.toHaveProperty("deadline");
});

test("[RESOLVE-10] withdrawn by the asking side: the run ends, and people get the receipt", {
  tags: "smoke",
}, async () => {
  const agent = createApi(testServer.server, testServer.server.keys.ask);
  const { conversation, path } = await parked("scripted", agent);
  const withdrawn = await agent.post(`${path}/withdraw`);
  expect(withdrawn).toMatchObject({ status: 202, body: { resolution: "withdrawn", by: "agent" } });
  expect(await conversation.waitForStatus("idle")).toMatchObject({ outcome: "stopped" });
  expect(await agent.post(`${path}/withdraw`)).toMatchObject({ status: 202, body: withdrawn.body });
  expect(await api.post(`${path}/answer`, { answers: bothAnswered })).toMatchObject({
    status: 409,
    body: { receipt: withdrawn.body },
  });
  await api.post(`/v1/conversations/${conversation.id}/messages`, { text: "Go on." });
  await conversation.waitForStatus("idle");
  expect(conversation.newMessages()).toEqual([
    {
      result: "call_a",
      kind: "error-text",
      text: "This question was withdrawn before anybody answered it.",
    },
    { result: "call_b", kind: "text", text: "Not run: the run was stopped." },
    { person: "Go on." },
  ]);
  expect(await conversation.faults()).toEqual([]);
});

test("[RESOLVE-2] the same answer again gets the same receipt, any other the winner's", { tags: "smoke" }, async () => {
  const { conversation, path } = await parked();
  const answer = { answers: bothAnswered, comment: "Both" };
  const first = await api.post(`${path}/answer`, answer);
  await conversation.waitForStatus("idle");
  const reordered = { comment: "Both", answers: [bothAnswered[1], { question: "q1", options: ["o1"], note: " " }] };
  for (const same of [answer, reordered])
    expect(await api.post(`${path}/answer`, same)).toMatchObject({ status: 202, body: first.body });
  for (const [route, body] of [
    ["answer", { answers: bothAnswered }],
    ["answer", { answers: [{ question: "q1", options: ["o2"] }, bothAnswered[1]], comment: "Both" }],
    ["delegate", {}],
    ["decline", {}],
    ["dismiss", {}],
    ["retract", undefined],
    ["extend", { until: null }],
  ] as const)
    expect(await api.post(`${path}/${route}`, body)).toMatchObject({ status: 409, body: { receipt: first.body } });
  expect(await conversation.faults()).toEqual([]);
});
