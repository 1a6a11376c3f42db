import { createClient } from "@askback/client";
import type { StreamEvent } from "@askback/core/wire";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askTwo } from "../harness/server/ask-calls.ts";
import { colleagueKey } from "../harness/server/colleague.ts";
import { serverEvents } from "../harness/server/server-events.ts";
import { startTestServer, type TestServer } from "../harness/server/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.server.stop());

const script = [{ text: "A question.", calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }];
const answers = [
  { question: "q1", options: ["o1"] },
  { question: "q2", options: ["o1", "o3"] },
];

function clientOf({ server }: TestServer, options: Parameters<typeof createClient>[0] = {}) {
  return createClient({ url: server.url, key: server.keys.answer, ...options });
}

/** The recorded events up to one that matches; the next call continues from there. */
async function recorded(events: AsyncIterator<StreamEvent>, isLast: (event: StreamEvent) => boolean) {
  const seen: string[] = [];
  for (;;) {
    const { value, done } = await events.next();
    if (done) throw new Error("the events ended");
    if ("position" in value) seen.push(`${value.position} ${value.type}`);
    if (isLast(value)) return seen;
  }
}

function readerOf(events: AsyncIterable<StreamEvent>): AsyncIterator<StreamEvent> {
  return events[Symbol.asyncIterator]();
}

/** Restarts the server with its data and its address. */
function restarted({ server, promptFile }: TestServer): Promise<TestServer> {
  const { port } = new URL(server.url);
  return startTestServer({
    dataDir: server.dataDir,
    args: ["--port", port],
    env: { ASKBACK_TEST_PROMPTS: promptFile },
  });
}

test("[CLIENT-2] the second answer gets a conflict with the winner's receipt", { tags: "smoke" }, async () => {
  const conversation = await testServer.startConversation("scripted", script);
  const { id } = await conversation.waitForInquiry();
  const won = await clientOf(testServer).inquiries.delegate(id);
  expect(await clientOf(testServer, { key: colleagueKey }).inquiries.answer(id, { answers })).toMatchObject({
    ok: false,
    error: { status: 409, code: "already-resolved", receipt: won.ok && won.value },
  });
});

test("[CLIENT-2] an unknown key is a failure like others", async () => {
  expect(await clientOf(testServer, { key: "wrong" }).me()).toMatchObject({ ok: false, error: { status: 401 } });
});

test("[CLIENT-3] an answer whose receipt is lost on the way is sent again and done once", {
  tags: "smoke",
}, async () => {
  const conversation = await testServer.startConversation("scripted", script);
  const { id } = await conversation.waitForInquiry();
  let isLost = false;
  const client = clientOf(testServer, {
    async fetch(url, init) {
      const response = await fetch(url, init);
      if (isLost) return response;
      isLost = true;
      throw new TypeError("the connection broke off");
    },
  });
  expect(await client.inquiries.answer(id, { answers })).toMatchObject({
    value: { inquiryId: id, by: "owner" },
  });
  await conversation.waitForStatus("idle");
  expect(await conversation.faults()).toEqual([]);
});

test("[CLIENT-3] an answer that is sent while the server is down is delivered once when it is back", async () => {
  const before = await startTestServer();
  const conversation = await before.startConversation("scripted", script);
  const { id } = await conversation.waitForInquiry();
  await before.server.kill();
  let starting: Promise<TestServer> | undefined;
  const client = clientOf(before, {
    // The first retry waits until the server is back.
    async wait(ms, signal) {
      if (ms !== 1_000) return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
      starting = restarted(before);
      await starting;
    },
  });
  expect(await client.inquiries.answer(id, { answers })).toMatchObject({
    value: { inquiryId: id, resolution: "answered" },
  });
  const after = await starting;
  await conversation.waitForStatus("idle");
  expect(await conversation.faults()).toEqual([]);
  await after?.server.stop();
});

test("[CLIENT-4] events continue after kill -9 and a restart, with no gap and no repeat", async () => {
  const before = await startTestServer();
  const client = clientOf(before);
  const events = client.events({ after: "0" });
  const connections: string[] = [];
  events.onConnection((connection) => connections.push(connection));
  const conversation = await before.startConversation("scripted", script);
  const { id } = await conversation.waitForInquiry();
  const reader = readerOf(events);
  const first = await recorded(reader, ({ type }) => type === "inquiry.asked");
  await before.server.kill();

  const after = await restarted(before);
  await client.inquiries.answer(id, { answers });
  const rest = await recorded(reader, ({ type }) => type === "run.finished");
  events.close();
  const whole = client.events({ after: "0" });
  expect([...first, ...rest]).toEqual(await recorded(readerOf(whole), ({ type }) => type === "run.finished"));
  whole.close();
  expect([connections[0], connections[1], connections.at(-1)]).toEqual(["live", "connecting", "live"]);
  await after.server.stop();
});

test("[CLIENT-4] events start with a snapshot, and a reader that comes back to a quiet server is live at once", async () => {
  const client = clientOf(testServer);
  const events = client.events();
  const { value: snapshot } = await readerOf(events).next();
  expect(snapshot).toMatchObject({ type: "snapshot", position: expect.any(Number), cursor: expect.any(String) });
  events.close();
  const after = snapshot.cursor;
  const abort = new AbortController();
  const heartbeat = firstHeartbeat(`${testServer.server.url}/v1/events?after=${after}`, abort);
  const again = client.events({ after });
  const live = new Promise((resolve) => again.onConnection((connection) => connection === "live" && resolve("live")));
  // Without an early signal it would be live only with the first heartbeat.
  expect(await Promise.race([live, heartbeat])).toBe("live");
  again.close();
  abort.abort();
});

async function firstHeartbeat(url: string, abort: AbortController): Promise<string | undefined> {
  const authorization = `Bearer ${testServer.server.keys.answer}`;
  try {
    for await (const { type } of serverEvents(url, { authorization }, abort))
      if (type === "comment") return "heartbeat";
  } catch (error) {
    if (!abort.signal.aborted) throw error;
  }
  return undefined;
}
