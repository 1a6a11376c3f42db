import type { Message } from "@askback/core/wire";
import { expect, onTestFinished, test } from "vitest";
import { createFakeClient } from "../../testing/fake-client.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { observe } from "../../testing/observe.ts";
import {
  answeredBy,
  conversationOf,
  inquiryOf,
  messageOf,
  problemOf,
  questionIn,
  recorded,
} from "../../testing/samples.ts";
import { createLive } from "./live.ts";
import type { TextStream } from "./live-text.ts";
import { queryKeys } from "./query-keys.ts";
import type { Thread } from "./thread.ts";

function setUp() {
  const client = createFakeClient();
  const clock = createFakeClock();
  const live = createLive(client, { clock });
  const query = live.queries.thread("conv_1");
  const state = () => live.queryClient.getQueryState<Thread>(query.queryKey);
  const shown = () => state()?.data;
  const subscribe = (onChange?: () => void) => {
    const stopStream = live.start();
    onTestFinished(stopStream);
    return observe(live.queryClient, query, onChange).stop;
  };
  const showEarlier = () => live.queries.fetchEarlier("conv_1");
  return { client, clock, live, subscribe, state, shown, showEarlier };
}

const held = () => Promise.withResolvers<{ ok: true; value: undefined }>();

test("[STREAM-1] a thread is fetched with its first subscriber, and refetched with each event of its conversation", async () => {
  const { client, subscribe, shown } = setUp();
  expect(client.calls).toEqual([]);
  let changes = 0;
  subscribe(() => {
    changes += 1;
  });
  client.known.messages = [messageOf("m1")];
  await flushPromises();
  expect(shown()?.messages.map(({ id }) => id)).toEqual([]);
  client.known.conversation = conversationOf({ version: 2 });
  client.stream.emit(recorded("messages.delivered"));
  client.stream.emit(recorded("messages.delivered", { conversationId: "conv_2" }));
  await flushPromises();
  expect(shown()?.messages.map(({ id }) => id)).toEqual(["m1"]);
  expect(changes).toBe(2);
  expect(client.calledFor("transcript").map(({ id }) => id)).toEqual(["conv_1", "conv_1"]);
});

test("[WEB-44] a conversation that does not exist is read once, and again only after an event of it", async () => {
  const { client, subscribe, state } = setUp();
  client.answerWith("conversation", () => ({ ok: false, error: problemOf("conversation-unknown", { status: 404 }) }));
  const stop = subscribe();
  await flushPromises();
  expect(state()?.status).toBe("error");
  subscribe();
  await flushPromises();
  expect(client.calledFor("conversation")).toHaveLength(1);
  stop();
  client.stream.emit(recorded("messages.delivered"));
  await flushPromises();
  expect(client.calledFor("conversation")).toHaveLength(2);
});

test("[STREAM-1] what did not change keeps its identity, down to each block", async () => {
  const { client, subscribe, state, shown } = setUp();
  const question = questionIn(inquiryOf());
  const two: Message = {
    ...messageOf("m2"),
    blocks: [
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ],
  };
  client.known.messages = [question, two];
  subscribe(() => {});
  await flushPromises();
  const before = shown();
  client.stream.emit(recorded("todos.updated"));
  await flushPromises();
  expect(state()).toMatchObject({ status: "success" });
  expect(shown()).toBe(before);

  client.known.messages = [question, { ...two, blocks: [...two.blocks.slice(0, 1), { type: "text", text: "c" }] }];
  client.stream.emit(recorded("model.replied"));
  await flushPromises();
  expect(shown()?.messages[0]).toBe(before?.messages[0]);
  expect(shown()?.messages[1]).not.toBe(before?.messages[1]);
  expect(shown()?.messages[1]?.blocks[0]).toBe(before?.messages[1]?.blocks[0]);
});

test("[SEND-4] one read is under way at a time, and a state is only ever followed by a newer one", async () => {
  const { client, subscribe, shown } = setUp();
  client.known.conversation = conversationOf({ version: 5 });
  const late = held();
  client.answerWith("conversation", () => late.promise);
  subscribe(() => {});
  await flushPromises();
  for (const version of [6, 7, 8]) client.stream.emit(recorded("tool.started", { version }));
  client.known.conversation = conversationOf({ version: 8 });
  await flushPromises();
  expect(client.calledFor("conversation")).toHaveLength(1);
  late.resolve({ ok: true, value: undefined });
  await flushPromises();
  expect(client.calledFor("conversation")).toHaveLength(2);
  expect(shown()?.conversation.version).toBe(8);

  client.known.conversation = conversationOf({ version: 7 });
  client.stream.emit(recorded("tool.finished"));
  await flushPromises();
  expect(shown()?.conversation.version).toBe(8);
});

