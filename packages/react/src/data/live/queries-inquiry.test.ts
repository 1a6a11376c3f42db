import type { Inquiry } from "@askback/core/wire";
import * as fc from "fast-check";
import { expect, test, vi } from "vitest";
import { createFakeClient } from "../../testing/fake-client.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { observe } from "../../testing/observe.ts";
import { answeredBy, inquiryOf, problemOf, questionIn, recorded } from "../../testing/samples.ts";
import { isOlder, isResolved } from "./inquiry-recency.ts";
import { createLive } from "./live.ts";

async function setUp() {
  const client = createFakeClient();
  const clock = createFakeClock();
  const live = createLive(client, { clock });
  live.start();
  const seen: (string | undefined)[] = [];
  const inquiry = observe(live.queryClient, live.queries.inquiry("inq_1"), ({ data }) => seen.push(data?.status));
  await flushPromises();
  return { client, clock, live, inquiry, seen };
}

const aboutIt = { inquiryId: "inq_1" };
const heldByAna = inquiryOf({
  status: "held",
  heldUntil: "2026-11-15T09:05:05.000Z",
  receipt: { inquiryId: "inq_1", resolution: "answered", by: "ana", at: "2026-11-15T09:05:00.000Z", runId: "run_1" },
});

test("[SEND-4] a response whose request began before the last event is thrown away, and the inquiry is refetched", async () => {
  const { client, seen } = await setUp();
  const late = Promise.withResolvers<{ ok: true; value: Inquiry }>();
  client.answerWith("inquiry", () => late.promise);
  client.stream.emit(recorded("inquiry.held", aboutIt));
  await flushPromises();
  client.known.inquiry = answeredBy("bea");
  client.stream.emit(recorded("inquiry.resolved", aboutIt));
  await flushPromises();
  late.resolve({ ok: true, value: heldByAna });
  await flushPromises();
  expect(seen).toEqual(["open", "answered"]);
});

test("[SEND-4] a resolved inquiry stays resolved, whatever is read of it later", async () => {
  const { client, live, seen } = await setUp();
  client.known.inquiry = answeredBy("bea");
  client.stream.emit(recorded("inquiry.resolved", aboutIt));
  await flushPromises();
  client.known.inquiry = inquiryOf();
  client.stream.emit({ type: "snapshot", position: 3 });
  await flushPromises();
  live.setInquiry(inquiryOf());
  expect(seen).toEqual(["open", "answered"]);
});

test("[SEND-3] a held answer is open again only when it was taken back", async () => {
  const { client, seen } = await setUp();
  client.known.inquiry = heldByAna;
  client.stream.emit(recorded("inquiry.held", aboutIt));
  await flushPromises();
  client.known.inquiry = inquiryOf();
  client.stream.emit(recorded("inquiry.extended", aboutIt));
  await flushPromises();
  expect(seen).toEqual(["open", "held"]);
  client.stream.emit(recorded("inquiry.reopened", aboutIt));
  await flushPromises();
  expect(seen).toEqual(["open", "held", "open"]);
});

test("[SEND-3] the result of a command is shown before its event comes", async () => {
  const { live, seen } = await setUp();
  live.setInquiry(heldByAna);
  live.setInquiry(inquiryOf());
  live.setInquiry(answeredBy("ana"));
  expect(seen).toEqual(["open", "held", "open", "answered"]);
});

test("[SEND-4] after a snapshot everything that is shown is refetched", async () => {
  const { client, live, seen } = await setUp();
  const events: string[] = [];
  live.onEvent(({ type }) => events.push(type));
  client.known.inquiry = answeredBy("bea");
  client.stream.emit({ type: "snapshot", position: 3 });
  await flushPromises();
  expect(seen).toEqual(["open", "answered"]);
  expect(events).toEqual(["snapshot"]);
});

test("[HISTORY-3] after a snapshot a lower revision is shown, since an older log may have taken the place of this one", async () => {
  const { client, live } = await setUp();
  client.known.inquiry = inquiryOf({ revision: 3 });
  client.stream.emit(recorded("inquiry.amended", aboutIt));
  await flushPromises();
  client.known.inquiry = inquiryOf({ revision: 2 });
  client.stream.emit({ type: "snapshot", position: 3 });
  await flushPromises();
  expect(live.queryClient.getQueryData<Inquiry>(live.queries.inquiry("inq_1").queryKey)?.revision).toBe(2);
});

