import { expect, test } from "vitest";
import { flushPromises } from "../../testing/flush-promises.ts";
import { done, refused, send, setUp, shown, unreachable } from "../../testing/message-outbox.ts";

test("[DRAFT-7] messages that two tabs could not send are all there after both are closed", async () => {
  const { openTab, connection } = setUp();
  connection.set("lost");
  const [one, other] = [openTab(), openTab()];
  send(one.outbox, "from one");
  send(other.outbox, "from the other");
  await flushPromises();
  one.stop();
  other.stop();
  const { outbox } = openTab();
  await flushPromises();
  expect(shown(outbox).map(([text]) => text)).toEqual(["from one", "from the other"]);
});

test("[SEND-8] all tabs show the same messages, and one of them sends", async () => {
  const { open, connection, requests } = setUp();
  connection.set("lost");
  const [one, other] = [open(), open()];
  await flushPromises();
  send(one, "hello");
  await flushPromises();
  expect(shown(other)).toEqual([["hello", "waiting"]]);
  connection.set("live");
  await flushPromises();
  expect([shown(one), shown(other)]).toEqual([[["hello", "sending"]], [["hello", "sending"]]]);
  await requests[0]?.answer(done);
  expect(requests).toHaveLength(1);
  expect([shown(one), shown(other)]).toEqual([[["hello", "sent"]], [["hello", "sent"]]]);
});

test("[SEND-8] a tab goes on with what another tab was sending when it was closed", async () => {
  const { openTab, clock, requests, browser } = setUp();
  const [one, other] = [openTab(), openTab()];
  await flushPromises();
  send(one.outbox, "hello");
  await flushPromises();
  expect(requests).toHaveLength(1);
  one.stop();
  browser.releaseLocks();
  clock.advance(15_000);
  await flushPromises();
  expect(requests.map(({ sent }) => sent[2]?.key)).toEqual(["key-1", "key-1"]);
  await requests[1]?.answer(done);
  expect(shown(other.outbox)).toEqual([["hello", "sent"]]);
});

test("[SEND-8] messages of two tabs to one conversation are sent in order", async () => {
  const { open, requests } = setUp();
  const [one, other] = [open(), open()];
  await flushPromises();
  send(one, "first");
  await flushPromises();
  send(other, "second");
  await flushPromises();
  expect(requests).toHaveLength(1);
  await requests[0]?.answer(done);
  expect(requests.map(({ sent }) => sent[1].text)).toEqual(["first", "second"]);
});

test("[SEND-6] a message that is taken back in one tab is not sent by another", async () => {
  const { open, connection, requests } = setUp();
  connection.set("lost");
  const one = open();
  send(one, "never mind");
  await flushPromises();
  const other = open();
  await flushPromises();
  one.discard("key-1");
  await flushPromises();
  connection.set("live");
  await flushPromises();
  expect(requests).toEqual([]);
  expect(other.entries.get()).toEqual([]);
});

test("[SEND-6] a message that is taken back while another tab does not listen is not sent by that tab", async () => {
  const { openTab, connection, requests } = setUp();
  connection.set("lost");
  const one = openTab();
  send(one.outbox, "never mind");
  await flushPromises();
  one.stop();
  const other = openTab();
  await flushPromises();
  one.outbox.discard("key-1");
  await flushPromises();
  connection.set("live");
  await flushPromises();
  expect(requests).toEqual([]);
  expect(other.outbox.entries.get()).toEqual([]);
});

test("[SEND-1] the caller gets the reply of the server, whichever tab sends", async () => {
  const { open, requests, connection } = setUp();
  connection.set("lost");
  const [one, other] = [open(), open()];
  await flushPromises();
  const replies = [send(one, "hello").reply, send(other, "again").reply];
  connection.set("live");
  await flushPromises();
  await requests[0]?.answer(done);
  await requests[1]?.answer({ ok: false, error: refused });
  expect(await Promise.all(replies)).toEqual([done, { ok: false, error: refused }]);
});

test("[SEND-8] with two tabs in a browser that stores nothing, the tab that has the message sends it", async () => {
  const { open, browser, connection, requests } = setUp();
  connection.set("lost");
  const [one, other] = [open(), open()];
  await flushPromises();
  browser.database.set = () => browser.database;
  send(one, "hello");
  await flushPromises();
  connection.set("live");
  await flushPromises();
  await requests[0]?.answer(done);
  expect(requests).toHaveLength(1);
  expect([shown(one), shown(other)]).toEqual([[["hello", "sent"]], [["hello", "sent"]]]);
});

test("[SEND-8] a message that a closed tab did not store blocks the other tabs for a minute at most", async () => {
  const { openTab, browser, clock, requests } = setUp();
  const tab = browser.openTab();
  const one = openTab({ ...tab, database: { ...tab.database, set: () => new Promise(() => {}) } });
  const other = openTab();
  await flushPromises();
  send(one.outbox, "lost");
  await flushPromises();
  one.stop();
  send(other.outbox, "hello");
  for (const _ of [1, 2, 3, 4]) {
    await flushPromises();
    clock.advance(15_000);
  }
  await flushPromises();
  expect(requests.map(({ sent }) => sent[1].text)).toEqual(["hello"]);
  expect(shown(other.outbox)).toEqual([["hello", "sending"]]);
});

test("[SEND-8] a message that a closed tab stored and did not send is sent by another tab", async () => {
  const { openTab, browser, clock, requests } = setUp();
  const tab = browser.openTab();
  const set = async (key: string, value: unknown) => {
    await tab.database.set(key, value);
    await new Promise(() => {});
  };
  const one = openTab({ ...tab, database: { ...tab.database, set } });
  openTab();
  await flushPromises();
  send(one.outbox, "hello");
  await flushPromises();
  one.stop();
  clock.advance(15_000);
  await flushPromises();
  expect(requests.map(({ sent }) => sent[1].text)).toEqual(["hello"]);
});

test("[SEND-8] a tab that missed that a message was sent does not show it in the others again", async () => {
  const { openTab, connection, requests } = setUp();
  connection.set("lost");
  const [one, other] = [openTab(), openTab()];
  await flushPromises();
  send(one.outbox, "hello");
  await flushPromises();
  other.stop();
  connection.set("live");
  await flushPromises();
  await requests[0]?.answer(done);
  one.outbox.markShown("c1", 7);
  other.outbox.start();
  await flushPromises();
  expect(requests).toHaveLength(1);
  expect([shown(one.outbox), shown(other.outbox)]).toEqual([[], []]);
});

test("[SEND-6] a message cannot be taken back in any tab while a retry on a timer is under way", async () => {
  const { open, clock, requests } = setUp();
  const [one, other] = [open(), open()];
  await flushPromises();
  send(one, "hello");
  await flushPromises();
  await requests[0]?.answer({ ok: false, error: unreachable });
  const inFlight = () => [one, other].map(({ entries }) => entries.get()[0]?.isInFlight);
  expect(inFlight()).toEqual([false, false]);
  clock.advance(15_000);
  await flushPromises();
  expect(shown(one)).toEqual([["hello", "waiting"]]);
  expect(inFlight()).toEqual([true, true]);
  for (const at of [1, 2]) await requests[at]?.answer({ ok: false, error: unreachable });
  expect(inFlight()).toEqual([false, false]);
});
