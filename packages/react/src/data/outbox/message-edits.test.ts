import { expect, test } from "vitest";
import { flushPromises } from "../../testing/flush-promises.ts";
import { done, refused, type SentReply, send, setUp, shown } from "../../testing/message-outbox.ts";

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
