import type { Inquiry } from "@askback/core/wire";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createFakeClient } from "../testing/fake-client.ts";
import { answeredBy, inquiryOf, problemOf, questionIn, recorded } from "../testing/samples.ts";
import { settled } from "../testing/settled.ts";
import { createTurnableClock } from "../testing/turnable-clock.ts";
import { createLive } from "./create-live.ts";
import { isOlder, isSettled } from "./inquiry-order.ts";
import { valueIn } from "./known.ts";

async function setUp() {
  const client = createFakeClient();
  const clock = createTurnableClock();
  const live = createLive(client, { clock });
  const inquiry = live.inquiry("inq_1");
  const seen: (string | undefined)[] = [];
  inquiry.subscribe(() => seen.push(valueIn(inquiry.get())?.status));
  await settled();
  return { client, clock, live, inquiry, seen };
}

const aboutIt = { inquiryId: "inq_1" };
const heldByAna = inquiryOf({
  status: "held",
  heldUntil: "2026-11-15T09:05:05.000Z",
  receipt: { inquiryId: "inq_1", resolution: "answered", by: "ana", at: "2026-11-15T09:05:00.000Z", runId: "run_1" },
});

test("[X-4] a response whose request began before the last event is thrown away and read again", async () => {
  const { client, seen } = await setUp();
  const late = Promise.withResolvers<{ ok: true; value: Inquiry }>();
  client.answerWith("inquiry", () => late.promise);
  client.stream.emit(recorded("inquiry.held", aboutIt));
  await settled();
  client.known.inquiry = answeredBy("bea");
  client.stream.emit(recorded("inquiry.resolved", aboutIt));
  await settled();
  late.resolve({ ok: true, value: heldByAna });
  await settled();
  expect(seen).toEqual(["open", "answered"]);
});

test("[X-4] a settled inquiry stays settled, whatever is read of it later", async () => {
  const { client, live, seen } = await setUp();
  client.known.inquiry = answeredBy("bea");
  client.stream.emit(recorded("inquiry.resolved", aboutIt));
  await settled();
  client.known.inquiry = inquiryOf();
  client.stream.emit({ type: "snapshot", position: 3 });
  await settled();
  live.learn(inquiryOf());
  expect(seen).toEqual(["open", "answered"]);
});

test("[X-3] a held answer is open again only when it was taken back", async () => {
  const { client, seen } = await setUp();
  client.known.inquiry = heldByAna;
  client.stream.emit(recorded("inquiry.held", aboutIt));
  await settled();
  client.known.inquiry = inquiryOf();
  client.stream.emit(recorded("inquiry.extended", aboutIt));
  await settled();
  expect(seen).toEqual(["open", "held"]);
  client.stream.emit(recorded("inquiry.reopened", aboutIt));
  await settled();
  expect(seen).toEqual(["open", "held", "open"]);
});

test("[X-3] what a command of this page came to is shown before the stream tells of it", async () => {
  const { live, seen } = await setUp();
  live.learn(heldByAna);
  live.learn(inquiryOf());
  live.learn(answeredBy("ana"));
  expect(seen).toEqual(["open", "held", "open", "answered"]);
});

test("[X-4] after a break everything that is shown is read again", async () => {
  const { client, live, seen } = await setUp();
  const told: string[] = [];
  live.onEvent(({ type }) => told.push(type));
  client.known.inquiry = answeredBy("bea");
  client.stream.emit({ type: "snapshot", position: 3 });
  await settled();
  expect(seen).toEqual(["open", "answered"]);
  expect(told).toEqual(["snapshot"]);
});

test("[X-3] an answer that was taken back during a break is open again after it", async () => {
  const { client, live, seen } = await setUp();
  live.learn(heldByAna);
  client.known.inquiry = inquiryOf();
  client.stream.emit({ type: "snapshot", position: 3 });
  await settled();
  expect(seen).toEqual(["open", "held", "open"]);
});

