import { expect, test } from "vitest";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { startTestServer } from "../harness/server/test-server.ts";
import { createWallClock, hourMs } from "../harness/server/wall-clock.ts";

const asks = [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }];

test("[TIME-1] after the clock went back an hour a held answer is delivered, a retry happens and no caller has to wait", {
  tags: "smoke",
}, async () => {
  const wallClock = createWallClock();
  const { server, api, startConversation } = await startTestServer({ env: wallClock.env });
  const retried = await startConversation("scripted", [{ text: "Done.", failsFirst: true }]);
  const answered = await startConversation("scripted", asks);
  const path = `/v1/inquiries/${(await answered.waitForInquiry()).id}`;
  expect(await api.post(`${path}/answer`, { answers: bothAnswered, hold: 1 })).toMatchObject({ status: 202 });
  await retried.waitForEvent(({ type }) => type === "model.failed");
  wallClock.set(-hourMs);

  expect((await api.get("/v1/conversations")).status).toBe(200);
  await answered.waitForStatus("idle");
  await retried.waitForStatus("idle");
  const times = [...(await answered.log()), ...(await retried.log())].map(({ at }) => Date.parse(at));
  expect(Math.min(...times)).toBeGreaterThan(Date.now() - hourMs / 2);
  await server.stop();
});

test("[TIME-1] what was at work at a kill goes on after a start with a clock an hour back, and so does a held answer", {
  tags: "smoke",
}, async () => {
  const before = await startTestServer({ env: createWallClock().env });
  const working = await before.startConversation("scripted", [
    { calls: [{ id: "call_s", name: "sleep", input: {} }] },
    { text: "Done." },
  ]);
  const answered = await before.startConversation("scripted", asks);
  const path = `/v1/inquiries/${(await answered.waitForInquiry()).id}`;
  await working.waitForEvent(({ type }) => type === "tool.started");
  await before.api.post(`${path}/answer`, { answers: bothAnswered, hold: 1 });
  await before.server.kill();

  const env = { ...createWallClock(-hourMs).env, ASKBACK_TEST_PROMPTS: before.promptFile };
  const after = await startTestServer({ dataDir: before.server.dataDir, env });
  await after.api.waitForStatus(working.id, "idle");
  await after.api.waitForStatus(answered.id, "idle");
  await after.server.stop();
});
