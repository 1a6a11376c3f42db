import type { Inquiry, Receipt } from "@askback/core/wire";
import { expect, test } from "vitest";
import { flushPromises } from "../../testing/flush-promises.ts";
import {
  answeredBy,
  answeredWith,
  drink,
  extras,
  inquiryOf,
  mate,
  problemOf,
  receipt,
  recorded,
  unreachable,
} from "../../testing/samples.ts";
import { grant, openTestPage, type TestPage } from "../../testing/test-page.ts";

const held: Inquiry = inquiryOf({
  status: "held",
  heldUntil: "2026-11-15T09:05:05.000Z",
  receipt: { ...receipt, heldUntil: "2026-11-15T09:05:05.000Z" },
});

async function becomes(page: TestPage, inquiry: Inquiry) {
  page.client.known.inquiry = inquiry;
  page.client.stream.emit(recorded("inquiry.resolved", { inquiryId: "inq_1" }));
  await flushPromises();
}

test("[SEND-8] the card of another tab goes from submitting to held, before the stream tells of it", async () => {
  const page = await openTestPage();
  const other = await page.openTab();
  const states: string[] = [];
  other.listen(() => states.push(other.card().state));
  page.card().change(mate);
  grant(page, "answer", held.receipt, held);
  page.card().send(5);
  await flushPromises();
  expect(states.filter((state, index) => state !== states[index - 1])).toEqual(["pending", "submitting", "held"]);
});

test("[SEND-1] an answer is sent with a key, the revision and the picks, and is shown as sent when the server has answered", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  const reply = Promise.withResolvers<{ ok: true; value: Receipt }>();
  page.client.answerWith("answer", () => reply.promise);
  page.card().send(0);
  page.card().send(0);
  expect(page.card()).toMatchObject({ state: "submitting", sending: { isSlow: false } });
  await flushPromises();
  await page.advance(3_000);
  expect(page.card().sending).toMatchObject({ status: "sending", isSlow: true });
  page.client.known.inquiry = answeredBy("ana");
  reply.resolve({ ok: true, value: receipt });
  await flushPromises();
  expect(page.card()).toMatchObject({ state: "answered", sending: { status: "none" } });
  expect(page.client.calledFor("answer")).toEqual([
    {
      name: "answer",
      id: "inq_1",
      key: "key_1",
      body: {
        answers: [
          { question: "q1", text: "Mate" },
          { question: "q2", skipped: true },
        ],
        revision: 1,
      },
    },
  ]);
});

test("[DRAFT-6] a draft ends with the delivery of its author's answer, here and on the server", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  await page.advance(250);
  grant(page, "answer", receipt, answeredWith("Mate"));
  page.card().send(0);
  await flushPromises();
  expect(page.card().recovered).toBeUndefined();
  expect(page.browser.database.size).toBe(0);
  expect(page.client.calledFor("discardDraft")).toHaveLength(1);
});

test("[SEND-2] the second of two who answer sees the winner and keeps their text, also after a reload", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  page.client.answerWith("answer", () => {
    page.client.known.inquiry = answeredBy("bea");
    return { ok: false, error: problemOf("already-resolved", { receipt: { ...receipt, by: "bea" } }) };
  });
  page.card().send(0);
  await flushPromises();
  const shown = { state: "answered", inquiry: { resolution: { by: "bea" } }, recovered: "What do you drink?\nMate" };
  expect(page.card()).toMatchObject(shown);
  const again = await page.reload();
  expect(again.card()).toMatchObject(shown);
  again.card().sendRecovered();
  await flushPromises();
  expect(again.client.calledFor("send")).toMatchObject([
    { id: "conv_1", body: { text: "What do you drink?\nMate", separate: true } },
  ]);
  expect(again.card().recovered).toBeUndefined();
  expect((await again.reload()).card().recovered).toBeUndefined();
});

const endings = [
  "expired",
  "withdrawn",
  "superseded",
  "answered-in-chat",
  "delegated",
  "declined",
  "dismissed",
] as const;

