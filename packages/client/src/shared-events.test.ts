import type { StreamEvent } from "@askback/core/wire";
import { expect, test } from "vitest";
import { createClient } from "./create-client.ts";
import { createFakeBrowser } from "./testing/fake-browser.ts";
import { createFakeServer } from "./testing/fake-server.ts";
import { createTime, settled } from "./testing/time.ts";

function openBrowser() {
  const server = createFakeServer();
  const time = createTime();
  const browser = createFakeBrowser();
  async function openTab(fetch = server.fetch) {
    const tab = browser.openTab();
    const events = createClient({ fetch, wait: time.wait, tabs: tab }).events();
    const seen: string[] = [];
    void (async () => {
      for await (const event of events) seen.push(label(event));
    })();
    await settled();
    return { ...tab, events, seen };
  }
  return { server, time, browser, openTab };
}

function label(event: StreamEvent): string {
  return "position" in event ? `${event.type} ${event.position}` : event.type;
}

test("[CLIENT-6] the tabs of a browser see the same over one connection, text too", async () => {
  const { server, openTab } = openBrowser();
  const tabs = [await openTab(), await openTab(), await openTab()];
  server.record("inquiry.asked");
  server.send('event: text.streamed\ndata: {"delta":"Hi"}\n\n');
  await settled();
  expect(server.requests.length).toBe(1);
  for (const { seen, events } of tabs) {
    expect(seen).toEqual(["snapshot 0", "inquiry.asked 1", "text.streamed"]);
    expect(events.connection).toBe("live");
  }
});

test("[CLIENT-6] a tab that comes late is told by a snapshot from where it starts", async () => {
  const { server, openTab } = openBrowser();
  await openTab();
  server.record("run.started");
  server.record("inquiry.asked");
  await settled();
  const late = await openTab();
  server.record("inquiry.resolved");
  await settled();
  expect(late.seen).toEqual(["snapshot 2", "inquiry.resolved 3"]);
});

test.for(["close", "crash"] as const)(
  "[CLIENT-6] when the one that leads goes between two events (%s), another goes on from where it is itself",
  async (how) => {
    const { server, browser, openTab } = openBrowser();
    const first = await openTab();
    const others = [await openTab(), await openTab()];
    server.record("run.started");
    await settled();
    if (how === "close") first.events.close();
    else first.crash();
    server.record("inquiry.asked");
    await settled();
    server.record("inquiry.resolved");
    await settled();
    expect(browser.listening()).toBe(others.length);
    expect(server.requests.map(({ lastEventId }) => lastEventId)).toEqual([null, "1"]);
    for (const { seen } of others)
      expect(seen).toEqual(["snapshot 0", "run.started 1", "inquiry.asked 2", "inquiry.resolved 3"]);
  },
);

test("[CLIENT-6] a tab that had heard less than the one that takes over is told so by a snapshot", async () => {
  const { server, openTab } = openBrowser();
  const first = await openTab();
  const second = await openTab();
  const third = await openTab();
  third.sleep();
  server.record("run.started");
  await settled();
  // What was said to a sleeping tab by one that is gone never reaches it.
  first.crash();
  await settled();
  third.forget();
  third.wake();
  server.record("inquiry.asked");
  await settled();
  expect(second.seen).toEqual(["snapshot 0", "run.started 1", "inquiry.asked 2"]);
  expect(third.seen).toEqual(["snapshot 0", "snapshot 1", "inquiry.asked 2"]);
});

test("[CLIENT-6] a late word of the one that led before is nothing to the one that leads now", async () => {
  const { server, time, browser, openTab } = openBrowser();
  const leader = await openTab();
  const former = browser.openTab().join(() => {});
  former.say({ type: "word", connection: "live", position: 9 });
  for (let beats = 0; beats < 4; beats++) {
    await time.pass(15_000);
    server.send(": heartbeat\n\n");
  }
  await settled();
  expect([server.requests.length, leader.seen]).toEqual([1, ["snapshot 0"]]);
});

