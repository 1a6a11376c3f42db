import { afterAll, beforeAll, expect, test } from "vitest";
import { openRaw, readToEnd } from "../harness/fuzz/raw-connection.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { type ServerEvent, serverEvents } from "../harness/server/server-events.ts";
import type { ServerProcess } from "../harness/server/server-process.ts";
import { startTestServer, type TestServer } from "../harness/server/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.server.stop());

const script = [{ text: "One question.", calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }];

const endings = ["stop", "kill"] as const;

function follow({ url, keys }: ServerProcess, path: string, headers: Readonly<Record<string, string>> = {}) {
  return serverEvents(`${url}${path}`, { authorization: `Bearer ${keys.answer}`, ...headers });
}

async function answered(on: TestServer): Promise<void> {
  const conversation = await on.startConversation("scripted", script);
  await on.api.post(`/v1/inquiries/${(await conversation.waitForInquiry()).id}/answer`, { answers: bothAnswered });
  await conversation.waitForStatus("idle");
}

/** The positions of the recorded events of a stream, up to the last of the log or the end of the stream. */
async function positionsOf(stream: AsyncGenerator<ServerEvent>, last = Number.POSITIVE_INFINITY): Promise<number[]> {
  const seen: number[] = [];
  try {
    for await (const { position, type } of stream) {
      if (position !== undefined && type !== "snapshot") seen.push(position);
      if (Number(position) >= last) break;
    }
  } catch {
    // A killed server breaks the connection.
  }
  return seen;
}

async function lastPosition({ server }: TestServer): Promise<number> {
  for await (const { data } of follow(server, "/v1/events")) return data.position;
  throw new Error("no snapshot came");
}

test("[SSE-1] the events of a whole flow come in order, each with its position, live text between them", {
  tags: "smoke",
}, async () => {
  const stream = follow(testServer.server, "/v1/events");
  const { value: snapshot } = await stream.next();
  expect(snapshot).toMatchObject({ type: "snapshot", data: { openInquiries: expect.any(Number) } });
  const conversation = await testServer.startConversation("scripted", script);
  const inquiry = await conversation.waitForInquiry();
  await testServer.api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered });
  const seen: ServerEvent[] = [];
  for await (const event of stream) {
    seen.push(event);
    if (event.type === "run.finished") break;
  }
  expect(seen.filter(({ id }) => id !== undefined).map(({ type }) => type)).toEqual([
    "conversation.started",
    "message.received",
    "run.started",
    "messages.delivered",
    "model.replied",
    "inquiry.asked",
    "inquiry.resolved",
    "tool.finished",
    "model.replied",
    "run.finished",
  ]);
  const positions = seen.flatMap(({ position }) => position ?? []);
  expect(positions[0]).toBeGreaterThan(snapshot?.data.position);
  expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
  const text = seen.filter(({ type }) => type === "text.streamed");
  expect(text.map(({ data }) => data.delta).join("")).toBe("One question.Done.");
  expect(text.every(({ id }) => id === undefined)).toBe(true);
});

test("[SSE-7] a client that connects in the middle of a reply gets its text so far, and only while it streams", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Half a", hang: true }]);
  const path = `/v1/conversations/${conversation.id}`;
  let end = 0;
  await conversation.waitForEvent(({ type, data }) => {
    if (type === "text.streamed") end = data.offset + data.delta.length;
    return end === "Half a".length;
  });
  const { body } = await testServer.api.get(path);
  expect(body).toMatchObject({ status: "thinking", live: { runId: body.runId, step: 1, text: "Half a" } });
  await testServer.api.post(`${path}/stop`);
  expect((await testServer.api.get(path)).body).not.toHaveProperty("live");
});

test("[SSE-5] a reconnect replays recorded events only", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Half a", hang: true }]);
  await conversation.waitForEvent(({ type }) => type === "text.streamed");
  await testServer.api.post(`/v1/conversations/${conversation.id}/stop`);
  const seen: string[] = [];
  for await (const { type } of follow(testServer.server, `/v1/events?after=0&conversation=${conversation.id}`)) {
    seen.push(type);
    if (type === "run.finished") break;
  }
  expect(seen).not.toContain("text.streamed");
});

test.for(endings)("[SSE-2] Last-Event-ID goes on across a restart (%s) with no gap and no repeat", async (how) => {
  const before = await startTestServer();
  const seen: number[] = [];
  const [history] = (await follow(before.server, "/v1/events").next()).value?.id?.split("-") ?? [];
  const reading = positionsOf(follow(before.server, "/v1/events?after=0"));
  const working = Promise.all([answered(before), answered(before), answered(before)]);
  await working;
  await before.server[how]();
  seen.push(...(await reading));

  const after = await startTestServer({ dataDir: before.server.dataDir });
  const more = answered(after);
  const half = follow(after.server, "/v1/events", { "last-event-id": `${history}-${seen.at(-1) ?? 0}` });
  for await (const { position } of half) {
    // Text that streams meanwhile has no position.
    if (position !== undefined) seen.push(position);
    if (position !== undefined) break;
  }
  await more;
  const last = await lastPosition(after);
  const rest = follow(after.server, "/v1/events", { "last-event-id": `${history}-${seen.at(-1)}` });
  seen.push(...(await positionsOf(rest, last)));
  expect(seen).toEqual(await positionsOf(follow(after.server, "/v1/events?after=0"), last));
  await after.server.stop();
});

test("[SSE-4] a client that never reads is dropped while another gets everything", async () => {
  const conversation = await testServer.startConversation("scripted", [{ text: "Listening", hang: true }]);
  const path = `/v1/events?conversation=${conversation.id}`;
  const { url, keys } = testServer.server;
  const request = `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${keys.answer}\r\n\r\n`;
  const stuck = await openRaw(url, request);
  const reader = follow(testServer.server, path);
  await reader.next();
  const count = 240;
  const texts = Array.from({ length: count }, (_, index) => `${index} `.padEnd(90_000, "é"));
  const received = (async () => {
    const seen: string[] = [];
    for await (const { type, data } of reader) {
      if (type === "message.received") seen.push(data.text);
      if (seen.length === count) break;
    }
    return seen;
  })();
  for (const text of texts) await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, { text });
  expect(await received).toEqual(texts);
  // It reads only now: what was sent before it was dropped, and then the end.
  const { length } = await readToEnd(stuck);
  expect(length).toBeLessThan(count * 90_000);
  await testServer.api.post(`/v1/conversations/${conversation.id}/stop`);
});