test("[SEND-3] an answer that was undone while events were missed is open again after the snapshot", async () => {
  const { client, live, seen } = await setUp();
  live.setInquiry(heldByAna);
  client.known.inquiry = inquiryOf();
  client.stream.emit({ type: "snapshot", position: 3 });
  await flushPromises();
  expect(seen).toEqual(["open", "held", "open"]);
});

test("[SEND-4] a thread whose read began before an inquiry changed does not revert the change", async () => {
  const { client, live, inquiry } = await setUp();
  client.known.messages = [questionIn(inquiryOf())];
  const late = Promise.withResolvers<{ ok: true; value: undefined }>();
  client.answerWith("transcript", () => late.promise);
  observe(live.queryClient, live.queries.thread("conv_1"));
  await flushPromises();
  const deadline = "2026-11-16T09:00:00.000Z";
  client.known.inquiry = inquiryOf({ deadline });
  client.known.messages = [];
  client.stream.emit(recorded("inquiry.extended", aboutIt));
  await flushPromises();
  late.resolve({ ok: true, value: undefined });
  await flushPromises();
  expect(inquiry.get().data?.deadline).toBe(deadline);
});

test("[SEND-5] an inquiry that cannot be read has an error and keeps its data", async () => {
  const { client, inquiry } = await setUp();
  client.answerWith("inquiry", () => ({ ok: false, error: problemOf("inquiry-unknown", { status: 404 }) }));
  client.stream.emit(recorded("inquiry.held", aboutIt));
  await flushPromises();
  expect(inquiry.get()).toMatchObject({
    status: "error",
    error: { code: "inquiry-unknown" },
    data: { id: "inq_1" },
  });
});

test("[ANNOUNCE-3] each event of an inquiry is reported once, by its kind", async () => {
  const { client, live } = await setUp();
  const events: string[] = [];
  live.onEvent(({ type }) => events.push(type));
  const { id } = inquiryOf();
  client.stream.emit(recorded("inquiry.asked", { inquiry: { id } }));
  client.stream.emit(recorded("inquiry.held", aboutIt));
  client.stream.emit(recorded("inquiry.resolved", aboutIt));
  client.stream.emit(recorded("tool.started"));
  await flushPromises();
  expect(events).toEqual([
    "asked",
    "conversation",
    "changed",
    "conversation",
    "resolved",
    "conversation",
    "conversation",
  ]);
});

test("[PERSONAL-3] a writer elsewhere is shown until they are idle for ten seconds", async () => {
  const { client, clock, live } = await setUp();
  const writers = live.writers("inq_1");
  const saved = { type: "draft.saved", conversationId: "conv_1", inquiryId: "inq_1", device: "Phone" } as const;
  client.stream.emit({ ...saved, by: "bea" });
  client.stream.emit({ ...saved, by: "ana" });
  await flushPromises();
  expect(writers.get()).toEqual(["bea"]);
  clock.advance(9_000);
  client.stream.emit({ ...saved, by: "bea" });
  await flushPromises();
  clock.advance(9_999);
  expect(writers.get()).toEqual(["bea"]);
  clock.advance(1);
  expect(writers.get()).toEqual([]);
});

test("[PERSONAL-3] when the stream is closed nobody is shown as a writer, and no timer is left", async () => {
  const client = createFakeClient();
  const live = createLive(client, { clock: createFakeClock() });
  const stop = live.start();
  client.stream.emit({
    type: "draft.saved",
    conversationId: "conv_1",
    inquiryId: "inq_1",
    device: "Phone",
    by: "bea",
  });
  await flushPromises();
  expect(live.writers("inq_1").get()).toEqual(["bea"]);
  stop();
  expect(live.writers("inq_1").get()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test("[SEND-4] in any order of reads, what is shown never goes from resolved to open nor to an older revision", () => {
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
        expect(isResolved(shown) && !isResolved(read)).toBe(false);
        if (!isResolved(shown) && !wasReopened) expect(read.revision).toBeGreaterThanOrEqual(shown.revision);
        shown = read;
      }
    }),
  );
});

test("[STREAM-1] a stream that was closed can be opened again", async () => {
  const client = createFakeClient();
  let opened = 0;
  const events = () => {
    opened += 1;
    return client.stream;
  };
  const live = createLive({ ...client, events }, { clock: createFakeClock() });
  live.start()();
  expect(opened).toBe(1);
  live.start();
  expect(opened).toBe(2);
});
