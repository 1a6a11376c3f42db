import type { Message } from "@askback/core/wire";
import { expect, test } from "vitest";
import { createFakeClient } from "../testing/fake-client.ts";
import {
  answeredBy,
  conversationOf,
  inquiryOf,
  messageOf,
  problemOf,
  questionIn,
  recorded,
} from "../testing/samples.ts";
import { settled } from "../testing/settled.ts";
import { createTurnableClock } from "../testing/turnable-clock.ts";
import { createLive } from "./create-live.ts";
import { valueIn } from "./known.ts";

function setUp() {
  const client = createFakeClient();
  const clock = createTurnableClock();
  const live = createLive(client, { clock });
  const thread = live.thread("conv_1");
  const shown = () => valueIn(thread.get());
  return { client, clock, live, thread, shown };
}

const held = () => Promise.withResolvers<{ ok: true; value: undefined }>();

test("[Z-1] a thread is read when somebody listens, and again with each event of its conversation", async () => {
  const { client, live, thread, shown } = setUp();
  expect(client.calls).toEqual([]);
  expect(live.thread("conv_1")).toBe(thread);
  let changes = 0;
  thread.subscribe(() => {
    changes += 1;
  });
  client.known.messages = [messageOf("m1")];
  await settled();
  expect(shown()?.messages.map(({ id }) => id)).toEqual([]);
  client.known.conversation = conversationOf({ version: 2 });
  client.stream.emit(recorded("messages.delivered"));
  client.stream.emit(recorded("messages.delivered", { conversationId: "conv_2" }));
  await settled();
  expect(shown()?.messages.map(({ id }) => id)).toEqual(["m1"]);
  expect(changes).toBe(2);
  expect(client.calledFor("transcript").map(({ id }) => id)).toEqual(["conv_1", "conv_1"]);
});

test("[Z-1] what did not change keeps its identity, down to each block", async () => {
  const { client, thread, shown } = setUp();
  const question = questionIn(inquiryOf());
  const two: Message = {
    ...messageOf("m2"),
    blocks: [
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ],
  };
  client.known.messages = [question, two];
  thread.subscribe(() => {});
  await settled();
  const before = shown();
  client.stream.emit(recorded("todos.updated"));
  await settled();
  expect(thread.get()).toMatchObject({ status: "ready" });
  expect(shown()).toBe(before);

  client.known.messages = [question, { ...two, blocks: [...two.blocks.slice(0, 1), { type: "text", text: "c" }] }];
  client.stream.emit(recorded("model.replied"));
  await settled();
  expect(shown()?.messages[0]).toBe(before?.messages[0]);
  expect(shown()?.messages[1]).not.toBe(before?.messages[1]);
  expect(shown()?.messages[1]?.blocks[0]).toBe(before?.messages[1]?.blocks[0]);
});

test("[X-4] one read is under way at a time, and a state is only ever followed by a newer one", async () => {
  const { client, thread, shown } = setUp();
  client.known.conversation = conversationOf({ version: 5 });
  const late = held();
  client.answerWith("conversation", () => late.promise);
  thread.subscribe(() => {});
  await settled();
  for (const version of [6, 7, 8]) client.stream.emit(recorded("tool.started", { version }));
  client.known.conversation = conversationOf({ version: 8 });
  await settled();
  expect(client.calledFor("conversation")).toHaveLength(1);
  late.resolve({ ok: true, value: undefined });
  await settled();
  expect(client.calledFor("conversation")).toHaveLength(2);
  expect(shown()?.conversation.version).toBe(8);

  client.known.conversation = conversationOf({ version: 7 });
  client.stream.emit(recorded("tool.finished"));
  await settled();
  expect(shown()?.conversation.version).toBe(8);
});

test("[Z-3] a long thread is read in pages; earlier ones stay while the newest moves on", async () => {
  const { client, thread, shown } = setUp();
  const messages = Array.from({ length: 250 }, (_, at) => messageOf(`m${at}`));
  client.known.messages = messages;
  thread.subscribe(() => {});
  await settled();
  expect(shown()).toMatchObject({ hasEarlier: true });
  expect(shown()?.messages[0]?.id).toBe("m150");
  await Promise.all([thread.showEarlier(), thread.showEarlier()]);
  expect(shown()?.messages[0]?.id).toBe("m50");
  client.known.messages = [...messages, messageOf("m250")];
  client.stream.emit(recorded("message.received"));
  await settled();
  expect(shown()?.messages).toHaveLength(201);
  await thread.showEarlier();
  expect(shown()).toMatchObject({ hasEarlier: false });
  expect(shown()?.messages.map(({ id }) => id)).toEqual(client.known.messages.map(({ id }) => id));
  expect(client.calledFor("transcript").map(({ body }) => body)).toEqual([undefined, "150", undefined, "50"]);
});