test("[CLIENT-6] heartbeats of the server keep a leader trusted, however quiet it is", async () => {
  const { server, time, openTab } = openBrowser();
  await openTab();
  await openTab();
  for (let beats = 0; beats < 8; beats++) {
    await time.pass(15_000);
    server.send(": heartbeat\n\n");
  }
  await settled();
  expect(server.requests.length).toBe(1);
});

test("[CLIENT-6] who hears nothing for 35 seconds opens its own stream, until the leader is heard again", async () => {
  const { server, time, openTab } = openBrowser();
  const leader = await openTab();
  const follower = await openTab();
  leader.sleep();
  server.record("inquiry.asked");
  // The sleeping tab's connection still stands; that it hears nothing is its own affair.
  for (let beats = 0; beats < 3; beats++) {
    await time.pass(12_000);
    server.send(": heartbeat\n\n");
  }
  await settled();
  expect(server.requests.map(({ lastEventId }) => lastEventId)).toEqual([null, "0"]);
  expect(follower.seen).toEqual(["snapshot 0", "inquiry.asked 1"]);
  server.record("run.started");
  await settled();
  leader.wake();
  await settled();
  expect(server.open()).toBe(1);
  server.record("inquiry.resolved");
  await settled();
  expect(follower.seen).toEqual(["snapshot 0", "inquiry.asked 1", "run.started 2", "inquiry.resolved 3"]);
  expect(leader.seen).toEqual(follower.seen);
});

test("[CLIENT-6] a new tab that nobody greets does not wait long", async () => {
  const { time, openTab } = openBrowser();
  const leader = await openTab();
  leader.sleep();
  const late = await openTab();
  await time.pass(2_000);
  expect([late.seen, late.events.connection]).toEqual([["snapshot 0"], "live"]);
});

test("[CLIENT-6] who went on alone and then leads has one stream", async () => {
  const { server, time, openTab } = openBrowser();
  const leader = await openTab();
  leader.sleep();
  const follower = await openTab();
  await time.pass(2_000);
  expect(server.open()).toBe(2);
  leader.crash();
  server.record("inquiry.asked");
  await settled();
  // That of the crashed tab is not closed by anybody here.
  expect([server.requests.length, server.open()]).toEqual([3, 2]);
  expect(follower.seen).toEqual(["snapshot 0", "inquiry.asked 1"]);
});

test("[CLIENT-6] where the leader finds no connection the others look for one themselves", async () => {
  const { server, time, openTab } = openBrowser();
  let isCut = false;
  const leader = await openTab((...request) =>
    isCut ? Promise.reject(new TypeError("cut")) : server.fetch(...request),
  );
  const follower = await openTab();
  isCut = true;
  server.breakOff();
  await time.pass(10_000);
  expect([leader.events.connection, follower.events.connection]).toEqual(["lost", "lost"]);
  await time.pass(25_000);
  server.record("inquiry.asked");
  expect(follower.events.connection).toBe("live");
  // The leader still says that it is lost, which is its own affair now.
  for (let beats = 0; beats < 3; beats++) {
    await time.pass(15_000);
    server.send(": heartbeat\n\n");
  }
  await settled();
  expect([leader.events.connection, follower.events.connection]).toEqual(["lost", "live"]);
  isCut = false;
  await time.pass(30_000);
  expect(leader.seen).toEqual(["snapshot 0", "inquiry.asked 1"]);
  expect([follower.seen, server.open()]).toEqual([leader.seen, 1]);
});

test("[CLIENT-6] a stream of some conversations is not shared", async () => {
  const server = createFakeServer();
  const browser = createFakeBrowser();
  const open = (conversations: string[]) =>
    createClient({ fetch: server.fetch, tabs: browser.openTab() }).events({ conversations });
  const streams = [open(["c_1"]), open(["c_2"])];
  await settled();
  expect(server.requests.length).toBe(2);
  for (const stream of streams) stream.close();
});
