import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "../harness/server/api.ts";
import { askCall } from "../harness/server/ask-calls.ts";
import { type ProviderTestServer, startProviderTestServer } from "../harness/server/provider-test-server.ts";
import { openaiChat } from "../providers/protocol/openai-chat.ts";

let testServer: ProviderTestServer;
beforeAll(async () => {
  testServer = await startProviderTestServer(openaiChat, {
    agents: [
      { name: "worker", tools: ["note"] },
      { name: "asker", ask: { contract: "ask_user" } },
    ],
  });
});
afterAll(() => testServer.close());

async function said(message: string, reply: string, agent = "worker"): Promise<string> {
  testServer.provider.queueReplies({ text: reply });
  const { body } = await testServer.api.post("/v1/conversations", { agent, message });
  await testServer.api.waitForStatus(body.id, "idle");
  return body.id;
}

async function found(q: string): Promise<string[]> {
  const { body } = await testServer.api.get(`/v1/conversations?q=${encodeURIComponent(q)}`);
  return body.items.map(({ id }: { id: string }) => id);
}

test("[CONV-15] a conversation is renamed, in every status, and is found by the new title", {
  tags: "smoke",
}, async () => {
  const id = await said("Plan a trip to Zanzibar", "Gladly.");
  const path = `/v1/conversations/${id}`;
  expect(await testServer.api.patch(path, { title: "Holidays 🙂" })).toMatchObject({
    status: 200,
    body: { id, title: "Holidays 🙂", status: "idle" },
  });
  expect((await testServer.api.get(path)).body.title).toBe("Holidays 🙂");
  expect(await found("HOLIDAYS 🙂")).toEqual([id]);
  const before = await testServer.position();
  expect(await testServer.api.patch(path, { title: "Holidays 🙂" })).toMatchObject({ status: 200 });
  expect(await testServer.position()).toBe(before);
  const parked = await testServer.startConversation("worker", {
    calls: [{ id: "call_ask", ...askCall("ask_user_question", "Where?") }],
  });
  await testServer.waitForInquiry(parked);
  expect(await testServer.api.patch(`/v1/conversations/${parked}`, { title: "Waits" })).toMatchObject({
    status: 200,
    body: { status: "parked", title: "Waits" },
  });
  await testServer.api.post(`/v1/conversations/${parked}/stop`);
});

test("[CONV-15] a bad title, an unknown conversation and a key that cannot are refused, and nothing is stored", async () => {
  const id = await said("Leave my title alone", "I will.");
  const path = `/v1/conversations/${id}`;
  const before = await testServer.position();
  for (const title of ["", " \u200b\n"])
    expect(await testServer.api.patch(path, { title })).toMatchObject({ status: 422, body: { code: "title-blank" } });
  for (const body of [{ title: "x".repeat(201) }, { title: 7 }, {}, { title: "A", more: 1 }, "[", "null"])
    expect(await testServer.api.patch(path, body)).toMatchObject({ status: 400, body: { hint: expect.any(String) } });
  expect(await testServer.api.patch("/v1/conversations/conv_nothing", { title: "A" })).toMatchObject({ status: 404 });
  const agent = createApi(testServer.server, testServer.server.keys.ask);
  expect(await agent.patch(path, { title: "A" })).toMatchObject({ status: 403 });
  expect(await testServer.position()).toBe(before);
  expect((await testServer.api.get(path)).body.title).toBe("Leave my title alone");
});

test("[CONV-15] a conversation is found by what people and agents said, literally and in any case", async () => {
  const one = await said("First line\nMy ÜBER-secret is 50% off_now", "Noted: the quokka sleeps.");
  const two = await said("Nothing of the kind", "The quokka eats.");
  expect(await found("über-SECRET is 50%")).toEqual([one]);
  expect(await found("off_now")).toEqual([one]);
  expect(await found("offxnow")).toEqual([]);
  expect(await found("%")).toEqual([one]);
  expect(await found("QUOKKA")).toEqual([two, one]);
  expect(await found("quokka eats.")).toEqual([two]);
  for (const text of ["", "'; drop table messages; --", '"', "*", "NEAR(a b)", "\\"])
    expect(await found(text)).not.toContain("x");
  await testServer.api.delete(`/v1/conversations/${one}`);
  expect(await found("quokka")).toEqual([two]);
  expect(await found("50%")).toEqual([]);
});

test("[CONV-15] texts for the model only and tool inputs are not searched", async () => {
  const calls = [{ id: "call_ask", name: "ask_user", input: { question: "Which wombat?" } }];
  const id = await testServer.startConversation("asker", { calls }, { text: "Thanks." });
  const { id: inquiry } = await testServer.waitForInquiry(id);
  await testServer.api.post(`/v1/inquiries/${inquiry}/answer`, { answers: [{ question: "q1", text: "The grey one" }] });
  await testServer.api.waitForStatus(id, "idle");
  expect(await found("Previously you asked")).toEqual([]);
  expect(await found("Continue from where you left off")).toEqual([]);
  expect(await found("Thanks.")).toContain(id);
});