test("[STREAM-3] a long thread is read in pages; earlier pages stay when the newest is refetched", async () => {
  const { client, subscribe, shown, showEarlier } = setUp();
  const messages = Array.from({ length: 250 }, (_, at) => messageOf(`m${at}`));
  client.known.messages = messages;
  subscribe(() => {});
  await flushPromises();
  expect(shown()).toMatchObject({ hasEarlier: true });
  expect(shown()?.messages[0]?.id).toBe("m150");
  await Promise.all([showEarlier(), showEarlier()]);
  expect(shown()?.messages[0]?.id).toBe("m50");
  client.known.messages = [...messages, messageOf("m250")];
  client.stream.emit(recorded("message.received"));
  await flushPromises();
  expect(shown()?.messages).toHaveLength(201);
  await showEarlier();
  expect(shown()).toMatchObject({ hasEarlier: false });
  expect(shown()?.messages.map(({ id }) => id)).toEqual(client.known.messages.map(({ id }) => id));
  expect(client.calledFor("transcript").map(({ body }) => body)).toEqual([undefined, "150", undefined, "50"]);
});

test("[STREAM-3] where messages are missing in between, the thread starts over from the newest page", async () => {
  const { client, subscribe, shown } = setUp();
  client.known.messages = [messageOf("m0")];
  subscribe(() => {});
  await flushPromises();
  client.known.messages = Array.from({ length: 150 }, (_, at) => messageOf(`n${at}`));
  client.stream.emit({ type: "snapshot", position: 9 });
  await flushPromises();
  expect(shown()?.messages[0]?.id).toBe("n50");
  expect(shown()).toMatchObject({ hasEarlier: true });
});

test("[HISTORY-4] after a snapshot the text of a run is shown, although a reply of that run and step was complete before", async () => {
  const { client, live, subscribe } = setUp();
  const text = () => live.queryClient.getQueryData<TextStream>(queryKeys.text("conv_1"))?.text?.text;
  const stream = (delta: string) =>
    client.stream.emit({ type: "text.streamed", conversationId: "conv_1", runId: "run_1", step: 1, offset: 0, delta });
  subscribe(() => {});
  await flushPromises();
  client.stream.emit(recorded("model.replied", { runId: "run_1", step: 1 }));
  stream("late");
  await flushPromises();
  expect(text()).toBeUndefined();
  client.stream.emit({ type: "snapshot", position: 3 });
  await flushPromises();
  stream("again");
  await flushPromises();
  expect(text()).toBe("again");
});

test("[SEND-5] data stays when a refetch fails, and is refetched when the connection is back", async () => {
  const { client, clock, live, subscribe, state } = setUp();
  client.known.messages = [messageOf("m1")];
  client.stream.become("live");
  subscribe(() => {});
  await flushPromises();
  client.answerWith("conversation", () => ({ ok: false, error: problemOf("unreachable", { status: 0 }) }));
  client.stream.emit(recorded("tool.started"));
  await flushPromises();
  expect(state()).toMatchObject({ status: "error", data: { messages: [{ id: "m1" }] } });
  client.stream.become("lost");
  clock.advance(1_999);
  expect(live.connection.get()).toBe("live");
  clock.advance(1);
  expect(live.connection.get()).toBe("lost");
  client.stream.become("live");
  expect(live.connection.get()).toBe("live");
  await flushPromises();
  expect(state()).toMatchObject({ status: "success" });
});

test("[SEND-5] a short break is not shown at all", () => {
  const { client, clock, live } = setUp();
  live.start();
  client.stream.become("live");
  const statuses: string[] = [];
  live.connection.subscribe(() => statuses.push(live.connection.get()));
  client.stream.become("connecting");
  clock.advance(1_500);
  client.stream.become("live");
  clock.advance(5_000);
  expect(statuses).toEqual(["live"]);
});

test("[STREAM-1] a thread is garbage collected five seconds after its last subscriber", async () => {
  const { client, clock, subscribe, state, shown } = setUp();
  client.known.messages = [messageOf("m1")];
  const stop = subscribe(() => {});
  await flushPromises();
  stop();
  clock.advance(4_999);
  expect(shown()?.messages).toHaveLength(1);
  const stopAgain = subscribe(() => {});
  clock.advance(60_000);
  expect(client.calledFor("transcript")).toHaveLength(1);
  stopAgain();
  clock.advance(5_000);
  expect(state()).toBeUndefined();
  client.stream.emit(recorded("tool.started"));
  await flushPromises();
  expect(client.calledFor("transcript")).toHaveLength(1);
});

test("[STREAM-1] the inquiry of a thread is cached before the thread shows it, and is the same for every subscriber", async () => {
  const { client, live, subscribe } = setUp();
  client.known.messages = [questionIn(inquiryOf())];
  const seen: (string | undefined)[] = [];
  subscribe(() => seen.push(live.getInquiry("inq_1")?.status));
  await flushPromises();
  observe(live.queryClient, live.queries.inquiry("inq_1"));
  await flushPromises();
  expect(seen).toEqual(["open"]);
  expect(client.calledFor("inquiry")).toEqual([]);
});

test("[SEND-4] a thread that was read before an inquiry was resolved never opens it again", async () => {
  const { client, live, subscribe } = setUp();
  client.known.messages = [questionIn(inquiryOf())];
  subscribe(() => {});
  const inquiry = observe(live.queryClient, live.queries.inquiry("inq_1"));
  await flushPromises();
  client.known.inquiry = answeredBy("bea");
  client.stream.emit(recorded("inquiry.resolved", { inquiryId: "inq_1" }));
  await flushPromises();
  expect(inquiry.get().data?.status).toBe("answered");
  client.stream.emit(recorded("tool.started"));
  await flushPromises();
  expect(inquiry.get().data?.status).toBe("answered");
});
