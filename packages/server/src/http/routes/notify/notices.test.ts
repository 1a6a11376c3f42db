import { inquiryChanges } from "@askback/core";
import { expect, onTestFinished, test } from "vitest";
import type { WebhookReceiver } from "../../../notify/webhook/webhook-keys.ts";
import { createWebhookBody } from "../../asks/webhook-body.ts";
import { coffee, createTestApp, tea } from "../../testing/test-app.ts";

function openApp(receivers: readonly WebhookReceiver[] = []) {
  const server = createTestApp({ receivers });
  onTestFinished(() => server.close());
  const ask = (body: object) => server.call("POST", "/v1/inquiries", { as: "agent", body });
  /** What the webhooks of an inquiry are told, in order. */
  async function told(inquiryId: string) {
    const { items } = await server.store.notices.ofInquiry({ inquiryId, limit: 100 });
    const bodyOf = createWebhookBody(server.store.notifications, server.keys.stateCipher);
    return Promise.all(items.map(async (notice) => ({ ...notice, message: JSON.parse((await bodyOf(notice)) ?? "") })));
  }
  return { ...server, ask, told };
}

const deploy = { question: "Deploy?", options: ["Yes", "No"] };

test("[WEBHOOK-1] an inquiry of an agent here is told to the webhook of the key that started it", async () => {
  const { park, call, told } = openApp();
  const { inquiryId, path } = await park("agent");
  await call("POST", `${path}/answer`, { body: tea });
  expect((await told(inquiryId)).map(({ recipient, type }) => [recipient, type])).toEqual([
    ["agent", "inquiry.asked"],
    ["agent", "inquiry.resolved"],
  ]);
});

test("[WEBHOOK-1] where neither the ask nor a key has a webhook, nothing is stored", async () => {
  const { park, call, store } = openApp();
  const { path } = await park("rival");
  await call("POST", `${path}/answer`, { body: tea });
  const { body } = await call("POST", "/v1/inquiries", { as: "rival", body: deploy });
  await call("POST", `/v1/inquiries/${body.id}/dismiss`, { body: {} });
  expect(await store.notices.pendingCount()).toBe(0);
});

test("[WEBHOOK-1] every change of an external ask is told, to its own address and to that of its key", async () => {
  const { ask, call, told } = openApp();
  const webhook = "https://example.com/hook";
  const { body: asked } = await ask({ ...deploy, webhook, deadline: "2026-02-01T00:00:00.000Z" });
  const path = `/v1/inquiries/${asked.id}`;
  const amended = await call("PATCH", path, { as: "agent", body: { question: "Deploy now?", options: ["Yes", "No"] } });
  await call("POST", `${path}/extend`, { body: { until: "2026-03-01T00:00:00.000Z" } });
  await call("POST", `${path}/answer`, { body: { ...tea, hold: 60 } });
  await call("POST", `${path}/retract`);
  await call("POST", `${path}/answer`, { body: coffee });
  const { revision } = amended.body;
  const all = await told(asked.id);
  const types = ["asked", "amended", "extended", "held", "reopened", "resolved"].map((name) => `inquiry.${name}`);
  for (const url of [webhook, undefined]) {
    const own = all.filter((notice) => notice.url === url);
    expect(own.map(({ message }) => message.type)).toEqual(types);
    expect(own.map(({ message }) => message.data.status)).toEqual(["open", "open", "open", "held", "open", "answered"]);
    expect(own[1]?.message.data).toMatchObject({ revision, questions: [{ text: "Deploy now?" }] });
  }
  expect(new Set(all.map(({ id }) => id)).size).toBe(12);
});

test("[WEBHOOK-1] an address that is also that of the key is told once", async () => {
  const { ask, told } = openApp();
  const { body } = await ask({ ...deploy, webhook: "https://hooks.example.com/agent" });
  expect(await told(body.id)).toHaveLength(1);
});

test("[WEBHOOK-1] asks that a later ask of the same step replaced are told as superseded", async () => {
  const { store, told, ...server } = openApp();
  const { inquiryId } = await server.park("agent");
  const [asked] = await told(inquiryId);
  const record = asked?.record;
  if (!record) throw new Error("told");
  const before = (await store.load(record.conversationId))?.conversation;
  const newer = { ...record, id: `${record.id}x` };
  const event = {
    type: "inquiry.superseded",
    at: 5,
    runId: record.runId ?? "",
    inquiry: newer,
    newer: inquiryId,
  } as const;
  expect(inquiryChanges(before, [event])).toMatchObject([
    { type: "inquiry.superseded", record: { id: newer.id, status: "superseded" } },
  ]);
});

