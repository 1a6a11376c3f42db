import { expect, test } from "vitest";
import { createFakeClient } from "../../testing/fake-client.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { observe } from "../../testing/observe.ts";
import { answeredBy, conversationOf, problemOf, recorded } from "../../testing/samples.ts";
import { createLive } from "./live.ts";

function setUp() {
  const client = createFakeClient();
  const clock = createFakeClock();
  const live = createLive(client, { clock });
  live.start();
  const advance = (ms: number) => {
    clock.advance(ms);
    return flushPromises();
  };
  return { client, live, advance, clock };
}

const boom = { ok: false, error: problemOf("boom", { status: 500 }) } as const;

test("[SEND-5] a break is shown two seconds after it began, however often the stream reconnects meanwhile", () => {
  const { client, live, clock } = setUp();
  client.stream.become("live");
  client.stream.become("connecting");
  clock.advance(1_500);
  client.stream.become("lost");
  expect(live.connection.get()).toBe("live");
  clock.advance(500);
  expect(live.connection.get()).toBe("lost");
  client.stream.become("live");
  expect(live.connection.get()).toBe("live");
});

test("[SEND-5] a break that is shown follows each change of the connection at once", () => {
  const { client, live, clock } = setUp();
  client.stream.become("live");
  client.stream.become("connecting");
  clock.advance(2_000);
  expect(live.connection.get()).toBe("connecting");
  client.stream.become("lost");
  expect(live.connection.get()).toBe("lost");
});

test("[SEND-4] an inquiry that could not be read after an event is retried while the stream is connected", async () => {
  const { client, live, advance } = setUp();
  const inquiry = observe(live.queryClient, live.queries.inquiry("inq_1"));
  await flushPromises();
  client.known.inquiry = answeredBy("bea");
  for (const _ of [1, 2]) client.answerWith("inquiry", () => boom);
  client.stream.emit(recorded("inquiry.resolved", { inquiryId: "inq_1" }));
  await flushPromises();
  expect(inquiry.get().status).toBe("error");
  await advance(2_000);
  await advance(4_000);
  expect(inquiry.get()).toMatchObject({ status: "success", data: { status: "answered" } });
});

test("[SEND-4] a thread that could not be read after an event is retried while the stream is connected", async () => {
  const { client, live, advance } = setUp();
  const thread = observe(live.queryClient, live.queries.thread("conv_1"));
  await flushPromises();
  client.known.conversation = conversationOf({ version: 2 });
  client.answerWith("transcript", () => boom);
  client.stream.emit(recorded("messages.delivered"));
  await flushPromises();
  await advance(2_000);
  expect(thread.get().status).toBe("success");
  expect(thread.get().data?.conversation.version).toBe(2);
});

test("[SEND-5] a failure that is not transient is not retried", async () => {
  const { client, live, advance } = setUp();
  client.answerWith("inquiry", () => ({ ok: false, error: problemOf("inquiry-unknown", { status: 404 }) }));
  observe(live.queryClient, live.queries.inquiry("inq_1"));
  await flushPromises();
  await advance(600_000);
  expect(client.calledFor("inquiry")).toHaveLength(1);
});

test("[WEB-11] the current user is refetched after every change of the connection", async () => {
  const { client, live } = setUp();
  await flushPromises();
  await live.readMe();
  expect(client.calledFor("me")).toHaveLength(1);
  client.stream.become("connecting");
  await live.readMe();
  await live.readMe();
  expect(client.calledFor("me")).toHaveLength(2);
  client.stream.become("live");
  await flushPromises();
  await live.readMe();
  expect(client.calledFor("me")).toHaveLength(3);
});
