import type { Connection, Failure } from "@askback/client";
import type { Conversation } from "@askback/core/wire";
import { expect, test } from "vitest";
import { createCell } from "../live/cell.ts";
import { createOutbox } from "./outbox.ts";

type Sent = Parameters<Parameters<typeof createOutbox>[0]["send"]>;
type SentReply = { readonly ok: true; readonly value: Conversation } | { readonly ok: false; readonly error: Failure };

const unreachable: Failure = { type: "", status: 0, code: "unreachable", title: "No connection", hint: "" };
const refused: Failure = { ...unreachable, status: 404, code: "conversation-unknown", title: "There is none" };

/** A server that answers each message when the test says so, and a browser that keeps texts through a reload. */
function setUp() {
  const kept = new Map<string, string>();
  const connection = createCell<Connection>("live");
  const requests: { readonly sent: Sent; answer(reply: SentReply): Promise<void> }[] = [];
  let keys = 0;
  const open = () =>
    createOutbox({
      conversationId: "c1",
      send: (...sent) =>
        new Promise<SentReply>((resolve) => {
          requests.push({
            sent,
            async answer(reply) {
              resolve(reply);
              await settled();
            },
          });
        }),
      texts: {
        get: async (name) => kept.get(name) ?? "",
        keep: (name, text) => {
          kept.set(name, text);
        },
      },
      connection,
      newKey: () => `key-${++keys}`,
    });
  return { open, connection, requests };
}

/** All that is done without waiting for anybody. */
const settled = () => new Promise((resolve) => setTimeout(resolve));
const done = { ok: true, value: { id: "c1", version: 7 } as Conversation } as const;

test("[D-7] messages are sent in their order, one at a time, and leave when the transcript that has them is in sight", async () => {
  const { open, requests } = setUp();
  const outbox = open();
  outbox.send("one", { isSeparate: false });
  outbox.send("two", { isSeparate: true });
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

test("[D-7] what finds no connection waits and is sent when it is back, under the same key", async () => {
  const { open, connection, requests } = setUp();
  const outbox = open();
  outbox.send("one", { isSeparate: false });
  connection.set("lost");
  await requests[0]?.answer({ ok: false, error: unreachable });
  expect(outbox.get()).toMatchObject([{ status: "waiting" }]);
  connection.set("live");
  await requests[1]?.answer(done);
  expect(requests.map(({ sent }) => sent[2]?.key)).toEqual(["key-1", "key-1"]);
  expect(outbox.get()).toMatchObject([{ status: "sent" }]);
});

test("[D-7] what was sent is not sent again after a reload", async () => {
  const { open, requests } = setUp();
  open().send("one", { isSeparate: false });
  await requests[0]?.answer(done);
  const after = open();
  await settled();
  expect(after.get()).toEqual([]);
  expect(requests).toHaveLength(1);
});

test("[D-7] a message on its way survives a reload and is sent again under the same key", async () => {
  const { open, requests } = setUp();
  open().send("one", { isSeparate: false });
  const after = open();
  await settled();
  expect(after.get()).toMatchObject([{ text: "one", status: "sending" }]);
  expect(requests.map(({ sent }) => sent[2]?.key)).toEqual(["key-1", "key-1"]);
});

test("[X-7] a refused message says why, lets the next one pass, and can be retried or taken back", async () => {
  const { open, requests } = setUp();
  const outbox = open();
  outbox.send("one", { isSeparate: false });
  outbox.send("two", { isSeparate: false });
  await requests[0]?.answer({ ok: false, error: refused });
  expect(outbox.get()).toMatchObject([{ status: "failed", problem: "There is none" }, { status: "sending" }]);
  await requests[1]?.answer(done);
  outbox.shown(7);
  outbox.retry("key-1");
  expect(outbox.get()).toEqual([{ key: "key-1", text: "one", isSeparate: false, status: "sending" }]);
  await requests[2]?.answer({ ok: false, error: refused });
  expect(outbox.takeBack("key-1")).toBe("one");
  expect(outbox.get()).toEqual([]);
});
