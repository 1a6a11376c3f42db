import type { Connection, Failure, Reply } from "@askback/client";
import type { Conversation } from "@askback/core/wire";
import { atom } from "nanostores";
import { expect, test } from "vitest";
import { createFakeBrowser } from "../../testing/fake-browser.ts";
import { createFakeClient, type FakeClient } from "../../testing/fake-client.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { createUploads } from "../files/uploads.ts";
import { createOutbox, type Outbox } from "./outbox.ts";

type Sent = Parameters<FakeClient["conversations"]["send"]>;
type SentReply = Awaited<Reply<Conversation>>;

const unreachable: Failure = { type: "", status: 0, code: "unreachable", title: "No connection", hint: "" };
const refused: Failure = { ...unreachable, status: 404, code: "conversation-unknown", title: "There is none" };
const done = { ok: true, value: { id: "c1", version: 7 } as Conversation } as const;

/** A server that answers each message when the test says so, and a browser that stores messages through a reload. */
function setUp() {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  const connection = atom<Connection>("live");
  const requests: { readonly sent: Sent; answer(reply: SentReply): Promise<void> }[] = [];
  let keys = 0;
  const client = createFakeClient();
  client.conversations.send = (...sent) =>
    new Promise<SentReply>((resolve) => {
      requests.push({
        sent,
        async answer(reply) {
          resolve(reply);
          await flushPromises();
        },
      });
    });
  const openTab = (storage = browser.openTab(), owner = Promise.resolve("ana")) => {
    const uploads = createUploads({
      client,
      database: storage.database,
      owner,
      newKey: () => `file-${++keys}`,
      now: clock.now,
      namedUnder: [],
    });
    const outbox = createOutbox({
      client,
      uploads,
      storage,
      owner,
      inquiries: { get: () => undefined, show() {}, refetch: async () => undefined },
      connection,
      network: { isOnline: () => true, onChange: () => () => {} },
      clock,
      newKey: () => `key-${++keys}`,
    });
    return { stop: outbox.start(), outbox, uploads };
  };
  const open = () => openTab().outbox;
  return { browser, client, clock, connection, requests, openTab, open };
}

type Options = { readonly isSeparate?: boolean; readonly answers?: { inquiry: string; revision: number } };

function send(outbox: Outbox, text: string, { isSeparate = false, answers }: Options = {}) {
  const message = { type: "message", conversationId: "c1", text, isSeparate } as const;
  return outbox.submit({ ...message, ...(answers && { answers }) });
}

const shown = (outbox: Outbox) =>
  outbox.entries.get().map(({ submission, status }) => [submission.type === "message" && submission.text, status]);

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

test.for([0, 408, 425, 429, 500, 503])(
  "[SEND-9] a message that fails with status %i waits and is sent when the connection is back, under the same key",
  async (status) => {
    const { open, connection, requests } = setUp();
    const outbox = open();
    send(outbox, "one");
    await flushPromises();
    connection.set("lost");
    await requests[0]?.answer({ ok: false, error: { ...unreachable, status } });
    expect(outbox.entries.get()).toMatchObject([{ status: "waiting" }]);
    connection.set("live");
    await flushPromises();
    await requests[1]?.answer(done);
    expect(requests.map(({ sent }) => sent[2]?.key)).toEqual(["key-1", "key-1"]);
    expect(outbox.entries.get()).toMatchObject([{ status: "sent" }]);
  },
);

