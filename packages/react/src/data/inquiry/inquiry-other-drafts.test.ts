import { expect, test } from "vitest";
import { flushPromises } from "../../testing/flush-promises.ts";
import {
  answeredBy,
  answeredWith,
  drink,
  extras,
  inquiryOf,
  juice,
  mate,
  onPhone,
  recorded,
  unreachable,
} from "../../testing/samples.ts";
import { openTestPage, type TestPage } from "../../testing/test-page.ts";

const phoneSaved = {
  type: "draft.saved",
  conversationId: "conv_1",
  inquiryId: "inq_1",
  by: "ana",
  device: "Phone",
} as const;

const textIn = (page: TestPage, question = "q1") => page.card().draft.answers[question]?.text;

async function becomes(page: TestPage, inquiry: TestPage["client"]["known"]["inquiry"]) {
  page.client.known.inquiry = inquiry;
  page.client.stream.emit(recorded("inquiry.resolved", { inquiryId: "inq_1" }));
  await flushPromises();
}

test("[DRAFT-5] removed texts stay when further texts are removed, also after a reload", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  await becomes(page, inquiryOf({ revision: 2, questions: [extras] }));
  expect(page.card().recovered).toBe("What do you drink?\nMate");
  page.card().change({ type: "write", question: "q2", text: "Honey" });
  await page.advance(300);
  page.client.known.inquiry = inquiryOf({ revision: 3, questions: [{ ...drink, id: "q9" }] });
  const again = await page.reload();
  for (const word of ["Mate", "Honey"]) expect(again.card().recovered).toContain(word);
  const third = await again.reload();
  expect(third.card().recovered).toBe(again.card().recovered);
});

test("[DRAFT-5] a text whose question is gone does not appear in another question", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  await becomes(page, inquiryOf({ revision: 2, questions: [{ ...drink, id: "q7", text: "What do you fear?" }] }));
  page.fold();
  await page.unfold();
  expect(textIn(page) ?? "").toBe("");
  expect(page.card().recovered).toBe("What do you drink?\nMate");
});

test("[DRAFT-3] this device's draft is shown after a reload, however wrong the clocks are", async () => {
  const page = await openTestPage();
  page.card().change({ ...mate, text: "ab" });
  await page.advance(2_000);
  page.client.known.draft = { draft: page.card().draft, device: "Laptop", savedAt: "2026-11-15T09:05:00.000Z" };
  page.card().change({ ...mate, text: "abcdef" });
  await page.advance(300);
  expect(textIn(await page.reload())).toBe("abcdef");
});

test("[DRAFT-3] a draft of another device is newer by the server's clock, not by the reader's", async () => {
  const page = await openTestPage((client) => {
    client.answerWith("saveDraft", () => ({
      ok: true,
      value: { draft: juice, device: "Laptop", savedAt: "2026-11-15T10:00:02.000Z" },
    }));
  });
  page.card().change(mate);
  await page.advance(2_000);
  page.card().change({ ...mate, text: "Mate tea" });
  await page.advance(300);
  page.client.known.draft = onPhone;
  const again = await page.reload();
  expect(textIn(again)).toBe("Mate tea");
  expect(again.card().otherDraft).toEqual(onPhone);
});

test("[DRAFT-3] an offered draft is still offered after a reload, though the server has another by then", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  page.client.known.draft = onPhone;
  page.client.stream.emit(phoneSaved);
  await flushPromises();
  page.card().change({ ...mate, text: "Mate tea" });
  await page.advance(2_000);
  page.client.known.draft = { draft: page.card().draft, device: "Laptop", savedAt: "2026-11-15T10:00:05.000Z" };
  const again = await page.reload();
  expect(textIn(again)).toBe("Mate tea");
  expect(again.card().otherDraft).toEqual(onPhone);
});

test("[DRAFT-6] an answer that the author gave on another device leaves the texts of this draft recovered", async () => {
  const page = await openTestPage();
  page.card().change({ ...mate, text: "a long text" });
  await becomes(page, answeredWith("Tea"));
  expect(page.card()).toMatchObject({ state: "answered", recovered: "What do you drink?\na long text" });
  expect((await page.reload()).card().recovered).toBe("What do you drink?\na long text");
});

test("[DRAFT-6] an offered draft is recovered too when the inquiry ends", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  page.client.known.draft = onPhone;
  page.client.stream.emit(phoneSaved);
  await flushPromises();
  await becomes(page, answeredWith("Mate"));
  expect(page.card().recovered).toBe("What do you drink?\nJuice");
  page.card().discardRecovered();
  await page.advance(300);
  expect(page.card().recovered).toBeUndefined();
  expect(page.browser.database.size).toBe(0);
});

test("[DRAFT-6] own words that the author replaced by a pick before sending are not recovered", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  page.card().change({ type: "pick", question: "q1", option: "o1" });
  page.client.answerWith("answer", () => {
    const answers = [{ question: "q1", options: ["o1"] }];
    const { resolution, ...inquiry } = answeredBy("ana");
    page.client.known.inquiry = { ...inquiry, resolution: { type: "answered", at: "", ...resolution, answers } };
    return { ok: true, value: inquiry.receipt };
  });
  page.card().send(0);
  await flushPromises();
  expect(page.card().state).toBe("answered");
  expect(page.card().recovered).toBeUndefined();
});

test("[DRAFT-4] a tab stays at its question when another tab writes", async () => {
  const page = await openTestPage();
  const other = await page.openTab();
  other.card().change({ type: "go", step: 1 });
  page.card().change(mate);
  await flushPromises();
  expect(other.card().draft).toMatchObject({ step: 1, answers: { q1: { text: "Mate" } } });
});

test("[DRAFT-4] a card that is mounted again does not show a draft that another tab discarded meanwhile", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  await page.advance(250);
  const other = await page.openTab();
  page.fold();
  other.card().discardDraft();
  await page.unfold();
  expect(page.card().draft.answers).toEqual({});
});

test("[DRAFT-6] discarding in one tab deletes nothing that only another tab has", async () => {
  const page = await openTestPage();
  const other = await page.openTab();
  const { post } = page.tab.tabs;
  page.tab.tabs.post = () => {};
  page.card().change(mate);
  page.tab.tabs.post = post;
  other.card().change({ ...mate, text: "Water" });
  expect(textIn(page)).toBe("Mate");
  expect(page.card().otherDraft?.draft.answers.q1?.text).toBe("Water");
  other.card().discardDraft();
  await flushPromises();
  expect(textIn(page)).toBe("Mate");
});

test("[DRAFT-2] a draft that could not be saved on the server is saved when the connection is back", async () => {
  const page = await openTestPage();
  page.client.answerWith("saveDraft", () => ({ ok: false, error: unreachable }));
  page.card().change(mate);
  await page.advance(2_000);
  page.client.stream.become("lost");
  await page.advance(3_000);
  page.client.stream.become("live");
  await page.advance(60_000);
  expect(page.client.calledFor("saveDraft")).toHaveLength(2);
});

test("[DRAFT-1] a text that is typed while a slow server delays the stored draft does not replace it", async () => {
  const page = await openTestPage();
  page.card().change(mate);
  await page.advance(300);
  page.client.answerWith("draft", () => new Promise(() => {}));
  const again = await page.reload();
  again.card().change({ ...mate, text: "Water" });
  await again.advance(1_500);
  expect(textIn(again)).toBe("Water");
  expect(again.card().otherDraft?.draft.answers.q1?.text).toBe("Mate");
  expect((await again.reload()).card().otherDraft?.draft.answers.q1?.text).toBe("Mate");
});
