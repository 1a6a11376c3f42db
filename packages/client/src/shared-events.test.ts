import type { StreamEvent } from "@askback/core/wire";
import { expect, test } from "vitest";
import { createClient } from "./create-client.ts";
import { createFakeBrowser } from "./testing/fake-browser.ts";
import { createFakeServer } from "./testing/fake-server.ts";
import { createFakeTimers, flush } from "./testing/fake-timers.ts";

function openBrowser() {
  const server = createFakeServer();
  const timers = createFakeTimers();
  const browser = createFakeBrowser();
  async function openTab(fetch = server.fetch) {
    const tab = browser.openTab();
    const events = createClient({ fetch, wait: timers.wait, tabs: tab }).events();
    const seen: string[] = [];
    void (async () => {
      for await (const event of events) seen.push(label(event));
    })();
    await flush();
    return { ...tab, events, seen };
  }
  return { server, timers, browser, openTab };
}

function label(event: StreamEvent): string {
  return "position" in event ? `${event.type} ${event.position}` : event.type;
}

test("[CLIENT-6] the tabs of a browser get the same events and text over one connection", async () => {
  const { server, openTab } = openBrowser();
  const tabs = [await openTab(), await openTab(), await openTab()];
  server.record("inquiry.asked");
  server.send('event: text.streamed\ndata: {"delta":"Hi"}\n\n');
  await flush();
  expect(server.requests.length).toBe(1);
  for (const { seen, events } of tabs) {
    expect(seen).toEqual(["snapshot 0", "inquiry.asked 1", "text.streamed"]);
    expect(events.connection).toBe("live");
  }
});

test("[CLIENT-6] a tab that is opened later starts from a snapshot", async () => {
  const { server, openTab } = openBrowser();
  await openTab();
  server.record("run.started");
  server.record("inquiry.asked");
  await flush();
  const late = await openTab();
  server.record("inquiry.resolved");
  await flush();
  expect(late.seen).toEqual(["snapshot 2", "inquiry.resolved 3"]);
});

test.for(["close", "crash"] as const)(
  "[CLIENT-6] when the leader closes between two events (%s), another tab continues from its own position",
  async (how) => {
    const { server, browser, openTab } = openBrowser();
    const first = await openTab();
    const others = [await openTab(), await openTab()];
    server.record("run.started");
    await flush();
    if (how === "close") first.events.close();
    else first.crash();
    server.record("inquiry.asked");
    await flush();
    server.record("inquiry.resolved");
    await flush();
    expect(browser.joined()).toBe(others.length);
    expect(server.requests.map(({ lastEventId }) => lastEventId)).toEqual([null, "1"]);
    for (const { seen } of others)
      expect(seen).toEqual(["snapshot 0", "run.started 1", "inquiry.asked 2", "inquiry.resolved 3"]);
  },
);

test("[CLIENT-6] a tab that is behind the new leader gets a snapshot", async () => {
  const { server, openTab } = openBrowser();
  const first = await openTab();
  const second = await openTab();
  const third = await openTab();
  third.suspend();
  server.record("run.started");
  await flush();
  // Messages of a closed tab never reach a suspended one.
  first.crash();
  await flush();
  third.dropMessages();
  third.resume();
  server.record("inquiry.asked");
  await flush();
  expect(second.seen).toEqual(["snapshot 0", "run.started 1", "inquiry.asked 2"]);
  expect(third.seen).toEqual(["snapshot 0", "snapshot 1", "inquiry.asked 2"]);
});

test("[HISTORY-3] a tab that slept while the log was replaced by a shorter one gets a snapshot from the leader", async () => {
  const { server, timers, openTab } = openBrowser();
  const leader = await openTab();
  const follower = await openTab();
  for (const _ of [1, 2, 3]) server.record("run.started");
  await flush();
  follower.suspend();
  server.replaceLog("b2");
  await timers.advance(2_000);
  server.record("run.started");
  await flush();
  follower.dropMessages();
  follower.resume();
  server.record("inquiry.asked");
  await flush();
  expect(leader.seen.slice(-3)).toEqual(["snapshot 0", "run.started 1", "inquiry.asked 2"]);
  expect(follower.seen.slice(-2)).toEqual(["snapshot 1", "inquiry.asked 2"]);
});