test("[Z-3] where messages are missing in between, the thread starts over from the newest page", async () => {
  const { client, thread, shown } = setUp();
  client.known.messages = [messageOf("m0")];
  thread.subscribe(() => {});
  await settled();
  client.known.messages = Array.from({ length: 150 }, (_, at) => messageOf(`n${at}`));
  client.stream.emit({ type: "snapshot", position: 9 });
  await settled();
  expect(shown()?.messages[0]?.id).toBe("n50");
  expect(shown()).toMatchObject({ hasEarlier: true });
});

test("[X-5] what was read stays when a later look fails, and is read again when the connection is back", async () => {
  const { client, clock, thread, live } = setUp();
  client.known.messages = [messageOf("m1")];
  client.stream.become("live");
  thread.subscribe(() => {});
  await settled();
  client.answerWith("conversation", () => ({ ok: false, error: problemOf("unreachable", { status: 0 }) }));
  client.stream.emit(recorded("tool.started"));
  await settled();
  expect(thread.get()).toMatchObject({ status: "failed", value: { messages: [{ id: "m1" }] } });
  client.stream.become("lost");
  clock.turn(1_999);
  expect(live.connection.get()).toBe("live");
  clock.turn(1);
  expect(live.connection.get()).toBe("lost");
  client.stream.become("live");
  expect(live.connection.get()).toBe("live");
  await settled();
  expect(thread.get()).toMatchObject({ status: "ready" });
});

test("[X-5] a short break is not told at all", () => {
  const { client, clock, live } = setUp();
  client.stream.become("live");
  const told: string[] = [];
  live.connection.subscribe(() => told.push(live.connection.get()));
  client.stream.become("connecting");
  clock.turn(1_500);
  client.stream.become("live");
  clock.turn(5_000);
  expect(told).toEqual(["live"]);
});

test("[Z-1] a thread is kept for a moment after the last listener went, and then forgotten", async () => {
  const { client, clock, thread, shown } = setUp();
  client.known.messages = [messageOf("m1")];
  const stop = thread.subscribe(() => {});
  await settled();
  stop();
  clock.turn(4_999);
  expect(shown()?.messages).toHaveLength(1);
  const again = thread.subscribe(() => {});
  clock.turn(60_000);
  expect(client.calledFor("transcript")).toHaveLength(1);
  again();
  clock.turn(5_000);
  expect(thread.get()).toEqual({ status: "loading" });
  client.stream.emit(recorded("tool.started"));
  await settled();
  expect(client.calledFor("transcript")).toHaveLength(1);
});

test("[Z-1] the inquiry of a thread is known before the thread shows it, and is the same for everybody", async () => {
  const { client, live, thread } = setUp();
  client.known.messages = [questionIn(inquiryOf())];
  const seen: (string | undefined)[] = [];
  thread.subscribe(() => seen.push(valueIn(live.inquiry("inq_1").get())?.status));
  await settled();
  live.inquiry("inq_1").subscribe(() => {});
  await settled();
  expect(seen).toEqual(["open"]);
  expect(client.calledFor("inquiry")).toEqual([]);
});

test("[X-4] a thread that was read before an inquiry was settled never opens it again", async () => {
  const { client, live, thread } = setUp();
  client.known.messages = [questionIn(inquiryOf())];
  thread.subscribe(() => {});
  const inquiry = live.inquiry("inq_1");
  inquiry.subscribe(() => {});
  await settled();
  client.known.inquiry = answeredBy("bea");
  client.stream.emit(recorded("inquiry.resolved", { inquiryId: "inq_1" }));
  await settled();
  expect(valueIn(inquiry.get())?.status).toBe("answered");
  client.stream.emit(recorded("tool.started"));
  await settled();
  expect(valueIn(inquiry.get())?.status).toBe("answered");
});
