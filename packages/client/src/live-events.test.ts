import type { StreamEvent } from "@askback/core/wire";
import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "./create-client.ts";
import type { LiveEvents } from "./live-events.ts";
import { createFakeServer } from "./testing/fake-server.ts";
import { createFakeTimers, flush } from "./testing/fake-timers.ts";

function openEvents(options?: Parameters<ReturnType<typeof createClient>["events"]>[0]) {
  const server = createFakeServer();
  const timers = createFakeTimers();
  const events = createClient({ url: "http://hub", fetch: server.fetch, wait: timers.wait }).events(options);
  const connections: string[] = [events.connection];
  events.onConnection((connection) => connections.push(connection));
  return { server, timers, events, connections, seen: collect(events) };
}

/** The events so far, each as its type and position. */
function collect(events: LiveEvents): string[] {
  const seen: string[] = [];
  void (async () => {
    for await (const event of events) seen.push(label(event));
  })();
  return seen;
}

function label(event: StreamEvent): string {
  return "position" in event ? `${event.type} ${event.position}` : event.type;
}

const heartbeat = ": heartbeat\n\n";

test("[CLIENT-4] recorded events have a name and a position, streamed text has no position", async () => {
  const { server, events, seen } = openEvents();
  await flush();
  server.record("inquiry.asked");
  server.send('event: text.streamed\ndata: {"conversationId":"c_1","delta":"Hel\\nlo"}\n\n');
  server.send(heartbeat);
  await flush();
  expect(seen).toEqual(["snapshot 0", "inquiry.asked 1", "text.streamed"]);
  events.close();
});

test("[CLIENT-4] a reader that stops closes the stream", async () => {
  const server = createFakeServer();
  const events = createClient({ url: "http://hub", fetch: server.fetch, wait: createFakeTimers().wait }).events();
  for await (const event of events) if (event.type === "snapshot") break;
  await flush();
  expect(server.open()).toBe(0);
});

test("[CLIENT-4] an event has every field that the server sent", async () => {
  const { server, events } = openEvents({ after: "0" });
  await flush();
  server.record("inquiry.asked");
  const { value } = await events[Symbol.asyncIterator]().next();
  expect(value).toEqual({ type: "inquiry.asked", conversationId: "c_1", position: 1, cursor: "1" });
  events.close();
});

test("[CLIENT-4] after a break the events continue without a gap or a repeat", async () => {
  const { server, timers, events, seen } = openEvents();
  await flush();
  server.record("run.started");
  await flush();
  server.disconnect();
  server.record("inquiry.asked");
  await timers.advance(2_000);
  server.send('event: inquiry.asked\nid: 2\ndata: {"position":2}\n\n');
  server.record("inquiry.resolved");
  await flush();
  expect(server.requests.map(({ lastEventId }) => lastEventId)).toEqual([null, "1"]);
  expect(seen).toEqual(["snapshot 0", "run.started 1", "inquiry.asked 2", "inquiry.resolved 3"]);
  events.close();
});

test("[CLIENT-4] a snapshot is read where the log no longer reaches back", async () => {
  const { server, timers, events, seen } = openEvents({ after: "0" });
  await flush();
  server.record("run.started");
  await flush();
  server.disconnect();
  server.record("inquiry.asked");
  server.prune();
  await timers.advance(2_000);
  server.record("inquiry.resolved");
  await flush();
  expect(seen).toEqual(["run.started 1", "snapshot 2", "inquiry.resolved 3"]);
  events.close();
});

test("[CLIENT-4] a snapshot may have a lower position, so that a new log is followed too", async () => {
  const { server, events, seen } = openEvents({ after: "7" });
  await flush();
  server.send('event: snapshot\nid: 0\ndata: {"position":0}\n\n');
  server.record("run.started");
  await flush();
  expect(seen).toEqual(["snapshot 0", "run.started 1"]);
  events.close();
});

test("[HISTORY-3] cursors are sent back as they came, and after a restore the new log is followed from a snapshot", async () => {
  const { server, timers, events, seen } = openEvents();
  await flush();
  server.replaceLog("a1");
  await timers.advance(2_000);
  for (const type of ["run.started", "inquiry.asked"]) server.record(type);
  await flush();
  server.replaceLog("b2");
  server.record("run.started");
  await timers.advance(2_000);
  server.record("inquiry.asked");
  await flush();
  server.disconnect();
  server.record("inquiry.resolved");
  await timers.advance(2_000);
  expect(server.requests.map(({ lastEventId }) => lastEventId)).toEqual([null, "0", "a1-2", "b2-2"]);
  expect(seen).toEqual([
    "snapshot 0",
    "snapshot 0",
    "run.started 1",
    "inquiry.asked 2",
    "snapshot 1",
    "inquiry.asked 2",
    "inquiry.resolved 3",
  ]);
  events.close();
});

