import { expect, test } from "vitest";
import { flushPromises } from "../../testing/flush-promises.ts";
import { done, send, setUp, shown } from "../../testing/message-outbox.ts";

test("[DRAFT-7] messages are sent in order, one at a time, and leave when the transcript that has them is shown", async () => {
  const { open, requests } = setUp();
  const outbox = open();
  send(outbox, "one");
  send(outbox, "two", { isSeparate: true });
  await flushPromises();
  expect(shown(outbox)).toEqual([
    ["one", "sending"],
    ["two", "waiting"],
  ]);
  expect(requests).toHaveLength(1);
  await requests[0]?.answer(done);
  await requests[1]?.answer(done);
  expect(requests.map(({ sent: [, body] }) => body)).toEqual([
    { text: "one", separate: false },
    { text: "two", separate: true },
  ]);
  expect(outbox.entries.get()).toMatchObject([{ status: "sent" }, { status: "sent" }]);
  outbox.markShown("c1", 6);
  expect(outbox.entries.get()).toHaveLength(2);
  outbox.markShown("c1", 7);
  expect(outbox.entries.get()).toEqual([]);
});

test("[SEND-6] a message keeps the question that its author saw, through a break and a reload", async () => {
  const { open, connection, requests } = setUp();
  const answers = { inquiry: "inq_1", revision: 2 };
  connection.set("lost");
  send(open(), "Yes, go ahead", { answers });
  await flushPromises();
  open();
  await flushPromises();
  connection.set("live");
  await flushPromises();
  expect(requests[0]?.sent[1]).toEqual({ text: "Yes, go ahead", separate: false, answers });
});

test("[DRAFT-7] a sent message is not sent again after a reload", async () => {
  const { open, requests } = setUp();
  send(open(), "one");
  await flushPromises();
  await requests[0]?.answer(done);
  const after = open();
  await flushPromises();
  expect(after.entries.get()).toEqual([]);
  expect(requests).toHaveLength(1);
});

test("[DRAFT-7] a message on its way survives a reload and is sent again under the same key", async () => {
  const { openTab, requests, browser } = setUp();
  const before = openTab();
  send(before.outbox, "one");
  await flushPromises();
  before.stop();
  browser.releaseLocks();
  openTab();
  await flushPromises();
  expect(requests.map(({ sent }) => [sent[0], sent[2]?.key])).toEqual([
    ["c1", "key-1"],
    ["c1", "key-1"],
  ]);
});

test("[DRAFT-7] a message is said to wait once it is stored, and only then is it sent", async () => {
  const { openTab, requests, browser } = setUp();
  const { outbox } = openTab();
  const { stored } = send(outbox, "one");
  expect(shown(outbox)).toEqual([["one", "new"]]);
  expect(requests).toHaveLength(0);
  await stored;
  expect(shown(outbox)).toEqual([["one", "sending"]]);
  expect([...browser.database.values()]).toMatchObject([{ submission: { text: "one" } }]);
});

test("[DRAFT-7] a browser that stores nothing sends all the same", async () => {
  const { openTab, browser, connection, requests } = setUp();
  connection.set("lost");
  const { outbox } = openTab();
  browser.database.set = () => browser.database;
  send(outbox, "one");
  await flushPromises();
  connection.set("live");
  await flushPromises();
  expect(requests).toHaveLength(1);
});

test("[SEND-6] a message that waits is sent though the browser cannot read what it stored", async () => {
  const { open, browser, connection, requests } = setUp();
  connection.set("lost");
  const outbox = open();
  send(outbox, "one");
  await flushPromises();
  browser.isReadable = false;
  connection.set("live");
  await flushPromises();
  expect(shown(outbox)).toEqual([["one", "sending"]]);
  expect(requests.map(({ sent }) => sent[2]?.key)).toEqual(["key-1"]);
});

test("[SEND-6] a message that could neither be stored nor read is sent when the browser can read again", async () => {
  const { open, browser, connection, requests } = setUp();
  connection.set("lost");
  const outbox = open();
  browser.database.set = () => browser.database;
  browser.isReadable = false;
  send(outbox, "one");
  await flushPromises();
  browser.isReadable = true;
  connection.set("live");
  await flushPromises();
  expect(requests).toHaveLength(1);
});

test("[DRAFT-7] a damaged entry is ignored", async () => {
  const { openTab, browser, connection } = setUp();
  connection.set("lost");
  browser.database.set("outbox:ana:key-0", "{ half a mess");
  browser.database.set("outgoing:ana:key-9", { key: "key-9" });
  const before = openTab();
  send(before.outbox, "one");
  await flushPromises();
  before.stop();
  const after = openTab();
  await flushPromises();
  expect(shown(after.outbox).map(([text]) => text)).toEqual(["one"]);
});

test("[SEND-6] nothing is sent after the person is gone", async () => {
  const { openTab, clock, requests } = setUp();
  const { outbox, stop } = openTab();
  send(outbox, "one");
  send(outbox, "two");
  await flushPromises();
  stop();
  await requests[0]?.answer(done);
  clock.advance(60_000);
  await outbox.clear();
  openTab();
  await flushPromises();
  expect(requests).toHaveLength(1);
});

test("[DRAFT-7] a message that is not stored for long, because the person is not known yet, is sent then", async () => {
  const { openTab, clock, requests } = setUp();
  const owner = Promise.withResolvers<string>();
  const { outbox } = openTab(undefined, owner.promise);
  send(outbox, "hello");
  for (const _ of [1, 2, 3]) {
    clock.advance(15_000);
    await flushPromises();
  }
  owner.resolve("ana");
  await flushPromises();
  expect(shown(outbox)).toEqual([["hello", "sending"]]);
  expect(requests).toHaveLength(1);
});

test("[DRAFT-7] a second press resolves when the message is stored, as the first does", async () => {
  const { openTab, browser } = setUp();
  const tab = browser.openTab();
  const writing = Promise.withResolvers<void>();
  const { outbox } = openTab({ ...tab, database: { ...tab.database, set: () => writing.promise } });
  const text = {
    type: "message",
    conversationId: "c1",
    text: "one",
    isSeparate: true,
    recoveredFrom: "inq_1",
  } as const;
  outbox.submit(text);
  let isStored = false;
  void outbox.submit(text).stored.then(() => {
    isStored = true;
  });
  await flushPromises();
  expect(isStored).toBe(false);
  writing.resolve();
  await flushPromises();
  expect(isStored).toBe(true);
});

test("[DRAFT-7] a sent message that nobody shows is forgotten after a minute with a connection", async () => {
  const { open, clock, connection, requests } = setUp();
  const [one, other] = [open(), open()];
  await flushPromises();
  send(one, "hello");
  await flushPromises();
  await requests[0]?.answer(done);
  connection.set("lost");
  clock.advance(60_000);
  expect(shown(one)).toEqual([["hello", "sent"]]);
  connection.set("live");
  clock.advance(60_000);
  expect([shown(one), shown(other)]).toEqual([[], []]);
});
