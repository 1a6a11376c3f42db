import { expect, test } from "vitest";
import { flushPromises } from "../../testing/flush-promises.ts";
import { answeredBy, answeredWith, inquiryOf, mate, receipt, unreachable } from "../../testing/samples.ts";
import { grant, openTestPage } from "../../testing/test-page.ts";

test("[SEND-6] an answer given offline waits through a reload, and is delivered once under its key", async () => {
  const page = await openTestPage();
  await page.setOnline(false);
  page.card().change(mate);
  page.card().send(0);
  await flushPromises();
  expect(page.card()).toMatchObject({ state: "submitting", sending: { status: "queued" } });
  expect(page.client.calledFor("answer")).toEqual([]);
  const again = await page.reload();
  expect(again.card().sending).toMatchObject({ status: "queued", submission: { type: "answer" } });
  grant(again, "answer", receipt, answeredWith("Mate"));
  await again.setOnline(true);
  again.client.stream.become("live");
  await flushPromises();
  expect(again.client.calledFor("answer")).toMatchObject([{ key: "key_1" }]);
  expect(again.card().state).toBe("answered");
  expect(again.browser.writtenKeys()).toEqual([]);
});

test("[SEND-6] an answer that could not be sent is sent when the stream is live, or on a timer", async () => {
  for (const isLive of [true, false]) {
    const page = await openTestPage();
    page.card().change(mate);
    page.client.answerWith("answer", () => ({ ok: false, error: unreachable }));
    page.card().send(0);
    await flushPromises();
    expect(page.card().sending.status).toBe("queued");
    grant(page, "answer", receipt, answeredBy("ana"));
    if (isLive) page.client.stream.become("live");
    await page.advance(isLive ? 0 : 15_000);
    expect(page.client.calledFor("answer").map(({ key }) => key)).toEqual(["key_1", "key_1"]);
    expect(page.card().state).toBe("answered");
  }
});

test("[SEND-6] a waiting answer is not sent to an inquiry that ended or changed meanwhile", async () => {
  for (const inquiry of [answeredBy("bea"), inquiryOf({ revision: 2 })]) {
    const page = await openTestPage();
    await page.setOnline(false);
    page.card().change(mate);
    page.card().send(0);
    await flushPromises();
    page.client.known.inquiry = inquiry;
    await page.setOnline(true);
    expect(page.client.calledFor("answer")).toEqual([]);
    expect(page.card()).toMatchObject({ sending: { status: "none" }, inquiry: { status: inquiry.status } });
    expect(JSON.stringify(page.card())).toContain("Mate");
  }
});

test("[SEND-6] a waiting answer can be cancelled, and its draft stays", async () => {
  const page = await openTestPage();
  await page.setOnline(false);
  page.card().change(mate);
  page.card().send(0);
  await flushPromises();
  page.card().cancelSending();
  await page.setOnline(true);
  expect(page.client.calledFor("answer")).toEqual([]);
  expect(page.card()).toMatchObject({ state: "pending", draft: { answers: { q1: { text: "Mate" } } } });
  expect([...page.browser.database.keys()].filter((key) => key.startsWith("outbox"))).toEqual([]);
});

test("[DRAFT-6] signing out deletes waiting answers", async () => {
  const page = await openTestPage();
  await page.setOnline(false);
  page.card().change(mate);
  page.card().send(0);
  await page.advance(250);
  expect(page.browser.database.size).toBe(2);
  await page.wipe();
  expect(page.browser.database.size).toBe(0);
});