test("[WEBHOOK-2] the message is the inquiry as its asker reads it, with labels and its own state", async () => {
  const { ask, call, told } = openApp();
  const { body: asked } = await ask({ ...deploy, key: "k1", state: { build: 7 } });
  await call("POST", `/v1/inquiries/${asked.id}/answer`, { body: tea });
  const last = (await told(asked.id)).at(-1);
  const { body: read } = await call("GET", `/v1/inquiries/${asked.id}`, { as: "agent" });
  expect(last?.message.data).toEqual(read);
  expect(last?.message.data).toMatchObject({
    origin: { key: "k1", state: { build: 7 } },
    resolution: { answers: [{ labels: ["Yes"] }], text: "Yes" },
  });
});

test("[WEBHOOK-2] a held answer is told without its words, also to whoever reads the store", async () => {
  const { ask, call, told } = openApp();
  const { body: asked } = await ask(deploy);
  const words = { answers: [{ question: "q1", text: "Blackbird" }], comment: "Blackbird", hold: 60 };
  expect((await call("POST", `/v1/inquiries/${asked.id}/answer`, { body: words })).status).toBe(202);
  const held = (await told(asked.id)).at(-1);
  expect(held?.message).toMatchObject({
    type: "inquiry.held",
    data: { status: "held", receipt: { by: "owner", resolution: "answered" }, heldUntil: expect.any(String) },
  });
  expect(JSON.stringify(held)).not.toContain("Blackbird");

  const approval = { tool: "deploy", input: { to: "production" }, editable: { schema: { type: "object" } } };
  const { body: gated } = await ask({ approval });
  const edited = { ...tea, input: { to: "Blackbird" }, hold: 60 };
  await call("POST", `/v1/inquiries/${gated.id}/answer`, { body: edited });
  const heldEdit = (await told(gated.id)).at(-1);
  expect(heldEdit).toMatchObject({ type: "inquiry.held" });
  expect(JSON.stringify(heldEdit)).not.toContain("Blackbird");
});

test("[WEBHOOK-2] [WEBHOOK-10] a deleted conversation is told as withdrawn, without content", async () => {
  const { ask, call, store, keys } = openApp();
  const { body: asked } = await ask({ ...deploy, context: "Blackbird", state: "Blackbird", title: "Blackbird" });
  await call("DELETE", `/v1/conversations/${asked.conversationId}`);
  const left = await store.notices.claim({ leaseMs: 1, limit: 10, perEndpoint: 10, busy: [] });
  expect(left).toHaveLength(1);
  const [notice] = left;
  if (!notice) throw new Error("told");
  expect(JSON.stringify(notice)).not.toMatch(/Blackbird|Deploy/);
  expect(JSON.parse((await createWebhookBody(store.notifications, keys.stateCipher)(notice)) ?? "")).toMatchObject({
    type: "inquiry.resolved",
    data: { id: asked.id, status: "withdrawn", questions: [], resolution: { type: "withdrawn" } },
  });
  expect((await call("GET", `/v1/notices/${notice.id}`)).status).toBe(404);
});

test("[WEBHOOK-12] the receivers of a project are told of what anybody asks, without the words of a held answer and of what is erased", async () => {
  const url = "https://ops.example.org/";
  const { ask, call, told, store } = openApp([
    { name: "ops", url },
    { name: "foreign", project: "elsewhere", url },
  ]);
  const { body: asked } = await call("POST", "/v1/inquiries", { as: "rival", body: { ...deploy, state: "Blackbird" } });
  const words = { answers: [{ question: "q1", text: "Blackbird" }], hold: 60 };
  expect((await call("POST", `/v1/inquiries/${asked.id}/answer`, { body: words })).status).toBe(202);
  const all = await told(asked.id);
  expect(all.map(({ recipient, type }) => [recipient, type])).toEqual([
    ["webhooks/ops", "inquiry.asked"],
    ["webhooks/ops", "inquiry.held"],
  ]);
  expect(JSON.stringify(all.map(({ message }) => message))).not.toContain("Blackbird");
  expect(all[0]?.record?.origin).not.toHaveProperty("state");
  const { body: other } = await ask({ ...deploy, context: "Blackbird" });
  await call("DELETE", `/v1/conversations/${other.conversationId}`);
  const left = await store.notices.claim({ leaseMs: 1, limit: 10, perEndpoint: 10, busy: [] });
  const last = left.filter(({ type, recipient }) => type === "inquiry.resolved" && recipient === "webhooks/ops");
  expect(last).toHaveLength(1);
  expect(JSON.stringify(last)).not.toMatch(/Blackbird|Deploy/);
});