test("[SEND-9] a request that is lost while the stream lives is retried less and less often", async () => {
  const { open, clock, requests } = setUp();
  const outbox = open();
  send(outbox, "one");
  await flushPromises();
  const fail = async () => requests.at(-1)?.answer({ ok: false, error: unreachable });
  const passes = async (ms: number) => {
    clock.advance(ms);
    await flushPromises();
  };
  await fail();
  await passes(15_000);
  expect(requests).toHaveLength(2);
  await fail();
  await passes(15_000);
  expect(requests).toHaveLength(2);
  await passes(15_000);
  expect(requests).toHaveLength(3);
  await requests[2]?.answer(done);
  expect(outbox.entries.get()).toMatchObject([{ status: "sent" }]);
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

test("[SEND-9] a refused message says why, lets the next one pass, and can be retried or taken back, also after a reload", async () => {
  const { openTab, requests } = setUp();
  const { outbox, stop } = openTab();
  send(outbox, "one");
  send(outbox, "two");
  await flushPromises();
  await requests[0]?.answer({ ok: false, error: refused });
  expect(outbox.entries.get()).toMatchObject([
    { status: "failed", problem: { title: "There is none" } },
    { status: "sending" },
  ]);
  await requests[1]?.answer(done);
  outbox.markShown("c1", 7);
  outbox.retry("key-1");
  expect(outbox.entries.get()).toMatchObject([{ submission: { id: "key-1", text: "one" }, status: "sending" }]);
  expect(outbox.entries.get()[0]).not.toHaveProperty("problem");
  await flushPromises();
  await requests[2]?.answer({ ok: false, error: refused });
  stop();
  const again = openTab().outbox;
  await flushPromises();
  expect(again.entries.get()).toMatchObject([{ status: "failed", problem: { title: "There is none" } }]);
  again.discard("key-1");
  expect(again.entries.get()).toEqual([]);
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

test("[SEND-9] a retry on a timer is not shown as sending", async () => {
  const { open, clock, connection, requests } = setUp();
  const outbox = open();
  connection.set("lost");
  send(outbox, "one");
  await flushPromises();
  clock.advance(15_000);
  await flushPromises();
  expect(requests).toHaveLength(1);
  expect(shown(outbox)).toEqual([["one", "waiting"]]);
  await requests[0]?.answer(done);
  expect(shown(outbox)).toEqual([["one", "sent"]]);
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

test("[SEND-9] a retry that is given offline is sent when the connection is back, also after a reload", async () => {
  const { openTab, connection, requests } = setUp();
  const { outbox, stop } = openTab();
  send(outbox, "one");
  await flushPromises();
  await requests[0]?.answer({ ok: false, error: refused });
  connection.set("lost");
  outbox.retry("key-1");
  await flushPromises();
  expect(shown(outbox)).toEqual([["one", "waiting"]]);
  stop();
  const again = openTab().outbox;
  await flushPromises();
  expect(shown(again)).toEqual([["one", "waiting"]]);
  connection.set("live");
  await flushPromises();
  expect(requests.map(({ sent }) => sent[2]?.key)).toEqual(["key-1", "key-1"]);
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

test("[SEND-9] the pause before a retry does not grow while nothing is sent", async () => {
  const { open, clock, requests } = setUp();
  const outbox = open();
  send(outbox, "one");
  await flushPromises();
  await requests[0]?.answer(done);
  clock.advance(15_000);
  send(outbox, "two");
  await flushPromises();
  await requests[1]?.answer({ ok: false, error: unreachable });
  clock.advance(15_000);
  await flushPromises();
  expect(requests).toHaveLength(3);
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

test("[SEND-9] without a stream, a retry on a timer sends all messages of a conversation", async () => {
  const { open, clock, connection, requests } = setUp();
  const outbox = open();
  connection.set("lost");
  for (const text of ["one", "two", "three"]) send(outbox, text);
  await flushPromises();
  clock.advance(15_000);
  await flushPromises();
  for (const at of [0, 1, 2]) await requests[at]?.answer(done);
  expect(requests.map(({ sent }) => sent[1].text)).toEqual(["one", "two", "three"]);
});

test("[FILE-14] the bytes of a message are deleted when it is discarded, and stay when it is taken back", async () => {
  const { openTab, requests, browser } = setUp();
  const { outbox, uploads } = openTab();
  const bytes = () => [...browser.database.keys()].filter((key) => key.startsWith("file:"));
  const sendRefused = async (name: string) => {
    const { attached } = uploads.keep(new File(["abc"], name, { type: "image/png" }));
    outbox.submit({ type: "message", conversationId: "c1", text: "See", files: [attached], isSeparate: false });
    await flushPromises();
    await requests.at(-1)?.answer({ ok: false, error: refused });
    expect(outbox.entries.get()).toMatchObject([{ status: "failed" }]);
    return outbox.entries.get()[0]?.submission.id ?? "";
  };
  const discarded = await sendRefused("a.png");
  expect(bytes()).toHaveLength(1);
  outbox.discard(discarded);
  await flushPromises();
  expect(bytes()).toEqual([]);
  outbox.takeBack(await sendRefused("b.png"));
  await flushPromises();
  expect([outbox.entries.get(), bytes().length]).toEqual([[], 1]);
});

test("[FILE-14] a message is sent after its files, and a file that the server lost is uploaded again", async () => {
  const { client, openTab, requests } = setUp();
  const { outbox, uploads } = openTab();
  const { attached: file } = uploads.keep(new File(["abc"], "a.png", { type: "image/png" }));
  outbox.submit({ type: "message", conversationId: "c1", text: "See", files: [file], isSeparate: false });
  await flushPromises();
  expect(client.calledFor("upload")).toHaveLength(1);
  expect(requests[0]?.sent[1]).toMatchObject({ text: "See", files: ["file_a.png"] });
  await requests[0]?.answer({ ok: false, error: { ...refused, status: 422, code: "file-unknown" } });
  expect(client.calledFor("upload")).toHaveLength(2);
  await requests[1]?.answer(done);
  expect(outbox.entries.get()).toMatchObject([{ status: "sent" }]);
});

test("[FILE-14] a message whose file cannot be uploaded yet waits, and one whose file is refused says so", async () => {
  const { client, openTab, requests } = setUp();
  const { outbox, uploads } = openTab();
  const { attached: file } = uploads.keep(new File(["abc"], "a.png", { type: "image/png" }));
  client.answerWith("upload", () => ({ ok: false, error: unreachable }));
  outbox.submit({ type: "message", conversationId: "c1", text: "", files: [file], isSeparate: false });
  await flushPromises();
  expect([outbox.entries.get()[0]?.status, requests.length]).toEqual(["waiting", 0]);
  const problem = { ...refused, status: 415, code: "file-type-unsupported" };
  client.answerWith("upload", () => ({ ok: false, error: problem }));
  outbox.retry(outbox.entries.get()[0]?.submission.id ?? "");
  await flushPromises();
  expect(outbox.entries.get()).toMatchObject([{ status: "failed", problem }]);
  expect(requests).toHaveLength(0);
});

/** Sends a text in place of a message; the server forks when the test says so. */
function setUpEdits() {
  const { client, open, connection } = setUp();
  const replies: ((reply: SentReply) => void)[] = [];
  client.conversations.fork = () => new Promise<SentReply>((resolve) => replies.push(resolve));
  const outbox = open();
  const edit = (text: string) =>
    outbox.submit({ type: "message", conversationId: "c1", text, isSeparate: false, replaces: "m1" });
  return { replies, outbox, edit, connection };
}

test("[CHAT-10] an edited message that is sent twice starts one fork", async () => {
  const { replies, outbox, edit } = setUpEdits();
  const both = [edit("another text"), edit("another text")];
  await flushPromises();
  edit("another text");
  await flushPromises();
  expect([replies.length, shown(outbox).length]).toEqual([1, 1]);
  replies[0]?.(done);
  expect(await Promise.all(both.map(({ reply }) => reply))).toEqual([done, done]);
});

test("[CHAT-10] an edited message that was refused, or was never sent, makes way for the next text in its place", async () => {
  const { replies, outbox, edit, connection } = setUpEdits();
  edit("one");
  await flushPromises();
  replies[0]?.({ ok: false, error: refused });
  await flushPromises();
  expect(shown(outbox)).toEqual([["one", "failed"]]);
  connection.set("lost");
  edit("two");
  await flushPromises();
  send(outbox, "beside it");
  edit("three");
  await flushPromises();
  expect(shown(outbox)).toEqual([
    ["beside it", "waiting"],
    ["three", "waiting"],
  ]);
});
