import { expect, test } from "vitest";
import { flushPromises } from "../../testing/flush-promises.ts";
import { answeredBy, inquiryOf, mate, problemOf, recorded } from "../../testing/samples.ts";
import { openTestPage } from "../../testing/test-page.ts";

const milk = { type: "pick", question: "q2", option: "o1" } as const;
const failing = () => ({ ok: false, error: problemOf("forbidden", { status: 403 }) }) as const;

test("[SEND-1] Retry sends a failed answer under the same key, and under a new one if it was changed", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  for (const _ of [1, 2]) page.client.answerWith("answer", failing);
  page.card().send(5);
  await flushPromises();
  expect(page.card()).toMatchObject({
    state: "pending",
    sending: { status: "failed", problem: { code: "forbidden" } },
  });
  page.card().retry();
  await flushPromises();
  page.card().change({ ...mate, text: "Juice" });
  page.client.answerWith("answer", () => {
    page.client.known.inquiry = answeredBy("ana");
    return { ok: true, value: page.client.known.inquiry.receipt };
  });
  page.card().retry();
  await flushPromises();
  expect(page.client.calledFor("answer").map(({ key }) => key)).toEqual(["key_1", "key_1", "key_2"]);
  expect(page.client.calledFor("answer")[2]).toMatchObject({ body: { answers: [{ text: "Juice" }, {}], hold: 5 } });
  expect(page.card().state).toBe("answered");
});

test("[QUESTIONS-5] a failed answer that has lost a part since has a new gap, unless it was sent with that gap", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  for (const _ of [1, 2, 3]) page.client.answerWith("answer", failing);
  page.card().send(0);
  await flushPromises();
  expect(page.card()).toMatchObject({ sending: { status: "failed" } });
  expect(page.card().hasNewGaps).toBeUndefined();
  page.card().change(milk);
  page.card().retry();
  await flushPromises();
  page.card().change(milk);
  expect(page.card().hasNewGaps).toBe(true);
  page.card().change({ type: "skip", question: "q2" });
  expect(page.card().hasNewGaps).toBeUndefined();
  page.card().change({ type: "skip", question: "q2" });
  page.card().send(0);
  await flushPromises();
  expect(page.card()).toMatchObject({ sending: { status: "failed" } });
  expect(page.card().hasNewGaps).toBeUndefined();
});

test("[QUESTIONS-5] after the questions have changed every gap is new, and a decline has none", async () => {
  const page = await openTestPage();
  page.client.known.inquiry = inquiryOf({ revision: 2 });
  page.card().change(mate);
  for (const type of ["answer", "decline"]) page.client.answerWith(type, failing);
  page.card().send(0);
  await flushPromises();
  expect(page.card().hasNewGaps).toBeUndefined();
  page.client.stream.emit(recorded("inquiry.asked", { inquiryId: "inq_1" }));
  await flushPromises();
  expect(page.card().inquiry.revision).toBe(2);
  expect(page.card().hasNewGaps).toBe(true);
  page.card().resolve({ type: "decline" });
  await flushPromises();
  expect(page.card().sending).toMatchObject({ status: "failed", submission: { type: "decline" } });
  expect(page.card().hasNewGaps).toBeUndefined();
});

test("[HISTORY-1] an answer to a question that a restore has removed fails with the reason, and its text stays on the card", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  const unknown = { ok: false, error: problemOf("inquiry-unknown", { status: 404 }) } as const;
  page.client.answerWith("answer", () => unknown);
  page.card().send(0);
  await flushPromises();
  expect(page.card()).toMatchObject({
    state: "pending",
    sending: { status: "failed", problem: { code: "inquiry-unknown" } },
    draft: { answers: { q1: { text: mate.text } } },
  });
});

test("[HISTORY-9] a card whose question a restore has removed knows it after a refused answer, and when the stream begins anew", async () => {
  const unknown = { ok: false, error: problemOf("inquiry-unknown", { status: 404 }) } as const;
  const page = await openTestPage();
  page.card().change(mate);
  expect(page.card().isGone).toBeUndefined();
  for (const name of ["answer", "inquiry"]) page.client.answerWith(name, () => unknown);
  page.card().send(0);
  await flushPromises();
  const kept = { isGone: true, draft: { answers: { q1: { text: mate.text } } } };
  expect(page.card()).toMatchObject({ ...kept, sending: { status: "failed" } });
  const other = await openTestPage();
  other.card().change(mate);
  other.client.answerWith("inquiry", () => unknown);
  other.client.stream.emit({ type: "snapshot", position: 3 });
  await flushPromises();
  expect(other.card()).toMatchObject(kept);
});

test("[EXTERNAL-26] a quick answer to an older revision is not sent again to the new one", async () => {
  const page = await openTestPage();
  page.client.answerWith("answer", () => {
    page.client.known.inquiry = inquiryOf({ revision: 2, context: "It is hot." });
    return { ok: false, error: problemOf("revision-changed", { revision: 2 }) };
  });
  const { id: inquiryId, conversationId, revision } = inquiryOf();
  const answers = { answers: [{ question: "q1", options: ["o1"] }] };
  const summary = { agent: "planner", answer: "Tea" };
  page.outbox.submit({ type: "answer", inquiryId, conversationId, revision, hold: 5, answers, summary });
  await flushPromises();
  expect(page.card()).toMatchObject({ state: "pending", sending: { status: "failed" }, inquiry: { revision: 2 } });
  page.card().retry();
  await flushPromises();
  expect(page.client.calledFor("answer")).toHaveLength(1);
  expect(page.card()).toMatchObject({ sending: { status: "none" }, amendment: { changes: [{ type: "context" }] } });
});
