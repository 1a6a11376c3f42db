import type { Connection, Failure } from "@askback/client";
import type { Conversation } from "@askback/core/wire";
import { expect, test } from "vitest";
import { createCell } from "../live/cell.ts";
import { createFakeBrowser } from "../testing/fake-places.ts";
import { settled } from "../testing/settled.ts";
import { createTurnableClock } from "../testing/turnable-clock.ts";
import { createOutboxes, type OutboxesOptions } from "./outboxes.ts";
import { createOutgoingStore } from "./outgoing-store.ts";

type Sent = Parameters<OutboxesOptions["send"]>;
type SentReply = { readonly ok: true; readonly value: Conversation } | { readonly ok: false; readonly error: Failure };

const unreachable: Failure = { type: "", status: 0, code: "unreachable", title: "No connection", hint: "" };
const refused: Failure = { ...unreachable, status: 404, code: "conversation-unknown", title: "There is none" };
const done = { ok: true, value: { id: "c1", version: 7 } as Conversation } as const;
const asked = { isSeparate: false };

/** A server that answers each message when the test says so, and a browser that keeps messages through a reload. */
function setUp() {
  const browser = createFakeBrowser();
  const clock = createTurnableClock();
  const connection = createCell<Connection>("live");
  const requests: { readonly sent: Sent; answer(reply: SentReply): Promise<void> }[] = [];
  let keys = 0;
  const openTab = () => {
    const { database } = browser.openTab();
    const store = createOutgoingStore(database, Promise.resolve("outgoing:"));
    const send = (...sent: Sent) =>
      new Promise<SentReply>((resolve) => {
        requests.push({
          sent,
          async answer(reply) {
            resolve(reply);
            await settled();
          },
        });
      });
    const outboxes = createOutboxes({ send, store, connection, clock, newKey: () => `key-${++keys}` });
    return { stop: outboxes.start(), outbox: outboxes.of("c1"), store };
  };
  const open = () => openTab().outbox;
  return { browser, clock, connection, requests, openTab, open };
}

