import { expect, onTestFinished, test } from "vitest";
import { startPushService } from "../../harness/notify/push-service.ts";
import { createApi } from "../../harness/server/api.ts";
import { callerKey } from "../../harness/server/caller.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const browsers = 12;

test("[NOTIFY-12] a server that is killed while it takes away what is settled forgets no browser", async () => {
  const services = await Promise.all(Array.from({ length: browsers }, () => startPushService()));
  onTestFinished(async () => void (await Promise.all(services.map((service) => service.close()))));
  const env = { ASKBACK_TEST_PUSH: "1" };
  const { server, api } = await startTestServer({ env });
  for (const { subscription } of services) await api.post("/v1/contact/subscriptions", subscription);
  const asked = await createApi(server, callerKey).post("/v1/inquiries", {
    question: "Deploy?",
    options: ["Yes", "No"],
  });
  const until = (type: string) =>
    services.map((service) => service.until((received) => received.some(({ message }) => message.type === type)));
  await Promise.all(until("ask"));
  await api.post(`/v1/inquiries/${asked.body.id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
  await Promise.race(until("withdraw"));
  await server.kill();
  const restarted = await startTestServer({ env, dataDir: server.dataDir });
  await Promise.all(until("withdraw"));
  await restarted.server.stop();
  for (const { received } of services) expect(received.filter(({ message }) => message.type === "ask")).toHaveLength(1);
});
