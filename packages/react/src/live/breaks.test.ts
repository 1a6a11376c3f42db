import { expect, test } from "vitest";
import { createFakeClient } from "../testing/fake-client.ts";
import { answeredBy, conversationOf, problemOf, recorded } from "../testing/samples.ts";
import { settled } from "../testing/settled.ts";
import { createTurnableClock } from "../testing/turnable-clock.ts";
import { createLive } from "./create-live.ts";
import { valueIn } from "./known.ts";

function setUp() {
  const client = createFakeClient();
  const clock = createTurnableClock();
  const live = createLive(client, { clock });
  const turn = (ms: number) => {
    clock.turn(ms);
    return settled();
  };
  return { client, live, turn, clock };
}

const boom = { ok: false, error: problemOf("boom", { status: 500 }) } as const;

test("[X-5] a break is told two seconds after it began, however often a connection is tried meanwhile", () => {
  const { client, live, clock } = setUp();
  live.connection.subscribe(() => {});
  client.stream.become("live");
  client.stream.become("connecting");
  clock.turn(1_500);
  client.stream.become("lost");
  expect(live.connection.get()).toBe("live");
  clock.turn(500);
  expect(live.connection.get()).toBe("lost");
  client.stream.become("live");
  expect(live.connection.get()).toBe("live");
});

test("[X-5] how a break goes on is told at once when it was told", () => {
  const { client, live, clock } = setUp();
  live.connection.subscribe(() => {});
  client.stream.become("live");
  client.stream.become("connecting");
  clock.turn(2_000);
  expect(live.connection.get()).toBe("connecting");
  client.stream.become("lost");
  expect(live.connection.get()).toBe("lost");
});

test("[X-4] an inquiry that could not be read after an event is read again while the stream lives", async () => {
  const { client, live, turn } = setUp();
  const inquiry = live.inquiry("inq_1");
  inquiry.subscribe(() => {});
  await settled();
  client.known.inquiry = answeredBy("bea");
  for (const _ of [1, 2]) client.answerWith("inquiry", () => boom);
  client.stream.emit(recorded("inquiry.resolved", { inquiryId: "inq_1" }));
  await settled();
  expect(inquiry.get().status).toBe("failed");
  await turn(2_000);
  await turn(4_000);
  expect(inquiry.get()).toMatchObject({ status: "ready", value: { status: "answered" } });
});

test("[X-4] a thread that could not be read after an event is read again while the stream lives", async () => {
  const { client, live, turn } = setUp();
  const thread = live.thread("conv_1");
  thread.subscribe(() => {});
  await settled();
  client.known.conversation = conversationOf({ version: 2 });
  client.answerWith("transcript", () => boom);
  client.stream.emit(recorded("messages.delivered"));
  await settled();
  await turn(2_000);
  expect(thread.get().status).toBe("ready");
  expect(valueIn(thread.get())?.conversation.version).toBe(2);
});

test("[X-5] what the server refuses for good is not asked again and again", async () => {
  const { client, live, turn } = setUp();
  client.answerWith("inquiry", () => ({ ok: false, error: problemOf("inquiry-unknown", { status: 404 }) }));
  live.inquiry("inq_1").subscribe(() => {});
  await settled();
  await turn(600_000);
  expect(client.calledFor("inquiry")).toHaveLength(1);
});

test("[WEB-11] who is looking is asked anew after every break", async () => {
  const { client, live } = setUp();
  live.me.subscribe(() => {});
  await settled();
  await live.lookWho();
  expect(client.calledFor("me")).toHaveLength(1);
  client.stream.become("connecting");
  await live.lookWho();
  await live.lookWho();
  expect(client.calledFor("me")).toHaveLength(2);
  client.stream.become("live");
  await settled();
  await live.lookWho();
  expect(client.calledFor("me")).toHaveLength(3);
});
