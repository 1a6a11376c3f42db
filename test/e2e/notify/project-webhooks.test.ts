import { expect, onTestFinished, test } from "vitest";
import { startReceiver, verified } from "../../../packages/server/src/notify/testing/receiver.ts";
import { createApi } from "../../harness/server/api.ts";
import { askTwo, bothAnswered } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

test("[WEBHOOK-12] a receiver is told of what people and stored keys start, and of runs that failed", {
  tags: "smoke",
}, async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const hooks = await startReceiver();
  onTestFinished(() => hooks.close());
  const { server, api, startConversation } = await startTestServer({
    env: { ASKBACK_TEST_PROJECT_WEBHOOK: JSON.stringify({ url: hooks.url, secret }) },
  });
  const conversation = await startConversation("scripted", [
    { calls: [{ id: "call_a", ...askTwo }] },
    { text: "Done." },
  ]);
  const inquiry = await conversation.waitForInquiry();
  await api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered });
  const { body: stored } = await api.post("/v1/keys", { name: "ci", scopes: ["ask"] });
  const { body: asked } = await createApi(server, stored.key).post("/v1/inquiries", { question: "Deploy?" });
  const { body: failing } = await api.post("/v1/conversations", { agent: "refused", message: "Hello" });
  const { runId } = await api.waitForStatus(failing.id, "failed");
  await hooks.until(({ length }) => length === 4);
  await api.post(`/v1/conversations/${failing.id}/retry`);
  // The retry settles the first run and fails as well.
  await hooks.until(({ length }) => length === 6);

  const told = hooks.received.map((message) => verified(message, secret));
  const of = (id: string) => told.filter(({ data }) => [data.id, data.relatedResourceId].includes(id));
  const sorted = (id: string) =>
    of(id)
      .map(({ type }) => type)
      .sort();
  expect(sorted(inquiry.id)).toEqual(["inquiry.asked", "inquiry.resolved"]);
  expect(sorted(asked.id)).toEqual(["inquiry.asked"]);
  expect(sorted(runId)).toEqual(["notification.raised", "notification.settled"]);
  expect(of(runId).find(({ type }) => type === "notification.raised").data).toMatchObject({
    type: "agent_run_failed",
    actionStatus: "pending",
    conversationId: failing.id,
  });
  expect(told).toHaveLength(6);

  // People see what was sent, and send it again.
  const { body: page } = await api.get(`/v1/inquiries/${asked.id}/notices`);
  expect(page.items).toMatchObject([{ recipient: "webhooks/ops", channel: "webhook", type: "inquiry.asked" }]);
  const failed = hooks.received.find(({ body }) => body.includes("notification.raised") && body.includes(runId));
  const id = String(failed?.headers["webhook-id"]);
  expect((await api.post(`/v1/notices/${id}/resend`)).status).toBe(200);
  const again = (await hooks.until(({ length }) => length === 7)).at(-1);
  expect([again?.headers["webhook-id"], again?.body]).toEqual([id, failed?.body]);
  await server.stop();
});
