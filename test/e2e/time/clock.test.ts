import { afterAll, beforeAll, expect, test } from "vitest";
import { askTwo, bothAnswered } from "../../harness/server/ask-calls.ts";
import { runProgram } from "../../harness/server/run-program.ts";
import { storeEnvironment } from "../../harness/server/store-under-test.ts";
import { startTestServer, type TestServer } from "../../harness/server/test-server.ts";
import { createWallClock, hourMs } from "../../harness/time/wall-clock.ts";

const wallClock = createWallClock();
let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer({ env: wallClock.env });
});
afterAll(() => testServer.server.stop());

const asks = [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }];

test("[TIME-1] after the clock went back an hour a held answer is delivered, a retry happens and no caller has to wait", {
  tags: "smoke",
}, async () => {
  const { api, startConversation } = testServer;
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
});

test("[TIME-6] [TIME-7] a link made by a clock that went back an hour signs in, and the metrics show the hour", async () => {
  wallClock.set(-hourMs);
  const { url, dataDir } = testServer.server;
  const env = { ...(await storeEnvironment(dataDir)), ...wallClock.env };
  const { stdout } = await runProgram(["link", "--port", new URL(url).port, "--data-dir", dataDir], { env });
  expect((await fetch(stdout.trim(), { method: "POST" })).status).toBe(204);
  const { body } = await testServer.api.get("/metrics");
  const [, skew] = /^askback_clock_skew_seconds (\S+)$/m.exec(body) ?? [];
  expect(Number(skew)).toBeLessThan(-hourMs / 2_000);
});

test("[TIME-2] [TIME-4] a clock that jumps an hour ahead expires nothing early", async () => {
  wallClock.set(0);
  const { api, startConversation } = testServer;
  const timed = await startConversation("timed", asks);
  const { id, deadline } = await timed.waitForInquiry();
  wallClock.set(hourMs);
  const answered = await api.post(`/v1/inquiries/${id}/answer`, { answers: bothAnswered, hold: 0.5 });
  expect(answered).toMatchObject({ status: 202, body: { resolution: "answered" } });
  expect(Date.parse(answered.body.at)).toBeLessThan(Date.parse(deadline));
  await timed.waitForStatus("idle");
});

test("[TIME-1] what was at work at a kill goes on after a start with a clock an hour back, and so does a held answer", async () => {
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
