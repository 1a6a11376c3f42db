import type { Inquiry, Receipt } from "@askback/core/wire";
import { expect, test } from "vitest";
import { flushPromises } from "../../testing/flush-promises.ts";
import { answeredBy, inquiryOf, mate, problemOf, recorded, unreachable } from "../../testing/samples.ts";
import { grant, openTestPage, type TestPage } from "../../testing/test-page.ts";

const refused = { ok: false, error: problemOf("forbidden", { status: 403 }) } as const;

const heldUntil = "2026-11-15T09:05:05.000Z";

const receipt: Receipt = { inquiryId: "inq_1", resolution: "answered", by: "ana", at: heldUntil, runId: "run_1" };

const held: Inquiry = inquiryOf({ status: "held", heldUntil, receipt: { ...receipt, heldUntil } });

const openHeld = () =>
  openTestPage((client) => {
    client.known.inquiry = held;
  });

const stored = ({ browser }: TestPage) => [...browser.database.keys()].filter((key) => key.startsWith("outbox:"));

test("[SEND-3] a refused undo, or a refused delivery, is reported", async () => {
  const page = await openHeld();
  page.client.answerWith("retract", () => refused);
  page.card().undo();
  await flushPromises();
  expect(page.card()).toMatchObject({ state: "held", failedAction: { action: "undo" } });
  page.client.answerWith("deliver", () => refused);
  page.card().deliver();
  await flushPromises();
  expect(page.card()).toMatchObject({ state: "held", failedAction: { action: "deliver" } });
  grant(page, "retract", inquiryOf(), inquiryOf());
  page.card().undo();
  await flushPromises();
  expect(page.card().state).toBe("pending");
  expect(page.card().failedAction).toBeUndefined();
});

test("[SEND-3] an undo that is not done yet is reported before the answer is delivered", async () => {
  const page = await openTestPage((client) => {
    client.known.inquiry = held;
    client.inquiries.retract = () => new Promise(() => {});
  });
  page.card().undo();
  await flushPromises();
  expect(page.card().waitingAction).toBeUndefined();
  await page.advance(4_000);
  expect(page.card()).toMatchObject({ state: "held", waitingAction: { action: "undo" } });
});

test("[SEND-3] an undo that is not done yet is reported in time, also while the current user is refetched", async () => {
  const page = await openHeld();
  const who = Promise.withResolvers<{ ok: true; value: undefined }>();
  page.client.answerWith("me", () => who.promise);
  page.client.stream.become("connecting");
  page.card().undo();
  await flushPromises();
  await page.advance(4_000);
  expect(page.card().waitingAction).toEqual({ action: "undo" });
  expect(page.client.calledFor("retract")).toEqual([]);
  grant(page, "retract", inquiryOf(), inquiryOf());
  who.resolve({ ok: true, value: undefined });
  await flushPromises();
  expect(page.client.calledFor("retract")).toHaveLength(1);
  expect(page.card().state).toBe("pending");
});

test("[SEND-8] an undo given while the server is away is sent once when it is back, also after a reload", async () => {
  for (const isReloaded of [false, true]) {
    const before = await openHeld();
    before.client.answerWith("retract", () => ({ ok: false, error: unreachable }));
    before.card().undo();
    await flushPromises();
    expect(before.card()).toMatchObject({ state: "held", waitingAction: { action: "undo" } });
    await before.setOnline(false);
    const page = isReloaded ? await before.reload() : before;
    expect(page.card().waitingAction).toEqual({ action: "undo" });
    grant(page, "retract", inquiryOf(), inquiryOf());
    await page.setOnline(true);
    expect(page.client.calledFor("retract").map(({ key }) => key)).toEqual(["key_1", "key_1"]);
    expect(page.card().state).toBe("pending");
    expect(page.card().waitingAction).toBeUndefined();
    expect(stored(page)).toEqual([]);
  }
});

test("[SEND-8] a person whose undo comes after the hold is told that the answer was delivered", async () => {
  const page = await openHeld();
  await page.setOnline(false);
  page.card().undo();
  await flushPromises();
  page.client.answerWith("retract", () => {
    page.client.known.inquiry = answeredBy("ana");
    return { ok: false, error: problemOf("inquiry-not-held", { receipt }) };
  });
  await page.setOnline(true);
  expect(page.card()).toMatchObject({ state: "answered", failedAction: { action: "undoLate" } });
  expect(stored(page)).toEqual([]);
});

test("[SEND-8] undo of an answer that was never sent cancels it, and nothing is sent", async () => {
  const page = await openTestPage();
  await page.setOnline(false);
  page.card().change(mate);
  page.card().send(5);
  await flushPromises();
  page.card().undo();
  await page.setOnline(true);
  expect(page.client.calls.filter(({ name }) => name === "answer" || name === "retract")).toEqual([]);
  expect(page.card()).toMatchObject({ state: "pending", sending: { status: "none" } });
});

test("[SEND-8] undo of an answer that may have arrived sends the undo, and not the answer", async () => {
  const page = await openTestPage();
  page.client.answerWith("answer", () => ({ ok: false, error: unreachable }));
  page.card().change(mate);
  page.card().send(5);
  await flushPromises();
  expect(page.card().sending.status).toBe("queued");
  page.client.answerWith("retract", () => ({ ok: false, error: problemOf("inquiry-not-held") }));
  page.card().undo();
  await flushPromises();
  await page.advance(15_000);
  expect(page.client.calledFor("answer")).toHaveLength(1);
  expect(page.client.calledFor("retract")).toHaveLength(1);
  expect(page.card()).toMatchObject({ state: "pending", sending: { status: "none" } });
  expect(page.card().failedAction).toBeUndefined();
});

