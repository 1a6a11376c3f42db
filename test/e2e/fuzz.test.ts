import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { malformedBytes } from "../harness/fuzz/malformed-bytes.ts";
import { malformedRequest, type RawRequest, type Targets } from "../harness/fuzz/malformed-request.ts";
import { createRandom } from "../harness/fuzz/random.ts";
import { openRaw, readToEnd } from "../harness/fuzz/raw-connection.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { serverEvents } from "../harness/server/server-events.ts";
import { storeUnderTest } from "../harness/server/store-under-test.ts";
import { startTestServer, type TestConversation, type TestServer } from "../harness/server/test-server.ts";

/** Few of them get as far as the store, so fewer will do for the second one. */
const requests = Math.min(inject("malformedRequests"), storeUnderTest === "sqlite" ? Number.POSITIVE_INFINITY : 9_000);
const seed = 20_261_115;
const agent = new Agent({ keepAlive: true, maxSockets: 32 });
let testServer: TestServer;
let conversation: TestConversation;
let targets: Targets;

beforeAll(async () => {
  // A server that leaks memory with every request would exhaust this limit.
  testServer = await startTestServer({ env: { NODE_OPTIONS: "--max-old-space-size=256" } });
  conversation = await testServer.startConversation("scripted", [
    { calls: [{ id: "call_a", ...askTwo }] },
    { text: "Done." },
  ]);
  const { url, keys } = testServer.server;
  targets = {
    authorization: `Bearer ${keys.answer}`,
    host: new URL(url).host,
    conversationId: conversation.id,
    inquiryId: (await conversation.waitForInquiry()).id,
    answer: { answers: bothAnswered },
  };
});
afterAll(async () => {
  agent.destroy();
  await testServer.server.stop();
});

/** The status of the response, or 0 if the server closed the connection, as it may for unreadable requests. */
function send({ method, path, headers, body }: RawRequest): Promise<number> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(testServer.server.url);
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const sent = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } }, (response) => {
      const isStream = response.headers["content-type"] === "text/event-stream";
      if (isStream) sent.destroy();
      else response.resume();
      response.on("close", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", () => resolve(0));
    sent.end(body);
  });
}

async function position(): Promise<number> {
  const { authorization } = targets;
  for await (const { data } of serverEvents(`${testServer.server.url}/v1/events`, { authorization }))
    return data.position;
  throw new Error("no snapshot came");
}

/** Runs work repeatedly with some concurrency, and counts its results. */
async function counted(times: number, atOnce: number, work: () => Promise<number>): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  let left = times;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left > 0) {
        left -= 1;
        const status = await work();
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
    }),
  );
  return counts;
}

test("[HTTP-7] thousands of malformed requests: no crash, no 5xx, nothing stored, memory as before", {
  tags: "smoke",
}, async () => {
  const before = await position();
  const random = createRandom(seed);
  const statuses = await counted(requests, 32, () => send(malformedRequest(random, targets)));
  expect([...statuses.keys()].filter((status) => status >= 500 || status === 202 || status === 201)).toEqual([]);
  // The generator must reach every check.
  for (const status of [200, 400, 401, 403, 404, 409, 413, 415, 422]) expect([...statuses.keys()]).toContain(status);
  expect(statuses.get(0) ?? 0).toBeLessThan(200);
  expect(await position()).toBe(before);
  expect(testServer.server.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test("[HTTP-7] 1,000 connections that send no proper HTTP: no crash, no 5xx, nothing stored", async () => {
  const before = await position();
  const random = createRandom(seed + 1);
  const statuses = await counted(1_000, 16, async () => {
    const socket = await openRaw(testServer.server.url, malformedBytes(random, targets));
    socket.end();
    return Number(/^HTTP\/1\.1 (\d{3})/.exec((await readToEnd(socket)).toString("latin1"))?.[1] ?? 0);
  });
  expect([...statuses.keys()].filter((status) => status >= 500 || status === 202)).toEqual([]);
  for (const status of [400, 403, 431]) expect([...statuses.keys()]).toContain(status);
  expect(await position()).toBe(before);
  expect(testServer.server.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test("[HTTP-7] after all that the inquiry is open and its answer is accepted", { tags: "smoke" }, async () => {
  expect(testServer.server.process.exitCode).toBeNull();
  expect((await testServer.api.get("/v1/conversations")).body.items).toHaveLength(1);
  expect(await testServer.api.get(`/v1/conversations/${conversation.id}`)).toMatchObject({
    body: { status: "parked", waitingMessages: 0, inquiry: { status: "open" } },
  });
  const answered = await testServer.api.post(`/v1/inquiries/${targets.inquiryId}/answer`, targets.answer);
  expect(answered).toMatchObject({ status: 202 });
  await conversation.waitForStatus("idle");
  expect(await conversation.faults()).toEqual([]);
});
