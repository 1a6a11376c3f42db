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

async function held(seconds: number) {
  const conversation = await testServer.startConversation("scripted", [
    { calls: [{ id: "call_a", ...askTwo }] },
    { text: "Done." },
  ]);
  const path = `/v1/inquiries/${(await conversation.waitForInquiry()).id}`;
  const receipt = await api.post(`${path}/answer`, { answers: bothAnswered, hold: seconds });
  expect(receipt).toMatchObject({ status: 202, body: { resolution: "answered", by: "owner" } });
  expect(Date.parse(receipt.body.heldUntil) - Date.parse(receipt.body.at)).toBe(seconds * 1000);
  return { conversation, path, receipt };
}

const other = [{ question: "q1", options: ["o2"] }, bothAnswered[1]];
const answered = {
  result: "call_a",
  kind: "text",
  text: '{"answers":{"Which database?":"SQLite","Which extras?":"Backups, Traces"}}',
};

test("[RESOLVE-11] a held answer has won: others get its receipt with heldUntil", async () => {
  const { conversation, path, receipt } = await held(30);
  expect(await api.get(path)).toMatchObject({ body: { status: "held", receipt: receipt.body } });
  expect(await api.post(`${path}/answer`, { answers: bothAnswered })).toMatchObject({
    status: 202,
    body: receipt.body,
  });
  for (const [route, body] of [
    ["answer", { answers: other }],
    ["delegate", {}],
    ["decline", {}],
    ["dismiss", {}],
  ] as const)
    expect(await api.post(`${path}/${route}`, body)).toMatchObject({ status: 409, body: { receipt: receipt.body } });
  const sent = await api.post(`/v1/conversations/${conversation.id}/messages`, { text: "Oh, and hurry." });
  expect(sent).toMatchObject({ body: { status: "parked", waitingMessages: 1, inquiry: { status: "held" } } });
  await api.post(`/v1/conversations/${conversation.id}/stop`);
  expect(await api.get(path)).toMatchObject({ body: { status: "withdrawn" } });
  expect(await conversation.faults()).toEqual([]);
});

test("[RESOLVE-11] a hold of a fraction of a millisecond is rounded", async () => {
  const conversation = await testServer.startConversation("scripted", [{ calls: [askTwo] }, { text: "Done." }]);
  const path = `/v1/inquiries/${(await conversation.waitForInquiry()).id}`;
  const { status, body } = await api.post(`${path}/answer`, { answers: bothAnswered, hold: 1 / 3 });
  expect([status, Date.parse(body.heldUntil) - Date.parse(body.at)]).toEqual([202, 333]);
});

test("[RESOLVE-12] a held answer is delivered when its time is up", { tags: "smoke" }, async () => {
  const { conversation, path, receipt } = await held(0.2);
  await conversation.waitForStatus("idle");
  expect(conversation.newMessages()).toEqual([answered]);
  const { heldUntil: _, ...final } = receipt.body;
  expect((await api.get(path)).body.receipt).toEqual(final);
  expect(await api.post(`${path}/retract`)).toMatchObject({
    status: 409,
    body: { code: "inquiry-not-held", receipt: final },
  });
  expect(await conversation.faults()).toEqual([]);
});

test("[RESOLVE-12] a held answer is delivered at once on request, and a second request changes nothing", async () => {
  const { conversation, path, receipt } = await held(30);
  const { heldUntil: _, ...final } = receipt.body;
  expect(await api.post(`${path}/deliver`)).toEqual(expect.objectContaining({ status: 202, body: final }));
  await conversation.waitForStatus("idle");
  expect(conversation.newMessages()).toEqual([answered]);
  expect(await api.post(`${path}/deliver`)).toMatchObject({ status: 202, body: final });
  expect(await conversation.faults()).toEqual([]);
});

test("[RESOLVE-12] a held answer is retracted by its author, and the inquiry is open again", {
  tags: "smoke",
}, async () => {
  const { conversation, path } = await held(30);
  const reopened = await api.post(`${path}/retract`);
  expect(reopened).toMatchObject({ status: 202, body: { status: "open" } });
  expect(reopened.body).not.toHaveProperty("heldUntil");
  expect(reopened.body).not.toHaveProperty("receipt");
  expect(conversation.prompts()).toHaveLength(1);
  await conversation.waitForEvent(({ type }) => type === "inquiry.reopened");
  expect(await api.post(`${path}/retract`)).toMatchObject({ status: 409, body: { code: "inquiry-not-held" } });
  expect(await api.post(`${path}/answer`, { answers: other })).toMatchObject({ status: 202 });
  await conversation.waitForStatus("idle");
  expect(conversation.newMessages()).toEqual([
    { ...answered, text: '{"answers":{"Which database?":"Postgres","Which extras?":"Backups, Traces"}}' },
  ]);
  expect(await conversation.faults()).toEqual([]);
});

test("[RESOLVE-12] the answers that a held event carries are shown to nobody before they are final", async () => {
  const { conversation, path } = await held(30);
  const { data } = await conversation.waitForEvent(({ type }) => type === "inquiry.held");
  expect(data).toMatchObject({ by: "owner", heldUntil: expect.any(String) });
  expect(JSON.stringify(data)).not.toContain('"options"');
  expect(JSON.stringify((await api.get(path)).body)).not.toContain('"answers"');
  await api.post(`${path}/retract`);
});
