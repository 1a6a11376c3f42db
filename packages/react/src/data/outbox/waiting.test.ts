import { expect, test } from "vitest";
import { flushPromises } from "../../testing/flush-promises.ts";
import { answeredBy, inquiryOf, mate, problemOf, receipt, recorded, unreachable } from "../../testing/samples.ts";
import { openTestPage, type TestPage } from "../../testing/test-page.ts";

function grantAnswer(page: TestPage): void {
  page.client.answerWith("answer", () => {
    page.client.known.inquiry = answeredBy("ana");
    return { ok: true, value: receipt };
  });
}

async function queueAnswer(page: TestPage): Promise<void> {
  page.card().change(mate);
  await page.setOnline(false);
  page.card().send(0);
  await flushPromises();
}

test.for([401, 429, 500, 503, 0])(
  "[SEND-6] a waiting answer stays in the outbox when its inquiry cannot be read because of status %d",
  async (status) => {
    const page = await openTestPage();
    await queueAnswer(page);
    for (const _ of [1, 2])
      page.client.answerWith("inquiry", () => ({ ok: false, error: problemOf("no", { status }) }));
    await page.setOnline(true);
    await page.advance(15_000);
    expect(page.card().sending.status).toBe("queued");
    grantAnswer(page);
    await page.advance(30_000);
    expect(page.client.calledFor("answer")).toHaveLength(1);
    expect(page.card().state).toBe("answered");
  },
);

test("[SEND-9] an answer waits while the server is not ready", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  page.client.answerWith("answer", () => ({ ok: false, error: problemOf("unavailable", { status: 503 }) }));
  page.card().send(0);
  await flushPromises();
  expect(page.card().sending.status).toBe("queued");
  grantAnswer(page);
  await page.advance(15_000);
  expect(page.client.calledFor("answer").map(({ key }) => key)).toEqual(["key_1", "key_1"]);
});

test.for([
  { status: 503, isServerBusy: true },
  { status: 0, isServerBusy: undefined },
])("[SEND-9] an answer that waits after status $status says whether the server was reached", async (failure) => {
  const { status, isServerBusy } = failure;
  const page = await openTestPage();
  page.client.stream.become("live");
  page.card().change(mate);
  page.client.answerWith("answer", () => ({ ok: false, error: problemOf("unavailable", { status }) }));
  page.card().send(0);
  await flushPromises();
  expect(page.card().sending).toEqual({
    status: "queued",
    submission: { type: "answer", hold: 0 },
    ...(isServerBusy && { isServerBusy }),
  });
  page.client.stream.become("lost");
  await page.advance(3_000);
  expect(page.card()).toMatchObject({ isOffline: true, sending: { status: "queued" } });
  expect(page.card().sending).not.toHaveProperty("isServerBusy");
});

test("[SEND-6] a waiting answer to a deleted inquiry leaves the outbox", async () => {
  const page = await openTestPage();
  await queueAnswer(page);
  page.client.answerWith("inquiry", () => ({ ok: false, error: problemOf("inquiry-unknown", { status: 404 }) }));
  await page.setOnline(true);
  expect(page.card().sending.status).toBe("none");
});

test("[SEND-6] an answer that is cancelled in one tab is not sent by another", async () => {
  const page = await openTestPage();
  await queueAnswer(page);
  const other = await page.openTab();
  expect(other.card().sending.status).toBe("queued");
  page.card().cancelSending();
  await flushPromises();
  await other.setOnline(true);
  expect(page.client.calledFor("answer")).toEqual([]);
  expect(other.card()).toMatchObject({ state: "pending", sending: { status: "none" } });
});

test("[SEND-6] a browser that stores nothing sends a waiting answer all the same", async () => {
  const page = await openTestPage();
  page.browser.isReadable = false;
  page.browser.database.set = () => page.browser.database;
  await queueAnswer(page);
  grantAnswer(page);
  await page.setOnline(true);
  expect(page.client.calledFor("answer")).toHaveLength(1);
});

test("[SEND-6] a waiting answer is sent though the browser cannot read what it stored", async () => {
  const page = await openTestPage();
  await queueAnswer(page);
  page.browser.isReadable = false;
  grantAnswer(page);
  await page.setOnline(true);
  expect(page.client.calledFor("answer")).toHaveLength(1);
  expect(page.card().state).toBe("answered");
});

test("[SEND-6] an answer that could neither be stored nor read is sent when the browser can read again", async () => {
  const page = await openTestPage();
  page.browser.database.set = () => page.browser.database;
  page.browser.isReadable = false;
  await queueAnswer(page);
  page.browser.isReadable = true;
  grantAnswer(page);
  await page.setOnline(true);
  expect(page.client.calledFor("answer")).toHaveLength(1);
});

test("[SEND-6] a page that was left sends nothing any more", async () => {
  const page = await openTestPage();
  await queueAnswer(page);
  const looks = page.client.calledFor("inquiry").length;
  page.end();
  await page.advance(60_000);
  expect(page.client.calledFor("inquiry")).toHaveLength(looks);
});

test("[SEND-1] Retry sends a failed answer with the revision of the changed questions", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  page.client.answerWith("answer", () => ({ ok: false, error: problemOf("forbidden", { status: 403 }) }));
  page.card().send(0);
  await flushPromises();
  page.client.known.inquiry = inquiryOf({ revision: 2 });
  page.client.stream.emit(recorded("inquiry.asked", { inquiryId: "inq_1" }));
  await flushPromises();
  page.card().retry();
  await flushPromises();
  expect(page.client.calledFor("answer")[1]).toMatchObject({ key: "key_2", body: { revision: 2 } });
});