test("[CLIENT-6] the leader ignores late messages of the previous leader", async () => {
  const { server, timers, browser, openTab } = openBrowser();
  const leader = await openTab();
  const former = browser.openTab().join(() => {});
  former.post({ type: "update", connection: "live", position: 9 });
  for (let beats = 0; beats < 4; beats++) {
    await timers.advance(15_000);
    server.send(": heartbeat\n\n");
  }
  await flush();
  expect([server.requests.length, leader.seen]).toEqual([1, ["snapshot 0"]]);
});

test("[CLIENT-6] heartbeats of the server keep followers with a quiet leader", async () => {
  const { server, timers, openTab } = openBrowser();
  await openTab();
  await openTab();
  for (let beats = 0; beats < 8; beats++) {
    await timers.advance(15_000);
    server.send(": heartbeat\n\n");
  }
  await flush();
  expect(server.requests.length).toBe(1);
});

test("[CLIENT-6] a follower that gets nothing for 35 seconds opens its own stream until the leader sends again", async () => {
  const { server, timers, openTab } = openBrowser();
  const leader = await openTab();
  const follower = await openTab();
  leader.suspend();
  server.record("inquiry.asked");
  // The connection of the suspended tab is still open.
  for (let beats = 0; beats < 3; beats++) {
    await timers.advance(12_000);
    server.send(": heartbeat\n\n");
  }
  await flush();
  expect(server.requests.map(({ lastEventId }) => lastEventId)).toEqual([null, "0"]);
  expect(follower.seen).toEqual(["snapshot 0", "inquiry.asked 1"]);
  server.record("run.started");
  await flush();
  leader.resume();
  await flush();
  expect(server.open()).toBe(1);
  server.record("inquiry.resolved");
  await flush();
  expect(follower.seen).toEqual(["snapshot 0", "inquiry.asked 1", "run.started 2", "inquiry.resolved 3"]);
  expect(leader.seen).toEqual(follower.seen);
});

test("[CLIENT-6] a new tab without an answer from a leader opens its own stream after 2 seconds", async () => {
  const { timers, openTab } = openBrowser();
  const leader = await openTab();
  leader.suspend();
  const late = await openTab();
  await timers.advance(2_000);
  expect([late.seen, late.events.connection]).toEqual([["snapshot 0"], "live"]);
});

test("[CLIENT-6] a tab with its own stream that becomes the leader keeps one stream", async () => {
  const { server, timers, openTab } = openBrowser();
  const leader = await openTab();
  leader.suspend();
  const follower = await openTab();
  await timers.advance(2_000);
  expect(server.open()).toBe(2);
  leader.crash();
  server.record("inquiry.asked");
  await flush();
  // Nothing in this test closes the stream of the crashed tab.
  expect([server.requests.length, server.open()]).toEqual([3, 2]);
  expect(follower.seen).toEqual(["snapshot 0", "inquiry.asked 1"]);
});

test("[CLIENT-6] followers open their own streams when the leader has no connection", async () => {
  const { server, timers, openTab } = openBrowser();
  let isCut = false;
  const leader = await openTab((...request) =>
    isCut ? Promise.reject(new TypeError("cut")) : server.fetch(...request),
  );
  const follower = await openTab();
  isCut = true;
  server.disconnect();
  await timers.advance(10_000);
  expect([leader.events.connection, follower.events.connection]).toEqual(["lost", "lost"]);
  await timers.advance(25_000);
  server.record("inquiry.asked");
  expect(follower.events.connection).toBe("live");
  // The leader still reports that its connection is lost, which no longer matters to the follower.
  for (let beats = 0; beats < 3; beats++) {
    await timers.advance(15_000);
    server.send(": heartbeat\n\n");
  }
  await flush();
  expect([leader.events.connection, follower.events.connection]).toEqual(["lost", "live"]);
  isCut = false;
  await timers.advance(30_000);
  expect(leader.seen).toEqual(["snapshot 0", "inquiry.asked 1"]);
  expect([follower.seen, server.open()]).toEqual([leader.seen, 1]);
});

test("[CLIENT-6] a stream of some conversations is not shared", async () => {
  const server = createFakeServer();
  const browser = createFakeBrowser();
  const open = (conversations: string[]) =>
    createClient({ fetch: server.fetch, tabs: browser.openTab() }).events({ conversations });
  const streams = [open(["c_1"]), open(["c_2"])];
  await flush();
  expect(server.requests.length).toBe(2);
  for (const stream of streams) stream.close();
});
