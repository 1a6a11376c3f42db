import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createKeys } from "../http/access/api-keys.ts";
import { receiverFor, startSender } from "./testing/started-sender.ts";
import { createAddressPolicy } from "./webhook/address-policy.ts";
import { createSendWebhook } from "./webhook/send-webhook.ts";

test("[WEBHOOK-7] no connection is made to a private address, whatever name led to it", async () => {
  const connections: unknown[] = [];
  const server = createServer((socket) => {
    connections.push(socket);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  // The name passes the first check, as one does whose address changes later, and is looked up when it is connected to.
  const policy = createAddressPolicy();
  const send = createSendWebhook({
    keys: createKeys([], "secret").webhooks,
    addresses: { ...policy, misfit: () => undefined },
    userAgent: "askback/test",
    bodyOf: async () => "{}",
  });
  const { store, tell } = startSender({ allowPrivate: true, url: "http://127.0.0.1:1/" });
  await tell("conv_a", {});
  const notice = await store.notices.find("ntc_conv_a0");
  if (!notice) throw new Error("stored");
  for (const protocol of ["http", "https"])
    for (const host of ["localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]"]) {
      const claimed = { ...notice, url: `${protocol}://${host}:${port}/`, epoch: 1, now: Date.now() };
      const sent = await send(claimed, new AbortController().signal);
      expect(sent, claimed.url).toEqual({ outcome: "dead", failure: "private-address" });
    }
  expect(connections).toEqual([]);
});

test("[WEBHOOK-7] an address that the config no longer allows is not called", async () => {
  const receiver = await receiverFor();
  const { tell, store, untilStatus } = startSender({ allowPrivate: false });
  await tell("conv_a", { url: receiver.url }, { url: receiver.url.replace("http:", "https:") });
  await untilStatus("ntc_conv_a0", "dead");
  await untilStatus("ntc_conv_a1", "dead");
  expect(await store.notices.find("ntc_conv_a0")).toMatchObject({ attempts: [{ failure: "not-https" }] });
  expect(await store.notices.find("ntc_conv_a1")).toMatchObject({ attempts: [{ failure: "private-address" }] });
  expect(receiver.received).toEqual([]);
});
