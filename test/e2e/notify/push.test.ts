import { expect, onTestFinished, test } from "vitest";
import { startPushService } from "../../harness/notify/push-service.ts";
import { createApi } from "../../harness/server/api.ts";
import { callerKey } from "../../harness/server/caller.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

async function openPush(respond?: () => number | Promise<number>) {
  const service = await startPushService(respond);
  onTestFinished(() => service.close());
  const testServer = await startTestServer({ env: { ASKBACK_TEST_PUSH: "1" } });
  onTestFinished(async () => void (await testServer.server.stop()));
  const asking = createApi(testServer.server, callerKey);
  const { api: owner } = testServer;
  const subscribed = await owner.post("/v1/contact/subscriptions", { ...service.subscription, device: "Phone" });
  expect(subscribed).toMatchObject({
    status: 200,
    body: { available: ["push"], subscriptions: [{ device: "Phone" }] },
  });
  return {
    service,
    owner,
    pushKey: subscribed.body.pushKey as string,
    ask: async (body: object) => (await asking.post("/v1/inquiries", body)).body,
  };
}

const deploy = { question: "Deploy?", options: ["Yes", "No"] };

test("[PUSH-1] [PUSH-2] [NOTIFY-24] a browser is told encrypted and signed, with the answers that one tap may give, and it is withdrawn elsewhere", {
  tags: "smoke",
}, async () => {
  const { service, owner, ask, pushKey } = await openPush();
  const { id } = await ask(deploy);
  const [first] = await service.until(({ length }) => length === 1);
  expect(first?.message).toEqual({
    type: "ask",
    tag: `ntf_${id}`,
    title: "Agent question from caller",
    body: "Deploy?",
    url: expect.stringMatching(new RegExp(`/q/${id}$`)),
    project: "default",
    answer: {
      inquiry: id,
      revision: 1,
      question: "q1",
      options: [
        { id: "o1", label: "Yes" },
        { id: "o2", label: "No" },
      ],
    },
  });
  expect(first?.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400", urgency: "high" });
  expect(first?.headers.authorization).toContain(`k=${pushKey}`);
  expect(first?.claims).toMatchObject({
    aud: new URL(service.subscription.endpoint).origin,
    sub: "mailto:ops@example.com",
  });
  await owner.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
  const [, second] = await service.until(({ length }) => length === 2);
  expect(second?.message).toEqual({ type: "withdraw", tag: `ntf_${id}`, title: "Settled by Owner" });
  expect(second?.headers.topic).toBe(first?.headers.topic);
});

test("[PUSH-2] one tap never answers an approval, several questions or more options than buttons", async () => {
  const { service, ask } = await openPush();
  await ask({ approval: { tool: "deploy", input: { to: "production" } } });
  await ask({ question: "Which?", options: ["A", "B", "C"] });
  await ask({ question: "Which ones?", options: ["A", "B"], multiSelect: true });
  await ask({ question: "Why?" });
  const received = await service.until(({ length }) => length === 4);
  expect(received.map(({ message }) => message.answer)).toEqual([undefined, undefined, undefined, undefined]);
});

test("[PUSH-3] a browser that is gone is forgotten, and a service that fails is tried again", async () => {
  let status = 503;
  const { service, owner, ask } = await openPush(() => status);
  const { id } = await ask(deploy);
  const delivery = async () => (await owner.get(`/v1/notifications/ntf_${id}/deliveries`)).body.items[0];
  await expect.poll(async () => (await delivery())?.attempts ?? []).toMatchObject([{ status: 503 }]);
  expect((await delivery()).status).toBe("pending");
  status = 410;
  await owner.post(`/v1/notices/${(await delivery()).id}/resend`);
  await expect.poll(async () => (await delivery()).status).toBe("dead");
  expect((await owner.get("/v1/contact")).body.subscriptions).toEqual([]);
  expect(service.received).toEqual([]);
});

test("[PUSH-3] [NOTIFY-10] a push service that is slow or down holds up no other browser, and is tried again", async () => {
  const held = Promise.withResolvers<number>();
  const { service: slow, owner, ask } = await openPush(() => held.promise);
  const [down, healthy] = [await startPushService(), await startPushService()];
  onTestFinished(() => healthy.close());
  for (const { subscription } of [down, healthy]) await owner.post("/v1/contact/subscriptions", subscription);
  await down.close();
  const { id } = await ask(deploy);
  await healthy.until(({ length }) => length === 1);
  const deliveries = async () => (await owner.get(`/v1/notifications/ntf_${id}/deliveries`)).body.items;
  const failures = async () => (await deliveries()).flatMap((one: { attempts: object[] }) => one.attempts);
  await expect.poll(failures).toContainEqual(expect.objectContaining({ failure: "connection" }));
  expect(slow.received).toEqual([]);
  held.resolve(201);
  await slow.until(({ length }) => length === 1);
  await expect
    .poll(async () => (await deliveries()).map(({ status }: { status: string }) => status).sort())
    .toEqual(["delivered", "delivered", "pending"]);
});

test("[PUSH-3] a subscription with wrong keys, or at a private address, is refused by its field", async () => {
  const { owner, service } = await openPush();
  const wrong = async (body: object) => (await owner.post("/v1/contact/subscriptions", body)).body.errors?.[0]?.pointer;
  expect(await wrong({ ...service.subscription, endpoint: "https://10.0.0.1/push" })).toBe("/endpoint");
  expect(await wrong({ ...service.subscription, endpoint: "ftp://push.example.org/" })).toBe("/endpoint");
  expect(await wrong({ ...service.subscription, keys: { p256dh: "AAAA", auth: "AAAA" } })).toBe("/keys");
});
