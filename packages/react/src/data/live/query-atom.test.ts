import { focusManager } from "@tanstack/query-core";
import { expect, onTestFinished, test } from "vitest";
import { createFakeClient } from "../../testing/fake-client.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { answeredBy, inquiryOf, unreachable } from "../../testing/samples.ts";
import { createLive } from "./live.ts";

function setUp() {
  const client = createFakeClient();
  const clock = createFakeClock();
  const live = createLive(client, { clock });
  onTestFinished(live.start());
  const inquiry = live.inquiry("inq_1");
  const advance = async (ms: number) => {
    clock.advance(ms);
    await flushPromises();
  };
  return { client, live, inquiry, advance };
}

const fail = () => ({ ok: false, error: unreachable }) as const;

test("[SEND-5] the error of something that was never read stays while it is retried", async () => {
  const { client, inquiry, advance } = setUp();
  const seen: string[] = [];
  for (const _ of [1, 2]) client.answerWith("inquiry", fail);
  inquiry.subscribe(({ status }) => seen.push(status));
  await flushPromises();
  await advance(2_000);
  expect(client.calledFor("inquiry")).toHaveLength(2);
  await advance(4_000);
  expect(seen).toEqual(["pending", "error", "error", "success"]);
});

test("[SEND-4] a read that failed is retried in a hidden tab too", async () => {
  const { client, inquiry, advance } = setUp();
  focusManager.setFocused(false);
  onTestFinished(() => focusManager.setFocused(undefined));
  client.answerWith("inquiry", fail);
  inquiry.listen(() => {});
  await flushPromises();
  await advance(2_000);
  expect(inquiry.get().status).toBe("success");
});

test("[STREAM-1] the next subscriber has cached data at once", async () => {
  const { client, live, inquiry } = setUp();
  inquiry.listen(() => {});
  await flushPromises();
  expect(live.inquiry("inq_1").value).toMatchObject({ status: "success", data: { id: "inq_1" } });
  expect(client.calledFor("inquiry")).toHaveLength(1);
});

test("[SEND-3] a read that began before an answer was taken back does not show it as held again", async () => {
  const { client, live, inquiry } = setUp();
  inquiry.listen(() => {});
  await flushPromises();
  const held = inquiryOf({ status: "held", heldUntil: "2026-11-15T09:05:05.000Z" });
  const late = Promise.withResolvers<{ ok: true; value: typeof held }>();
  live.setInquiry(held);
  client.answerWith("inquiry", () => late.promise);
  void live.refetchInquiry("inq_1");
  await flushPromises();
  live.setInquiry(inquiryOf());
  late.resolve({ ok: true, value: held });
  await flushPromises();
  expect(inquiry.get().data?.status).toBe("open");
  client.known.inquiry = answeredBy("ana");
  await live.refetchInquiry("inq_1");
  expect(inquiry.get().data?.status).toBe("answered");
});