test.for(["delegate", "decline", "dismiss"] as const)(
  "[SEND-1] a request to %s carries the revision, and is refused visibly if that changed",
  async (type) => {
    const page = await openTestPage();
    page.client.answerWith(type, () => {
      page.client.known.inquiry = inquiryOf({ revision: 2 });
      return { ok: false, error: problemOf("revision-changed", { revision: 2 }) };
    });
    page.card().resolve({ type });
    await flushPromises();
    expect(page.card()).toMatchObject({
      inquiry: { revision: 2 },
      sending: { status: "failed", problem: { code: "revision-changed" } },
    });
    page.card().retry();
    await flushPromises();
    expect(page.client.calledFor(type)).toMatchObject([
      { key: "key_1", body: { revision: 1 } },
      { key: "key_2", body: { revision: 2 } },
    ]);
  },
);

test("[SEND-6] a waiting resolution is not applied to questions that its author never saw", async () => {
  const page = await openTestPage();
  await page.setOnline(false);
  page.card().resolve({ type: "decline" });
  page.client.known.inquiry = inquiryOf({ revision: 2 });
  page.client.answerWith("decline", () => ({ ok: false, error: problemOf("revision-changed", { revision: 2 }) }));
  await page.setOnline(true);
  expect(page.client.calledFor("decline")).toMatchObject([{ body: { revision: 1 } }]);
  expect(page.card().sending.status).toBe("failed");
});

test("[SEND-1] Retry of a decline sends the reason as it is written now", async () => {
  const page = await openTestPage();
  page.client.answerWith("decline", () => ({ ok: false, error: problemOf("forbidden", { status: 403 }) }));
  page.card().resolve({ type: "decline", comment: "Too late" });
  await flushPromises();
  page.drafts.texts.set("reason:inq_1", "Too early");
  page.client.answerWith("decline", () => ({ ok: false, error: unreachable }));
  page.card().retry();
  await flushPromises();
  expect(page.client.calledFor("decline")).toMatchObject([
    { key: "key_1", body: { comment: "Too late" } },
    { key: "key_2", body: { comment: "Too early" } },
  ]);
});

test("[SEND-6] a message that is written after an answer to the same conversation is sent after it", async () => {
  const page = await openTestPage();
  await queueAnswer(page);
  page.outbox.submit({ type: "message", conversationId: "conv_1", text: "And thanks", isSeparate: false });
  page.outbox.submit({ type: "message", conversationId: "conv_2", text: "Elsewhere", isSeparate: false });
  const reply = Promise.withResolvers<{ ok: true; value: typeof receipt }>();
  page.client.answerWith("answer", () => reply.promise);
  await page.setOnline(true);
  expect(page.client.calledFor("send").map(({ id }) => id)).toEqual(["conv_2"]);
  page.client.known.inquiry = answeredBy("ana");
  reply.resolve({ ok: true, value: receipt });
  await flushPromises();
  expect(page.client.calledFor("send").map(({ id }) => id)).toEqual(["conv_2", "conv_1"]);
});

test("[SEND-9] a refused answer is shown with its problem after a reload, and leaves the outbox when the inquiry is resolved", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  page.client.answerWith("answer", () => ({ ok: false, error: problemOf("forbidden", { status: 403 }) }));
  page.card().send(0);
  await flushPromises();
  const again = await page.reload();
  expect(again.card()).toMatchObject({
    state: "pending",
    sending: { status: "failed", problem: { code: "forbidden" } },
    draft: { answers: { q1: { text: "Mate" } } },
  });
  again.client.known.inquiry = answeredBy("bea");
  const last = await again.reload();
  await flushPromises();
  expect(last.card()).toMatchObject({ state: "answered", sending: { status: "none" } });
  expect([...last.browser.database.keys()].filter((key) => key.startsWith("outbox:"))).toEqual([]);
});

test("[WEB-11] a tab of another person neither shows nor sends what waits", async () => {
  const page = await openTestPage();
  await queueAnswer(page);
  page.end();
  await page.setOnline(true);
  page.client.known.me = { ...page.client.known.me, id: "bea" };
  const other = await page.openTab();
  expect(other.outbox.entries.get()).toEqual([]);
  await other.advance(60_000);
  expect(page.client.calledFor("answer")).toEqual([]);
});

const decline = { type: "decline", inquiryId: "inq_1", conversationId: "conv_1", revision: 1, comment: "No" } as const;

test("[SEND-6] a resolution replaces another one that waits and was never sent", async () => {
  const page = await openTestPage();
  await queueAnswer(page);
  expect(page.outbox.submit(decline).isConflict).toBe(false);
  await page.setOnline(true);
  expect(page.client.calledFor("answer")).toEqual([]);
  expect(page.client.calledFor("decline")).toMatchObject([{ body: { comment: "No" } }]);
});

test("[SEND-6] a resolution is not accepted while another one may have been sent", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  page.client.answerWith("answer", () => ({ ok: false, error: unreachable }));
  page.card().send(0);
  await flushPromises();
  const { isConflict, reply } = page.outbox.submit(decline);
  expect(isConflict).toBe(true);
  expect(await reply).toMatchObject({ ok: false, error: { code: "answer-on-its-way" } });
  expect(page.card().sending).toMatchObject({ status: "queued", submission: { type: "answer" } });
});