test("[SEND-8] undo of an answer that is being sent follows it", async () => {
  const page = await openTestPage();
  const reply = Promise.withResolvers<{ ok: true; value: Receipt }>();
  page.client.answerWith("answer", () => reply.promise);
  page.card().change(mate);
  page.card().send(5);
  await flushPromises();
  page.card().undo();
  await flushPromises();
  await expectUndoAfter(page, reply);
});

/** The answer arrives after its undo was given, and only then is it taken back. */
async function expectUndoAfter(page: TestPage, reply: PromiseWithResolvers<{ ok: true; value: Receipt }>) {
  expect(page.client.calledFor("retract")).toEqual([]);
  grant(page, "retract", inquiryOf(), inquiryOf());
  page.client.known.inquiry = held;
  reply.resolve({ ok: true, value: { ...receipt, heldUntil } });
  await flushPromises();
  expect(page.client.calledFor("retract")).toHaveLength(1);
  expect(page.card()).toMatchObject({ state: "pending", sending: { status: "none" } });
}

test("[SEND-8] undo of an answer whose retry on a timer is under way follows it", async () => {
  const page = await openTestPage(({ inquiries }) => {
    const { answer } = inquiries;
    inquiries.answer = (id, body, options) => {
      const stopped = Promise.withResolvers<Awaited<ReturnType<typeof answer>>>();
      options?.signal?.addEventListener("abort", () => stopped.resolve({ ok: false, error: unreachable }));
      return Promise.race([answer(id, body, options), stopped.promise]);
    };
  });
  page.client.answerWith("answer", () => ({ ok: false, error: unreachable }));
  page.card().change(mate);
  page.card().send(5);
  await flushPromises();
  const reply = Promise.withResolvers<{ ok: true; value: Receipt }>();
  page.client.answerWith("answer", () => reply.promise);
  await page.advance(15_000);
  page.card().undo();
  await flushPromises();
  expect(page.client.calledFor("answer")).toHaveLength(2);
  await expectUndoAfter(page, reply);
});

test("[SEND-3] an answer that is undone while it is read back does not say that it is being sent", async () => {
  const page = await openTestPage();
  grant(page, "answer", { ...receipt, heldUntil }, held);
  const reading = Promise.withResolvers<{ ok: true; value: Inquiry }>();
  page.client.answerWith("inquiry", () => reading.promise);
  page.card().change(mate);
  page.card().send(5);
  await flushPromises();
  expect(page.card()).toMatchObject({ state: "held", sending: { status: "none" } });
  grant(page, "retract", inquiryOf(), inquiryOf());
  page.card().undo();
  await flushPromises();
  expect(page.card()).toMatchObject({ state: "pending", sending: { status: "none" } });
  reading.resolve({ ok: true, value: inquiryOf() });
  await flushPromises();
  expect(page.card()).toMatchObject({ state: "pending", sending: { status: "none" } });
});

test("[SEND-3] an answer that was undone is not reported as failed because the response was lost", async () => {
  const page = await openHeld();
  page.client.answerWith("retract", () => {
    page.client.known.inquiry = inquiryOf();
    page.client.stream.emit(recorded("inquiry.reopened", { inquiryId: "inq_1" }));
    return { ok: false, error: unreachable };
  });
  page.card().undo();
  await flushPromises();
  expect(page.card().state).toBe("pending");
  expect(page.card().failedAction).toBeUndefined();
  expect(page.card().waitingAction).toBeUndefined();
});

test("[ANNOUNCE-4] a refused extension is reported", async () => {
  const page = await openTestPage();
  page.client.answerWith("extend", () => ({ ok: false, error: problemOf("deadline-not-later", { status: 422 }) }));
  page.card().extend("2026-11-16T09:00:00.000Z");
  await flushPromises();
  expect(page.card().failedAction).toMatchObject({ action: "extend", problem: { code: "deadline-not-later" } });
});

test("[SEND-8] an undo that waits is sent before the next answer", async () => {
  const page = await openTestPage();
  page.client.answerWith("answer", () => {
    page.client.known.inquiry = held;
    return { ok: false, error: unreachable };
  });
  page.card().change(mate);
  page.card().send(5);
  await flushPromises();
  await page.setOnline(false);
  page.card().undo();
  await flushPromises();
  page.card().change({ type: "write", question: "q1", text: "Tea" });
  page.card().send(0);
  await flushPromises();
  grant(page, "retract", inquiryOf(), inquiryOf());
  grant(page, "answer", receipt, answeredBy("ana"));
  await page.setOnline(true);
  const sent = page.client.calls.filter(({ name }) => name === "answer" || name === "retract");
  expect(sent.map(({ name, key }) => `${name} ${key}`)).toEqual(["answer key_1", "retract key_2", "answer key_3"]);
  expect(page.card().state).toBe("answered");
});

test("[SEND-8] an answer after an undo can be undone as well, also if the first undo was refused", async () => {
  const page = await openHeld();
  await page.setOnline(false);
  page.card().undo();
  await flushPromises();
  const quick = { type: "answer", inquiryId: "inq_1", conversationId: "conv_1", revision: 1, hold: 5 } as const;
  page.outbox.submit({ ...quick, summary: { agent: "waiter", answer: "Tea" } });
  page.client.answerWith("retract", () => refused);
  page.client.answerWith("answer", () => new Promise(() => {}));
  await page.setOnline(true);
  void page.outbox.undo({ id: "inq_1", conversationId: "conv_1" });
  await flushPromises();
  expect(page.outbox.entries.get().map(({ submission, status }) => `${submission.type} ${status}`)).toEqual([
    "answer sending",
    "retract waiting",
  ]);
});