test("[D-7] messages are sent in their order, one at a time, and leave when the transcript that has them is in sight", async () => {
  const { open, requests } = setUp();
  const outbox = open();
  void outbox.send("one", asked);
  void outbox.send("two", { isSeparate: true });
  await settled();
  expect(outbox.get().map(({ text, status }) => [text, status])).toEqual([
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
  expect(outbox.get()).toMatchObject([{ status: "sent" }, { status: "sent" }]);
  outbox.shown(6);
  expect(outbox.get()).toHaveLength(2);
  outbox.shown(7);
  expect(outbox.get()).toEqual([]);
});

test("[X-6] a message keeps the question that its author saw, through a break and a reload", async () => {
  const { open, connection, requests } = setUp();
  connection.set("lost");
  void open().send("Yes, go ahead", { isSeparate: false, answers: { inquiry: "inq_1", revision: 2 } });
  await settled();
  open();
  await settled();
  connection.set("live");
  await settled();
  const answers = { inquiry: "inq_1", revision: 2 };
  expect(requests[0]?.sent[1]).toEqual({ text: "Yes, go ahead", separate: false, answers });
});

test("[D-7] what finds no connection waits and is sent when it is back, under the same key", async () => {
  const { open, connection, requests } = setUp();
  const outbox = open();
  void outbox.send("one", asked);
  await settled();
  connection.set("lost");
  await requests[0]?.answer({ ok: false, error: unreachable });
  expect(outbox.get()).toMatchObject([{ status: "waiting" }]);
  connection.set("live");
  await settled();
  await requests[1]?.answer(done);
  expect(requests.map(({ sent }) => sent[2]?.key)).toEqual(["key-1", "key-1"]);
  expect(outbox.get()).toMatchObject([{ status: "sent" }]);
});

test("[D-7] what was lost while the stream lives is sent again after a while", async () => {
  const { open, clock, requests } = setUp();
  const outbox = open();
  void outbox.send("one", asked);
  await settled();
  await requests[0]?.answer({ ok: false, error: unreachable });
  clock.turn(15_000);
  await settled();
  await requests[1]?.answer(done);
  expect(outbox.get()).toMatchObject([{ status: "sent" }]);
});

test("[D-7] what was sent is not sent again after a reload", async () => {
  const { open, requests } = setUp();
  void open().send("one", asked);
  await settled();
  await requests[0]?.answer(done);
  const after = open();
  await settled();
  expect(after.get()).toEqual([]);
  expect(requests).toHaveLength(1);
});

test("[D-7] a message on its way survives a reload and is sent again under the same key, whatever is looked at", async () => {
  const { openTab, requests } = setUp();
  const before = openTab();
  void before.outbox.send("one", asked);
  await settled();
  before.stop();
  openTab();
  await settled();
  expect(requests.map(({ sent }) => [sent[0], sent[2]?.key])).toEqual([
    ["c1", "key-1"],
    ["c1", "key-1"],
  ]);
});

test("[D-7] what two tabs could not send is all there after both are gone", async () => {
  const { open, connection } = setUp();
  connection.set("lost");
  const [one, other] = [open(), open()];
  void one.send("from one", asked);
  void other.send("from the other", asked);
  await settled();
  const after = open();
  await settled();
  expect(after.get().map(({ text }) => text)).toEqual(["from one", "from the other"]);
});

test("[X-6] what is taken back in one tab is not sent by another that took it over", async () => {
  const { open, connection, requests } = setUp();
  connection.set("lost");
  const one = open();
  void one.send("never mind", asked);
  await settled();
  const other = open();
  await settled();
  expect(one.takeBack("key-1")).toBe("never mind");
  await settled();
  connection.set("live");
  await settled();
  expect(requests).toEqual([]);
  expect(other.get()).toEqual([]);
});

test("[D-7] a message is said to wait once it is kept, and only then is it sent", async () => {
  const { openTab, requests } = setUp();
  const { outbox, store } = openTab();
  const sent = outbox.send("one", asked);
  expect(outbox.get()).toMatchObject([{ status: "new" }]);
  expect(requests).toHaveLength(0);
  await sent;
  expect(outbox.get()).toMatchObject([{ status: "sending" }]);
  expect(await store.all()).toMatchObject([{ text: "one" }]);
});

test("[D-7] a browser that keeps nothing sends all the same", async () => {
  const { openTab, browser, connection, requests } = setUp();
  connection.set("lost");
  const { outbox } = openTab();
  browser.kept.set = () => browser.kept;
  void outbox.send("one", asked);
  await settled();
  connection.set("live");
  await settled();
  expect(requests).toHaveLength(1);
});

test("[X-6] a message that waits is sent though the browser cannot read what it keeps", async () => {
  const { open, browser, connection, requests } = setUp();
  connection.set("lost");
  const outbox = open();
  void outbox.send("one", asked);
  await settled();
  browser.isReadable = false;
  connection.set("live");
  await settled();
  expect(outbox.get()).toMatchObject([{ text: "one", status: "sending" }]);
  expect(requests.map(({ sent }) => sent[2]?.key)).toEqual(["key-1"]);
});

test("[X-6] a message that could neither be kept nor read is sent when the browser can read again", async () => {
  const { open, browser, connection, requests } = setUp();
  connection.set("lost");
  const outbox = open();
  browser.kept.set = () => browser.kept;
  browser.isReadable = false;
  void outbox.send("one", asked);
  await settled();
  browser.isReadable = true;
  connection.set("live");
  await settled();
  expect(requests).toHaveLength(1);
});

test("[D-7] a damaged entry is passed over", async () => {
  const { open, browser, connection } = setUp();
  connection.set("lost");
  browser.kept.set("outgoing:key-0", "{ half a mess");
  browser.kept.set("outgoing:key-9", { key: "key-9" });
  const outbox = open();
  void outbox.send("one", asked);
  await settled();
  const after = open();
  await settled();
  expect(after.get().map(({ text }) => text)).toEqual(["one"]);
});

test("[X-6] nothing is sent after its author is gone", async () => {
  const { openTab, clock, requests } = setUp();
  const { outbox, stop, store } = openTab();
  void outbox.send("one", asked);
  void outbox.send("two", asked);
  await settled();
  stop();
  await requests[0]?.answer(done);
  clock.turn(60_000);
  await store.clear();
  openTab();
  await settled();
  expect(requests).toHaveLength(1);
});

test("[X-7] a refused message says why, lets the next one pass, and can be retried or taken back", async () => {
  const { open, requests } = setUp();
  const outbox = open();
  void outbox.send("one", asked);
  void outbox.send("two", asked);
  await settled();
  await requests[0]?.answer({ ok: false, error: refused });
  expect(outbox.get()).toMatchObject([{ status: "failed", problem: "There is none" }, { status: "sending" }]);
  await requests[1]?.answer(done);
  outbox.shown(7);
  outbox.retry("key-1");
  expect(outbox.get()).toMatchObject([{ key: "key-1", text: "one", status: "sending" }]);
  expect(outbox.get()[0]).not.toHaveProperty("problem");
  await settled();
  await requests[2]?.answer({ ok: false, error: refused });
  expect(outbox.takeBack("key-1")).toBe("one");
  expect(outbox.get()).toEqual([]);
});