test("[CLIENT-4] a stream can be limited to some conversations and start after a position", async () => {
  const { server, events } = openEvents({ conversations: ["c_1", "c 2"], after: "7" });
  await flush();
  expect(server.requests).toEqual([
    { url: "http://hub/v1/events?conversation=c_1&conversation=c%202", lastEventId: "7" },
  ]);
  events.close();
});

test("[CLIENT-5] a connection that is silent for 35 seconds is replaced", async () => {
  const { server, timers, events, connections } = openEvents();
  await timers.advance(34_000);
  server.send(heartbeat);
  await timers.advance(34_999);
  expect([server.requests.length, connections]).toEqual([1, ["connecting", "live"]]);
  await timers.advance(1);
  expect([server.open(), connections.at(-1)]).toEqual([0, "connecting"]);
  await timers.advance(2_000);
  expect([server.requests.length, server.open(), connections.at(-1)]).toEqual([2, 1, "live"]);
  events.close();
});

test("[CLIENT-5] a large event over a slow connection does not count as silence", async () => {
  const { server, timers, events, seen } = openEvents();
  for (const piece of ["event: run.started\n", "id: 1\n", 'data: {"posi', 'tion":1}\n\n']) {
    await timers.advance(30_000);
    server.send(piece);
  }
  await flush();
  expect([server.requests.length, seen]).toEqual([1, ["snapshot 0", "run.started 1"]]);
  events.close();
});

test("[CLIENT-5] a connection that is accepted and never answered is replaced too", async () => {
  const timers = createFakeTimers();
  let requests = 0;
  const client = createClient({
    wait: timers.wait,
    fetch: (_, init) => {
      requests++;
      return new Promise((_resolve, reject) =>
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
      );
    },
  });
  const events = client.events();
  await timers.advance(35_000);
  expect([requests, events.connection]).toEqual([1, "lost"]);
  await timers.advance(2_000);
  expect(requests).toBe(2);
  events.close();
});

test("[CLIENT-5] a break is reported as lost only when a new connection has failed", async () => {
  const { server, timers, events, connections } = openEvents();
  await flush();
  server.respondWith("network-error");
  server.disconnect();
  await timers.advance(60_000);
  expect(connections).toEqual(["connecting", "live", "connecting", "lost"]);
  server.respondWith("stream");
  await timers.advance(30_000);
  expect(connections.at(-1)).toBe("live");
  events.close();
});

test.for([401, 403, 404])(
  "[CLIENT-5] after status %i the connection is tried again every 30 seconds",
  async (status) => {
    const { server, timers, events, connections } = openEvents();
    await flush();
    server.respondWith(() => new Response("{}", { status, headers: { "content-type": "application/problem+json" } }));
    server.disconnect();
    await timers.advance(2_000);
    const asked = server.requests.length;
    expect([asked, connections.at(-1)]).toEqual([2, "lost"]);
    await timers.advance(25_000);
    expect(server.requests.length).toBe(asked);
    await timers.advance(65_000);
    expect(server.requests.length).toBe(asked + 3);
    events.close();
  },
);

test("[CLIENT-5] a browser that comes online connects at once", async () => {
  const network = new EventTarget();
  vi.stubGlobal("addEventListener", network.addEventListener.bind(network));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { server, timers, events, connections } = openEvents();
  server.respondWith("network-error");
  await timers.advance(60_000);
  server.respondWith("stream");
  network.dispatchEvent(new Event("online"));
  await flush();
  expect(connections).toEqual(["connecting", "lost", "live"]);
  events.close();
});

test("[CLIENT-5] an HTML page instead of a stream does not count as a connection", async () => {
  const { server, timers, events, connections } = openEvents();
  server.respondWith(() => new Response("<html>", { headers: { "content-type": "text/html" } }));
  server.disconnect();
  await timers.advance(2_000);
  expect(connections.at(-1)).toBe("lost");
  events.close();
});

test("[CLIENT-5] after close no event is delivered and no timer or connection remains", async () => {
  const { server, timers, events, connections } = openEvents();
  await flush();
  const reader = events[Symbol.asyncIterator]();
  const next = reader.next();
  events.close();
  expect(await next).toEqual({ done: true, value: undefined });
  await flush();
  expect([server.open(), timers.pending(), connections]).toEqual([0, [], ["connecting", "live"]]);
  const waiting = openEvents();
  waiting.server.respondWith("network-error");
  await flush();
  waiting.events.close();
  await flush();
  expect(waiting.timers.pending()).toEqual([]);
});
