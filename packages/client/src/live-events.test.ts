import type { StreamEvent } from "@askback/core/wire";
import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "./create-client.ts";
import type { LiveEvents } from "./events.ts";
import { createFakeServer } from "./testing/fake-server.ts";
import { createTime, settled } from "./testing/time.ts";

function openEvents(options?: Parameters<ReturnType<typeof createClient>["events"]>[0]) {
  const server = createFakeServer();
  const time = createTime();
  const events = createClient({ url: "http://hub", fetch: server.fetch, wait: time.wait }).events(options);
  const connections: string[] = [events.connection];
  events.onConnection((connection) => connections.push(connection));
  return { server, time, events, connections, seen: collect(events) };
}

/** What came so far, each as its type and position. */
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

test("[CLIENT-4] events come with their names and positions, text without", async () => {
  const { server, events, seen } = openEvents();
  await settled();
  server.record("inquiry.asked");
  server.send('event: text.streamed\ndata: {"conversationId":"c_1","delta":"Hel\\nlo"}\n\n');
  server.send(heartbeat);
  await settled();
  expect(seen).toEqual(["snapshot 0", "inquiry.asked 1", "text.streamed"]);
  events.close();
});

test("[CLIENT-4] who stops reading closes the stream", async () => {
  const server = createFakeServer();
  const events = createClient({ url: "http://hub", fetch: server.fetch, wait: createTime().wait }).events();
  for await (const event of events) if (event.type === "snapshot") break;
  await settled();
  expect(server.open()).toBe(0);
});

test("[CLIENT-4] an event has all that the server sent of it", async () => {
  const { server, events } = openEvents({ after: 0 });
  await settled();
  server.record("inquiry.asked");
  const { value } = await events[Symbol.asyncIterator]().next();
  expect(value).toEqual({ type: "inquiry.asked", conversationId: "c_1", position: 1 });
  events.close();
});

test("[CLIENT-4] after a break they go on with no gap and no repeat", async () => {
  const { server, time, events, seen } = openEvents();
  await settled();
  server.record("run.started");
  await settled();
  server.breakOff();
  server.record("inquiry.asked");
  await time.pass(2_000);
  server.send('event: inquiry.asked\nid: 2\ndata: {"position":2}\n\n');
  server.record("inquiry.resolved");
  await settled();
  expect(server.requests.map(({ lastEventId }) => lastEventId)).toEqual([null, "1"]);
  expect(seen).toEqual(["snapshot 0", "run.started 1", "inquiry.asked 2", "inquiry.resolved 3"]);
  events.close();
});

test("[CLIENT-4] where the log no longer reaches back they start from a snapshot again", async () => {
  const { server, time, events, seen } = openEvents({ after: 0 });
  await settled();
  server.record("run.started");
  await settled();
  server.breakOff();
  server.record("inquiry.asked");
  server.prune();
  await time.pass(2_000);
  server.record("inquiry.resolved");
  await settled();
  expect(seen).toEqual(["run.started 1", "snapshot 2", "inquiry.resolved 3"]);
  events.close();
});

test("[CLIENT-4] a snapshot counts wherever it starts, so that a log that began anew is followed too", async () => {
  const { server, events, seen } = openEvents({ after: 7 });
  await settled();
  server.send('event: snapshot\nid: 0\ndata: {"position":0}\n\n');
  server.record("run.started");
  await settled();
  expect(seen).toEqual(["snapshot 0", "run.started 1"]);
  events.close();
});

test("[CLIENT-4] a stream can be of some conversations, and go on from a position", async () => {
  const { server, events } = openEvents({ conversations: ["c_1", "c 2"], after: 7 });
  await settled();
  expect(server.requests).toEqual([
    { url: "http://hub/v1/events?conversation=c_1&conversation=c%202", lastEventId: "7" },
  ]);
  events.close();
});

