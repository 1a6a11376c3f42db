import { expect, test } from "vitest";
import { flushPromises } from "../../testing/flush-promises.ts";
import { done, refused, send, setUp, shown, unreachable } from "../../testing/message-outbox.ts";

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
