import { afterAll, beforeAll, expect, test } from "vitest";
import type { Api } from "../../harness/server/api.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer, type TestServer } from "../../harness/server/test-server.ts";

let testServer: TestServer;
let api: Api;

beforeAll(async () => {
  testServer = await startTestServer();
  api = testServer.api;
});
afterAll(() => testServer.server.stop());

const cursorOf = (...key: readonly unknown[]) => Buffer.from(JSON.stringify(key)).toString("base64url");
const numbers = [
  "0.5",
  "-0",
  "-1",
  "1e-320",
  "1e21",
  "1e308",
  "1e999",
  "2147483648",
  "9007199254740993",
  "NaN",
  "0x10",
];

test("[HTTP-7] a number that is fractional, negative or out of range never gives a 5xx, wherever it is sent", async () => {
  const conversation = await testServer.startConversation("timed", [{ calls: [askOne] }, { text: "Done." }]);
  const { id } = await conversation.waitForInquiry();
  const inquiry = `/v1/inquiries/${id}`;
  const transcript = `/v1/conversations/${conversation.id}/transcript`;
  const queries = numbers.flatMap((number) => [
    ...["/v1/conversations", "/v1/inquiries", transcript, "/api/projects/default/agent-questions"].flatMap((path) => [
      `${path}?limit=${number}`,
      `${path}?cursor=${cursorOf(Number(number), "x")}`,
    ]),
    // Waiting for long is no fault.
    ...(["0.5", "0x10"].includes(number) ? [] : [`${inquiry}?wait=${number}`]),
  ]);
  for (const path of queries) expect((await api.get(path)).status, path).toBeLessThan(500);
  for (const position of numbers) {
    const { status } = await fetch(`${testServer.server.url}/v1/events?conversation=none&after=${position}`, {
      headers: { authorization: `Bearer ${testServer.server.keys.answer}`, "last-event-id": position },
    });
    expect([400, 404], position).toContain(status);
  }
  const answers = [{ question: "q1", text: "Neither" }];
  const times = ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "275760-09-13T00:00:00Z", 1.5, -1];
  for (const number of numbers.filter((text) => text !== "NaN" && text !== "0x10")) {
    const revision = `{"answers":${JSON.stringify(answers)},"revision":${number},"hold":301}`;
    expect((await api.post(`${inquiry}/answer`, revision)).status, number).toBe(400);
    const message = `{"text":"Hello","separate":true,"answers":{"inquiry":"none","revision":${number}}}`;
    const sent = await api.post(`/v1/conversations/${conversation.id}/messages`, message);
    expect(sent.status, number).toBeLessThan(500);
  }
  for (const until of times)
    for (const name of ["extend", "snooze"])
      expect((await api.post(`${inquiry}/${name}`, { until })).status, `${name} ${until}`).toBeLessThan(500);
  await api.post(`/v1/conversations/${conversation.id}/stop`);
});

test("[RESOLVE-11] a hold of any fraction of a second is rounded to milliseconds, and one out of range is refused", {
  tags: "smoke",
}, async () => {
  for (const [hold, ms] of [
    [0.0004, undefined],
    [1.0005, 1001],
    [1e-320, undefined],
    [299.9999, 300_000],
  ] as const) {
    const conversation = await testServer.startConversation("scripted", [{ calls: [askOne] }, { text: "Done." }]);
    const { id } = await conversation.waitForInquiry();
    for (const refused of [-0.1, 300.1, 1e21])
      expect((await api.post(`/v1/inquiries/${id}/answer`, { answers: [], hold: refused })).status).toBe(400);
    const answers = [{ question: "q1", options: ["o1"] }];
    const { status, body } = await api.post(`/v1/inquiries/${id}/answer`, { answers, hold });
    expect(status).toBe(202);
    expect(body.heldUntil && Date.parse(body.heldUntil) - Date.parse(body.at)).toBe(ms);
    if (ms !== undefined) expect((await api.post(`/v1/inquiries/${id}/deliver`)).status).toBe(202);
    await conversation.waitForStatus("idle");
  }
});