test("[CLIENT-5] a connection that is silent for 35 seconds is given up for a new one", async () => {
  const { server, time, events, connections } = openEvents();
  await time.pass(34_000);
  server.send(heartbeat);
  await time.pass(34_999);
  expect([server.requests.length, connections]).toEqual([1, ["connecting", "live"]]);
  await time.pass(1);
  expect([server.open(), connections.at(-1)]).toEqual([0, "connecting"]);
  await time.pass(2_000);
  expect([server.requests.length, server.open(), connections.at(-1)]).toEqual([2, 1, "live"]);
  events.close();
});

test("[CLIENT-5] a large event that takes its time over a slow line is no silence", async () => {
  const { server, time, events, seen } = openEvents();
  for (const piece of ["event: run.started\n", "id: 1\n", 'data: {"posi', 'tion":1}\n\n']) {
    await time.pass(30_000);
    server.send(piece);
  }
  await settled();
  expect([server.requests.length, seen]).toEqual([1, ["snapshot 0", "run.started 1"]]);
  events.close();
});

test("[CLIENT-5] a server that takes the connection and never answers is given up too", async () => {
  const time = createTime();
  let requests = 0;
  const client = createClient({
    wait: time.wait,
    fetch: (_, init) => {
      requests++;
      return new Promise((_resolve, reject) =>
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
      );
    },
  });
  const events = client.events();
  await time.pass(35_000);
  expect([requests, events.connection]).toEqual([1, "lost"]);
  await time.pass(2_000);
  expect(requests).toBe(2);
  events.close();
});

test("[CLIENT-5] a break is no loss before a new connection has failed", async () => {
  const { server, time, events, connections } = openEvents();
  await settled();
  server.meet("nothing");
  server.breakOff();
  await time.pass(60_000);
  expect(connections).toEqual(["connecting", "live", "connecting", "lost"]);
  server.meet("stream");
  await time.pass(30_000);
  expect(connections.at(-1)).toBe("live");
  events.close();
});

test.for([401, 403, 404])("[CLIENT-5] who is refused with %i asks again every 30 seconds", async (status) => {
  const { server, time, events, connections } = openEvents();
  await settled();
  server.meet(() => new Response("{}", { status, headers: { "content-type": "application/problem+json" } }));
  server.breakOff();
  await time.pass(2_000);
  const asked = server.requests.length;
  expect([asked, connections.at(-1)]).toEqual([2, "lost"]);
  await time.pass(25_000);
  expect(server.requests.length).toBe(asked);
  await time.pass(65_000);
  expect(server.requests.length).toBe(asked + 3);
  events.close();
});

test("[CLIENT-5] a browser that is online again does not wait any longer", async () => {
  const network = new EventTarget();
  vi.stubGlobal("addEventListener", network.addEventListener.bind(network));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { server, time, events, connections } = openEvents();
  server.meet("nothing");
  await time.pass(60_000);
  server.meet("stream");
  network.dispatchEvent(new Event("online"));
  await settled();
  expect(connections).toEqual(["connecting", "lost", "live"]);
  events.close();
});

test("[CLIENT-5] a page in the stream's place is no connection", async () => {
  const { server, time, events, connections } = openEvents();
  server.meet(() => new Response("<html>", { headers: { "content-type": "text/html" } }));
  server.breakOff();
  await time.pass(2_000);
  expect(connections.at(-1)).toBe("lost");
  events.close();
});

test("[CLIENT-5] who closes them hears nothing more, and nothing goes on behind their back", async () => {
  const { server, time, events, connections } = openEvents();
  await settled();
  const reader = events[Symbol.asyncIterator]();
  const next = reader.next();
  events.close();
  expect(await next).toEqual({ done: true, value: undefined });
  await settled();
  expect([server.open(), time.pending(), connections]).toEqual([0, [], ["connecting", "live"]]);
  const waiting = openEvents();
  waiting.server.meet("nothing");
  await settled();
  waiting.events.close();
  await settled();
  expect(waiting.time.pending()).toEqual([]);
});
