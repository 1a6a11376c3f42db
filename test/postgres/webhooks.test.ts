import { createClient } from "@askback/client";
import { expect, onTestFinished, test } from "vitest";
import { startReceiver, verified } from "../../packages/server/src/notify/testing/receiver.ts";
import { callerKey } from "../harness/server/caller.ts";
import { startServers } from "../harness/server/server-group.ts";

const asks = 60;

test("[WEBHOOK-9] [WEBHOOK-4] healthy servers that share a database send each message once, with the same secret", async () => {
  const hooks = await startReceiver();
  onTestFinished(() => hooks.close());
  const servers = await startServers(2, { env: { ASKBACK_TEST_WEBHOOK: hooks.url } });
  const clients = servers.map(({ url }) => createClient({ url, key: callerKey }));
  const secrets = await Promise.all(clients.map((client) => client.webhooks.secrets()));
  const [secret] = secrets.map((read) => (read.ok ? (read.value.secrets[0] ?? "") : ""));
  expect(secrets[0]).toEqual(secrets[1]);
  const asked = await Promise.all(
    Array.from({ length: asks }, (_, index) => clients[index % 2]?.inquiries.ask({ question: `Question ${index}?` })),
  );
  const people = servers.map(({ url, keys }) => createClient({ url, key: keys.answer }));
  await Promise.all(asked.map((one, index) => one?.ok && people[(index + 1) % 2]?.inquiries.dismiss(one.value.id, {})));
  await hooks.until(({ length }) => length >= 2 * asks);
  // What is stored as delivered is not sent again.
  const pending = async () =>
    (await Promise.all(asked.map((one) => (one?.ok ? clients[0]?.inquiries.notices(one.value.id) : undefined))))
      .flatMap((page) => (page?.ok ? page.value.items : []))
      .filter(({ status }) => status !== "delivered").length;
  await expect.poll(pending).toBe(0);
  expect(hooks.received).toHaveLength(2 * asks);
  expect(new Set(hooks.received.map(({ headers }) => headers["webhook-id"])).size).toBe(2 * asks);
  const told = hooks.received.map((message) => verified(message, secret ?? ""));
  expect(new Set(told.map(({ type, data }) => `${type} ${data.id}`)).size).toBe(2 * asks);
  for (const server of servers) await server.stop();
});