test.each(endings)(
  "[DRAFT-6] when an inquiry ends as %s, the written text stays until it is discarded",
  async (type) => {
    const page = await openTestPage();
    page.card().change(mate);
    await becomes(page, inquiryOf({ status: type, resolution: { type, at: receipt.at } }));
    expect(page.card()).toMatchObject({ state: type, recovered: "What do you drink?\nMate" });
    page.card().change({ ...mate, text: "nothing" });
    expect(page.card().draft.answers.q1?.text).toBe("Mate");
    page.card().discardRecovered();
    await flushPromises();
    expect(page.card().recovered).toBeUndefined();
    expect(page.browser.database.size).toBe(0);
  },
);

test("[DRAFT-5] when the questions change, answers that fit stay, the rest becomes text, and the person has to send again", async () => {
  const page = await openTestPage();
  page.card().change({ type: "pick", question: "q1", option: "o1" });
  page.card().change({ type: "write", question: "q2", text: "Honey" });
  const amended = inquiryOf({ revision: 2, questions: [drink, { ...extras, ownWords: false }] });
  page.client.answerWith("answer", () => {
    page.client.known.inquiry = amended;
    return { ok: false, error: problemOf("revision-changed", { revision: 2 }) };
  });
  page.card().send(0);
  await flushPromises();
  expect(page.card()).toMatchObject({
    state: "pending",
    amendment: { changes: [{ type: "details" }], isAnswerRefused: true },
    sending: { status: "none" },
    draft: { revision: 2, answers: { q1: { options: ["o1"] } } },
    recovered: "What goes in?\nHoney",
  });
  const again = await page.reload();
  expect(again.card()).toMatchObject({ recovered: "What goes in?\nHoney", draft: { revision: 2 } });
  grant(again, "answer", receipt, answeredBy("ana", { revision: 2 }));
  again.card().send(0);
  await flushPromises();
  expect(
    again.client.calledFor("answer").map(({ key, body }) => [key, (body as { revision: number }).revision]),
  ).toEqual([
    ["key_1", 1],
    ["key_2", 2],
  ]);
  expect(again.card().amendment).toBeUndefined();
  again.card().discardRecovered();
  await flushPromises();
  expect((await again.reload()).card().recovered).toBeUndefined();
});

test("[SEND-3] a held answer can be undone, also after a reload, and the draft is restored", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  grant(page, "answer", held.receipt, held);
  page.card().send(5);
  await flushPromises();
  expect(page.card()).toMatchObject({ state: "held", inquiry: { heldUntil: held.heldUntil } });
  const again = await page.reload();
  expect(again.card().state).toBe("held");
  grant(again, "retract", inquiryOf(), inquiryOf());
  again.card().undo();
  await flushPromises();
  expect(again.card()).toMatchObject({ state: "pending", draft: { answers: { q1: { text: "Mate" } } } });
});

test("[SEND-3] a held answer can be delivered at once", async () => {
  const page = await openTestPage((client) => {
    client.known.inquiry = held;
  });
  grant(page, "deliver", receipt, answeredBy("ana"));
  page.card().deliver();
  await flushPromises();
  expect(page.card().state).toBe("answered");
});

test("[SEND-3] an undo that is too late shows that the answer was delivered", async () => {
  const page = await openTestPage((client) => {
    client.known.inquiry = held;
  });
  page.client.answerWith("retract", () => {
    page.client.known.inquiry = answeredBy("ana");
    return { ok: false, error: problemOf("inquiry-not-held") };
  });
  page.card().undo();
  await flushPromises();
  expect(page.card().state).toBe("answered");
});

test("[ANNOUNCE-4] one action extends the deadline", async () => {
  const page = await openTestPage();
  const until = "2026-11-16T09:00:00.000Z";
  grant(page, "extend", inquiryOf({ deadline: until }), inquiryOf({ deadline: until }));
  page.card().extend(until);
  await flushPromises();
  expect(page.card().inquiry.deadline).toBe(until);
});

test("[CARD-15] delegate, decline and dismiss are sent as such, with their reason", async () => {
  for (const type of ["delegate", "decline", "dismiss"] as const) {
    const page = await openTestPage();
    page.client.answerWith(type, () => ({ ok: false, error: unreachable }));
    page.card().resolve({ type, comment: "because" });
    await flushPromises();
    expect(page.client.calledFor(type)).toMatchObject([{ body: { comment: "because" }, key: "key_1" }]);
    expect(page.card().sending).toEqual({ status: "queued", submission: { type, comment: "because" } });
  }
});