test("[WEBHOOK-4] a key reads its own secrets, which differ from those of others", async () => {
  const { call, keys } = openApp();
  const read = async (as: "agent" | "rival" | "intruder") =>
    (await call("GET", "/v1/webhooks/secret", { as })).body.secrets;
  const own = await read("agent");
  expect(own).toEqual([expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)]);
  expect(own).toEqual(keys.webhooks.secretsOf({ project: "default", name: "agent" }));
  expect(await read("rival")).not.toEqual(own);
  expect(await read("intruder")).not.toEqual(await read("rival"));
  expect((await call("GET", "/v1/webhooks/secret", { as: "owner" })).status).toBe(403);
});

test.each(["http://example.com/", "https://127.0.0.1/", "https://[::ffff:10.0.0.1]/", "https://a:b@example.com/"])(
  "[WEBHOOK-7] an ask with the address %s is refused, and nothing is stored",
  async (webhook) => {
    const { ask, store } = openApp();
    const { status, body } = await ask({ ...deploy, webhook });
    expect({ status, code: body.code }).toEqual({ status: 400, code: "invalid-request" });
    expect(JSON.stringify(body)).toContain("webhook");
    expect(await store.openInquiryCount()).toBe(0);
  },
);

test("[WEBHOOK-8] notices are listed with their attempts, and only the asker sees the address", async () => {
  const { ask, call, store } = openApp();
  const webhook = "https://example.com/hook?token=secret";
  const { body: asked } = await ask({ ...deploy, webhook });
  const [claimed] = await store.notices.claim({ leaseMs: 1, limit: 1, perEndpoint: 9, busy: [] });
  const attempts = [{ at: Date.UTC(2026, 0, 1), ms: 12, status: 500 }];
  await store.notices.settle({ id: claimed?.id ?? "", epoch: 1, attempts, next: { status: "dead" } });
  const list = async (as: "agent" | "colleague" | "rival" | "stranger") =>
    call("GET", `/v1/inquiries/${asked.id}/notices`, { as });
  const { body: own } = await list("agent");
  expect(own.items).toHaveLength(2);
  const dead = own.items.find(({ id }: { id: string }) => id === claimed?.id);
  expect(dead).toMatchObject({
    type: "inquiry.asked",
    status: "dead",
    recipient: "agent",
    attempts: [{ at: "2026-01-01T00:00:00.000Z", ms: 12, status: 500 }],
  });
  expect(own.items.map(({ url }: { url?: string }) => url).sort()).toEqual([webhook, undefined]);
  const { body: colleagues } = await list("colleague");
  expect(colleagues.items).toHaveLength(2);
  expect(JSON.stringify(colleagues)).not.toContain("token");
  expect((await list("rival")).status).toBe(404);
  expect((await list("stranger")).status).toBe(404);
});

test("[WEBHOOK-8] a notice can be sent again by its asker and by people of the project, and by nobody else", async () => {
  const { ask, call, store } = openApp();
  const { body: asked } = await ask(deploy);
  const { items } = await store.notices.ofInquiry({ inquiryId: asked.id, limit: 1 });
  const path = `/v1/notices/${items[0]?.id}`;
  for (const as of ["agent", "colleague"] as const) {
    const [claimed] = await store.notices.claim({ leaseMs: 1, limit: 1, perEndpoint: 1, busy: [] });
    await store.notices.settle({
      id: claimed?.id ?? "",
      epoch: claimed?.epoch ?? 0,
      attempts: [],
      next: { status: "delivered" },
    });
    expect((await call("GET", path, { as })).body).toMatchObject({ status: "delivered" });
    expect((await call("POST", `${path}/resend`, { as })).body).toMatchObject({ status: "pending" });
  }
  for (const as of ["rival", "stranger", "intruder"] as const) {
    expect((await call("GET", path, { as })).body.code).toBe("notice-unknown");
    expect((await call("POST", `${path}/resend`, { as })).status).toBe(404);
  }
  expect((await call("POST", "/v1/notices/ntc_unknown/resend")).status).toBe(404);
});

test("[WEBHOOK-8] waiting notices are counted in the metrics", async () => {
  const { ask, call } = openApp();
  await ask(deploy);
  expect((await call("GET", "/metrics", { as: "monitor" })).body).toContain("askback_notices_pending 1");
});