test("[X-4] a thread that was asked for before an inquiry changed does not undo the change", async () => {
  const { client, live, inquiry } = await setUp();
  client.known.messages = [questionIn(inquiryOf())];
  const late = Promise.withResolvers<{ ok: true; value: undefined }>();
  client.answerWith("transcript", () => late.promise);
  live.thread("conv_1").subscribe(() => {});
  await settled();
  const deadline = "2026-11-16T09:00:00.000Z";
  client.known.inquiry = inquiryOf({ deadline });
  client.known.messages = [];
  client.stream.emit(recorded("inquiry.extended", aboutIt));
  await settled();
  late.resolve({ ok: true, value: undefined });
  await settled();
  expect(valueIn(inquiry.get())?.deadline).toBe(deadline);
});

test("[X-5] an inquiry that could not be read says why, and keeps what was known", async () => {
  const { client, inquiry } = await setUp();
  client.answerWith("inquiry", () => ({ ok: false, error: problemOf("inquiry-unknown", { status: 404 }) }));
  client.stream.emit(recorded("inquiry.held", aboutIt));
  await settled();
  expect(inquiry.get()).toMatchObject({
    status: "failed",
    problem: { code: "inquiry-unknown" },
    value: { id: "inq_1" },
  });
});

test("[S-3] each event of an inquiry is told once, with what it means", async () => {
  const { client, live } = await setUp();
  const told: string[] = [];
  live.onEvent(({ type }) => told.push(type));
  const { id } = inquiryOf();
  client.stream.emit(recorded("inquiry.asked", { inquiry: { id } }));
  client.stream.emit(recorded("inquiry.held", aboutIt));
  client.stream.emit(recorded("inquiry.resolved", aboutIt));
  client.stream.emit(recorded("tool.started"));
  await settled();
  expect(told).toEqual([
    "asked",
    "conversation",
    "changed",
    "conversation",
    "resolved",
    "conversation",
    "conversation",
  ]);
});

test("[MINE-3] who writes at an answer elsewhere is known until they are silent for ten seconds", async () => {
  const { client, clock, live } = await setUp();
  const writers = live.writers("inq_1");
  const saved = { type: "draft.saved", conversationId: "conv_1", inquiryId: "inq_1", device: "Phone" } as const;
  client.stream.emit({ ...saved, by: "bea" });
  client.stream.emit({ ...saved, by: "ana" });
  await settled();
  expect(writers.get()).toEqual(["bea"]);
  clock.turn(9_000);
  client.stream.emit({ ...saved, by: "bea" });
  await settled();
  clock.turn(9_999);
  expect(writers.get()).toEqual(["bea"]);
  clock.turn(1);
  expect(writers.get()).toEqual([]);
});

test("[X-4] in any order of reads, what is shown never goes from settled to open nor to an older revision", () => {
  const anyInquiry = fc
    .record({
      status: fc.constantFrom("open", "held", "answered", "expired"),
      revision: fc.integer({ min: 1, max: 4 }),
    })
    .map((some) => inquiryOf(some as Partial<Inquiry>));
  void fc.assert(
    fc.property(fc.array(anyInquiry, { minLength: 1 }), fc.boolean(), (reads, wasReopened) => {
      let [shown] = reads as [Inquiry, ...Inquiry[]];
      for (const read of reads) {
        if (isOlder(read, shown, { wasReopened })) continue;
        expect(isSettled(shown) && !isSettled(read)).toBe(false);
        if (!isSettled(shown)) expect(read.revision).toBeGreaterThanOrEqual(shown.revision);
        shown = read;
      }
    }),
  );
});

test("[Z-1] a stream that was closed is opened again by the next listener", async () => {
  const client = createFakeClient();
  let opened = 0;
  const events = () => {
    opened += 1;
    return client.stream;
  };
  const live = createLive({ ...client, events }, { clock: createTurnableClock() });
  const stop = live.me.subscribe(() => {});
  live.close();
  stop();
  expect(opened).toBe(1);
  live.me.subscribe(() => {});
  expect(opened).toBe(2);
});
