import { createClient } from "@askback/client";
import { expect, onTestFinished, test } from "vitest";
import { type Received, startReceiver, verified } from "../../../packages/server/src/notify/testing/receiver.ts";
import { createApi } from "../../harness/server/api.ts";
import { askTwo, bothAnswered } from "../../harness/server/ask-calls.ts";
import { callerKey } from "../../harness/server/caller.ts";
import { startTestServer, type TestServer } from "../../harness/server/test-server.ts";

const deploy = { question: "Deploy?", options: ["Yes", "No"] };
const yes = { answers: [{ question: "q1", options: ["o1"] }] };
const script = [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }];

async function receiver(...options: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...options);
  onTestFinished(() => started.close());
  return started;
}

/** The key "caller", with its secret. */
async function callerOf({ server }: Pick<TestServer, "server">) {
  const client = createClient({ url: server.url, key: callerKey });
  const secrets = await client.webhooks.secrets();
  if (!secrets.ok) throw new Error(secrets.error.title);
  return { client, secret: secrets.value.secrets[0] ?? "", api: createApi(server, callerKey) };
}

function idsOf(received: readonly Received[]) {
  return received.map(({ headers }) => String(headers["webhook-id"]));
}

test("[WEBHOOK-1] [WEBHOOK-3] asks of programs and of agents here are told to the webhook of their key, signed", {
  tags: "smoke",
}, async () => {
  const hooks = await receiver();
  const testServer = await startTestServer({ env: { ASKBACK_TEST_WEBHOOK: hooks.url } });
  const { client, secret, api } = await callerOf(testServer);
  const asked = await client.inquiries.ask({ ...deploy, state: { build: 7 } });
  if (!asked.ok) throw new Error("asked");
  await testServer.api.post(`/v1/inquiries/${asked.value.id}/answer`, yes);
  const conversation = await testServer.startConversation("scripted", script, api);
  const inquiry = await conversation.waitForInquiry();
  await testServer.api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered });
  await hooks.until(({ length }) => length === 4);
  const told = hooks.received.map((message) => verified(message, secret));
  const of = (id: string) => told.filter(({ data }) => data.id === id).sort((a, b) => (a.type < b.type ? -1 : 1));
  expect(of(asked.value.id)).toMatchObject([
    { type: "inquiry.asked", data: { status: "open", origin: { state: { build: 7 } } } },
    { type: "inquiry.resolved", data: { resolution: { text: "Yes", answers: [{ labels: ["Yes"] }] } } },
  ]);
  expect(of(inquiry.id).map(({ type }) => type)).toEqual(["inquiry.asked", "inquiry.resolved"]);
  const page = await client.inquiries.notices(asked.value.id);
  expect(page).toMatchObject({ value: { items: [{ type: "inquiry.asked" }, { type: "inquiry.resolved" }] } });
  await testServer.server.stop();
});

test("[WEBHOOK-9] a message whose server was killed during the delivery is sent again under its id", async () => {
  let isHealthy = false;
  const hooks = await receiver((response) => isHealthy && response.writeHead(204).end());
  const before = await startTestServer();
  const { client, secret } = await callerOf(before);
  const asked = await client.inquiries.ask({ ...deploy, webhook: hooks.url });
  await hooks.until(({ length }) => length === 1);
  await before.server.kill();

  isHealthy = true;
  const after = await startTestServer({ dataDir: before.server.dataDir });
  const [first, second] = await hooks.until(({ length }) => length === 2);
  if (!first || !second || !asked.ok) throw new Error("received");
  expect(idsOf([first])).toEqual(idsOf([second]));
  expect(second.body).toBe(first.body);
  expect(verified(second, secret)).toMatchObject({ type: "inquiry.asked", data: { id: asked.value.id } });
  await after.server.stop();
});

test("[WEBHOOK-9] a message that no receiver took before its server was killed is sent by the next server", async () => {
  const gone = await startReceiver();
  await gone.close();
  const before = await startTestServer();
  const { client } = await callerOf(before);
  const asked = await client.inquiries.ask({ ...deploy, webhook: gone.url });
  if (!asked.ok) throw new Error("asked");
  await before.server.kill();

  const hooks = await receiver(undefined, gone.port);
  const after = await startTestServer({ dataDir: before.server.dataDir });
  const { client: again, secret } = await callerOf(after);
  const page = await again.inquiries.notices(asked.value.id);
  if (!page.ok) throw new Error("listed");
  const [notice] = page.value.items;
  const [message] = await hooks.until(({ length }) => length >= 1);
  if (!message) throw new Error("received");
  expect(idsOf([message])).toEqual([notice?.id]);
  expect(verified(message, secret)).toMatchObject({ data: { id: asked.value.id } });
  await expect
    .poll(async () => again.notices.get(notice?.id ?? ""))
    .toMatchObject({ value: { status: "delivered", url: gone.url } });
  await again.notices.resend(notice?.id ?? "");
  const all = await hooks.until(({ length }) => length >= 2);
  expect(new Set(idsOf(all)).size).toBe(1);
  await after.server.stop();
});
