import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askTwo, bothAnswered } from "../support/asks.ts";
import { malformedBytes } from "../support/malformed-bytes.ts";
import { malformedRequest, type RawRequest, type Targets } from "../support/malformed-request.ts";
import { createRandom } from "../support/random.ts";
import { openRaw, readToEnd } from "../support/raw-connection.ts";
import { serverEvents } from "../support/server-events.ts";
import { openStage, type Scene, type Stage } from "../support/stage.ts";
import { storeUnderTest } from "../support/store-under-test.ts";

/** Few of them get as far as the store. */
const requests = storeUnderTest === "sqlite" ? 39_000 : 9_000;
const seed = 20_261_115;
const agent = new Agent({ keepAlive: true, maxSockets: 32 });
let stage: Stage;
let scene: Scene;
let targets: Targets;

beforeAll(async () => {
  // A server that kept something of every request would run out of this long before the end.
  stage = await openStage({ env: { NODE_OPTIONS: "--max-old-space-size=256" } });
  scene = await stage.play("puppet", [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }]);
  const { url, keys } = stage.server;
  targets = {
    authorization: `Bearer ${keys.answer}`,
    host: new URL(url).host,
    conversationId: scene.id,
    inquiryId: (await scene.asked()).id,
    answer: { answers: bothAnswered },
  };
});
afterAll(async () => {
  agent.destroy();
  await stage.server.stop();
});

/** The status of the response, or 0 when the server hung up, as it may on what it cannot read. */
function send({ method, path, headers, body }: RawRequest): Promise<number> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(stage.server.url);
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
  for await (const { data } of serverEvents(`${stage.server.url}/v1/events`, { authorization })) return data.position;
  throw new Error("no snapshot came");
}

/** Runs the work so often, some at a time, and counts what came of it. */
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

test("[HTTP-7] thousands of malformed requests: no crash, no 5xx, nothing stored, memory as before", async () => {
  const before = await position();
  const random = createRandom(seed);
  const statuses = await counted(requests, 32, () => send(malformedRequest(random, targets)));
  expect([...statuses.keys()].filter((status) => status >= 500 || status === 202 || status === 201)).toEqual([]);
  // The generator is worth something only as long as it reaches all the checks.
  for (const status of [200, 400, 401, 403, 404, 409, 413, 415, 422]) expect([...statuses.keys()]).toContain(status);
  expect(statuses.get(0) ?? 0).toBeLessThan(200);
  expect(await position()).toBe(before);
  expect(stage.server.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test("[HTTP-7] 1,000 connections that send no proper HTTP: no crash, no 5xx, nothing stored", async () => {
  const before = await position();
  const random = createRandom(seed + 1);
  const statuses = await counted(1_000, 16, async () => {
    const socket = await openRaw(stage.server.url, malformedBytes(random, targets));
    socket.end();
    return Number(/^HTTP\/1\.1 (\d{3})/.exec((await readToEnd(socket)).toString("latin1"))?.[1] ?? 0);
  });
  expect([...statuses.keys()].filter((status) => status >= 500 || status === 202)).toEqual([]);
  for (const status of [400, 403, 431]) expect([...statuses.keys()]).toContain(status);
  expect(await position()).toBe(before);
  expect(stage.server.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test("[HTTP-7] after all that the inquiry is open and its answer is taken", async () => {
  expect(stage.server.process.exitCode).toBeNull();
  expect((await stage.api.get("/v1/conversations")).body.items).toHaveLength(1);
  expect(await stage.api.get(`/v1/conversations/${scene.id}`)).toMatchObject({
    body: { status: "parked", waitingMessages: 0, inquiry: { status: "open" } },
  });
  const answered = await stage.api.post(`/v1/inquiries/${targets.inquiryId}/answer`, targets.answer);
  expect(answered).toMatchObject({ status: 202 });
  await scene.reached("idle");
  expect(await scene.faults()).toEqual([]);
});
