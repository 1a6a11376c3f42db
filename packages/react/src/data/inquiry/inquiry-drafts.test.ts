import { expect, test } from "vitest";
import { flushPromises } from "../../testing/flush-promises.ts";
import { answeredWith, inquiryOf, juice, mate, onPhone, problemOf } from "../../testing/samples.ts";
import { openTestPage } from "../../testing/test-page.ts";
import { createInquiryState, recoveredText } from "./inquiry-state.ts";

test("[DRAFT-1] [DRAFT-8] a draft is restored after a reload, which the card says without the name of this device until it is changed", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  const again = await page.reload();
  expect(again.card().draft).toMatchObject({ answers: { q1: { text: "Mate" } } });
  expect(again.card().restored).toEqual({ savedAt: "2026-11-15T09:00:00.000Z" });
  again.card().change({ ...mate, text: "Mate!" });
  expect(again.card().restored).toBeUndefined();
});

test("[CARD-6] nothing is picked at the start, and going through the questions is no draft", async () => {
  const page = await openTestPage();
  expect(page.card()).toMatchObject({ state: "pending", draft: { answers: {}, comment: "", step: 0 } });
  page.card().change({ type: "go", step: 1 });
  await page.advance(5_000);
  expect(page.card().draft.step).toBe(1);
  expect(page.browser.writtenKeys()).toEqual([]);
  expect(page.client.calledFor("saveDraft")).toEqual([]);
});

test("[DRAFT-1] a draft of another device is shown when the card is opened", async () => {
  const page = await openTestPage((client) => {
    client.known.draft = onPhone;
  });
  expect(page.card()).toMatchObject({ draft: juice, restored: { device: "Phone" } });
});

test("[DRAFT-3] a newer draft of another device is offered if something is written here, and taken on request", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  page.client.known.draft = onPhone;
  page.client.stream.emit({
    type: "draft.saved",
    conversationId: "conv_1",
    inquiryId: "inq_1",
    by: "ana",
    device: "Phone",
  });
  await flushPromises();
  expect(page.card()).toMatchObject({ draft: { answers: { q1: { text: "Mate" } } }, otherDraft: onPhone });
  page.card().takeOtherDraft();
  expect(page.card()).toMatchObject({
    draft: juice,
    restored: { device: "Phone" },
    otherDraft: { device: "Laptop", draft: { answers: { q1: { text: "Mate" } } } },
  });
  await page.advance(250);
  expect(JSON.stringify([...page.browser.database.values()])).toContain("Juice");
  page.card().takeOtherDraft();
  expect(page.card()).toMatchObject({ draft: { answers: { q1: { text: "Mate" } } }, otherDraft: onPhone });
});

test("[DRAFT-4] a card that is mounted again shows what another tab wrote meanwhile", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  await page.advance(250);
  const other = await page.openTab();
  page.fold();
  other.card().change({ ...mate, text: "Mate tea" });
  await page.unfold();
  expect(page.card().draft.answers.q1?.text).toBe("Mate tea");
  expect(page.card().otherDraft).toBeUndefined();
});

test("[DRAFT-1] a text that is typed while the draft is loaded stays, and the loaded draft is offered", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  const again = await page.reload();
  again.fold();
  const finding = again.unfold();
  again.card().change({ ...mate, text: "Water" });
  await finding;
  expect(again.card().draft.answers.q1?.text).toBe("Water");
});

test("[DRAFT-6] a delivered draft is not recovered for its author, and is for anybody else", () => {
  const state = { ...createInquiryState(answeredWith("Juice")), draft: juice };
  expect(recoveredText(state, "ana")).toBe("");
  expect(recoveredText(state, "bea")).toBe("What do you drink?\nJuice");
});

test("[DRAFT-6] a discarded draft does not come back", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  page.card().discardDraft();
  await page.advance(5_000);
  expect(page.card().draft.answers).toEqual({});
  expect((await page.reload()).card().draft.answers).toEqual({});
  expect(page.client.calledFor("saveDraft")).toEqual([]);
});

test("[DRAFT-5] a draft that was stored for older questions keeps its texts and none of its picks", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  page.card().change({ type: "pick", question: "q2", option: "o1" });
  await page.advance(250);
  page.client.known.inquiry = inquiryOf({ revision: 2 });
  const again = await page.reload();
  expect(again.card()).toMatchObject({
    amendment: { changes: [] },
    draft: { revision: 2, answers: { q1: { text: "Mate" }, q2: { options: [] } } },
  });
});

test("[SEND-5] a lost connection is shown and never blocks typing", async () => {
  const page = await openTestPage();
  page.client.stream.become("live");
  page.client.stream.become("lost");
  await page.advance(1_999);
  expect(page.card().isOffline).toBe(false);
  await page.advance(1);
  expect(page.card()).toMatchObject({ isOffline: true, state: "pending" });
  page.card().change(mate);
  expect(page.card().draft.answers.q1?.text).toBe("Mate");
});

test("[PERSONAL-3] other people who are writing are shown on the card", async () => {
  const page = await openTestPage();
  page.client.stream.emit({
    type: "draft.saved",
    conversationId: "conv_1",
    inquiryId: "inq_1",
    by: "bea",
    device: "Phone",
  });
  await flushPromises();
  expect(page.card()).toMatchObject({ writers: ["bea"], me: "ana" });
});

test("[INBOX-12] an inquiry that cannot be read says why", async () => {
  const page = await openTestPage((client) => {
    client.answerWith("inquiry", () => ({ ok: false, error: problemOf("inquiry-unknown", { status: 404 }) }));
  });
  expect(() => page.card()).toThrow("inquiry-unknown");
});

test("[STREAM-1] a refetch that changes nothing leaves the card object as it is", async () => {
  const page = await openTestPage();
  const before = page.card();
  page.client.stream.emit({ type: "snapshot", position: 2 });
  await flushPromises();
  expect(page.client.calledFor("inquiry")).toHaveLength(2);
  expect(page.card()).toBe(before);
});
