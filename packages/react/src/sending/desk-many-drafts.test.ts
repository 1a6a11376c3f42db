import { expect, test } from "vitest";
import { type Face, openFace } from "../testing/face.ts";
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
} from "../testing/samples.ts";
import { settled } from "../testing/settled.ts";

const phoneSaved = {
  type: "draft.saved",
  conversationId: "conv_1",
  inquiryId: "inq_1",
  by: "ana",
  device: "Phone",
} as const;

const textIn = (face: Face, question = "q1") => face.card().draft.answers[question]?.text;

async function becomes(face: Face, inquiry: Face["client"]["known"]["inquiry"]) {
  face.client.known.inquiry = inquiry;
  face.client.stream.emit(recorded("inquiry.resolved", { inquiryId: "inq_1" }));
  await settled();
}

test("[D-5] words that lost their place stay when others lose theirs, through reloads too", async () => {
  const face = await openFace();
  face.card().change(mate);
  await becomes(face, inquiryOf({ revision: 2, questions: [extras] }));
  expect(face.card().recovered).toBe("What do you drink?\nMate");
  face.card().change({ type: "write", question: "q2", text: "Honey" });
  await face.turn(300);
  face.client.known.inquiry = inquiryOf({ revision: 3, questions: [{ ...drink, id: "q9" }] });
  const again = await face.reload();
  for (const word of ["Mate", "Honey"]) expect(again.card().recovered).toContain(word);
  const third = await again.reload();
  expect(third.card().recovered).toBe(again.card().recovered);
});

test("[D-5] words whose question is gone do not come back into another one", async () => {
  const face = await openFace();
  face.card().change(mate);
  await becomes(face, inquiryOf({ revision: 2, questions: [{ ...drink, text: "What do you fear?" }] }));
  face.fold();
  await face.unfold();
  expect(textIn(face) ?? "").toBe("");
  expect(face.card().recovered).toBe("What do you drink?\nMate");
});

test("[D-3] what is written here is shown after a reload, however wrong the clocks are", async () => {
  const face = await openFace();
  face.card().change({ ...mate, text: "ab" });
  await face.turn(2_000);
  face.client.known.draft = { draft: face.card().draft, device: "Laptop", savedAt: "2026-11-15T09:05:00.000Z" };
  face.card().change({ ...mate, text: "abcdef" });
  await face.turn(300);
  expect(textIn(await face.reload())).toBe("abcdef");
});

test("[D-3] a draft of another device is newer by the server's clock, not by the reader's", async () => {
  const face = await openFace((client) => {
    client.answerWith("saveDraft", () => ({
      ok: true,
      value: { draft: juice, device: "Laptop", savedAt: "2026-11-15T10:00:02.000Z" },
    }));
  });
  face.card().change(mate);
  await face.turn(2_000);
  face.card().change({ ...mate, text: "Mate tea" });
  await face.turn(300);
  face.client.known.draft = onPhone;
  const again = await face.reload();
  expect(textIn(again)).toBe("Mate tea");
  expect(again.card().otherDraft).toEqual(onPhone);
});

test("[D-3] a draft that is offered is offered after a reload too, though the server has another by then", async () => {
  const face = await openFace();
  face.card().change(mate);
  face.client.known.draft = onPhone;
  face.client.stream.emit(phoneSaved);
  await settled();
  face.card().change({ ...mate, text: "Mate tea" });
  await face.turn(2_000);
  face.client.known.draft = { draft: face.card().draft, device: "Laptop", savedAt: "2026-11-15T10:00:05.000Z" };
  const again = await face.reload();
  expect(textIn(again)).toBe("Mate tea");
  expect(again.card().otherDraft).toEqual(onPhone);
});

test("[D-6] an answer that its author gave elsewhere takes no other words along", async () => {
  const face = await openFace();
  face.card().change({ ...mate, text: "a long text" });
  await becomes(face, answeredWith("Tea"));
  expect(face.card()).toMatchObject({ state: "answered", recovered: "What do you drink?\na long text" });
  expect((await face.reload()).card().recovered).toBe("What do you drink?\na long text");
});

test("[D-6] a draft that is offered when the inquiry ends is recovered too", async () => {
  const face = await openFace();
  face.card().change(mate);
  face.client.known.draft = onPhone;
  face.client.stream.emit(phoneSaved);
  await settled();
  await becomes(face, answeredWith("Mate"));
  expect(face.card().recovered).toBe("What do you drink?\nJuice");
  face.card().discardRecovered();
  await face.turn(300);
  expect(face.card().recovered).toBeUndefined();
  expect(face.browser.kept.size).toBe(0);
});

test("[D-6] words that their author left out when they sent are not recovered", async () => {
  const face = await openFace();
  face.card().change(mate);
  face.card().change({ type: "pick", question: "q1", option: "o1" });
  face.client.answerWith("answer", () => {
    const answers = [{ question: "q1", options: ["o1"] }];
    const { resolution, ...inquiry } = answeredBy("ana");
    face.client.known.inquiry = { ...inquiry, resolution: { type: "answered", at: "", ...resolution, answers } };
    return { ok: true, value: inquiry.receipt };
  });
  face.card().send(0);
  await settled();
  expect(face.card().state).toBe("answered");
  expect(face.card().recovered).toBeUndefined();
});

test("[D-4] a tab stays at its question when another one writes", async () => {
  const face = await openFace();
  const other = await face.openTab();
  other.card().change({ type: "go", step: 1 });
  face.card().change(mate);
  await settled();
  expect(other.card().draft).toMatchObject({ step: 1, answers: { q1: { text: "Mate" } } });
});

test("[D-4] a draft that is discarded in another tab while a card is out of view stays away", async () => {
  const face = await openFace();
  face.card().change(mate);
  await face.turn(250);
  const other = await face.openTab();
  face.fold();
  other.card().discardDraft();
  await face.unfold();
  expect(face.card().draft.answers).toEqual({});
});

test("[D-6] discarding in one tab takes nothing along that only another tab has", async () => {
  const face = await openFace();
  const other = await face.openTab();
  const { post } = face.tab.tabs;
  face.tab.tabs.post = () => {};
  face.card().change(mate);
  face.tab.tabs.post = post;
  other.card().change({ ...mate, text: "Water" });
  expect(textIn(face)).toBe("Mate");
  expect(face.card().otherDraft?.draft.answers.q1?.text).toBe("Water");
  other.card().discardDraft();
  await settled();
  expect(textIn(face)).toBe("Mate");
});

test("[D-2] what could not be saved on the server is saved when the connection is back", async () => {
  const face = await openFace();
  face.client.answerWith("saveDraft", () => ({ ok: false, error: unreachable }));
  face.card().change(mate);
  await face.turn(2_000);
  face.client.stream.become("lost");
  await face.turn(3_000);
  face.client.stream.become("live");
  await face.turn(60_000);
  expect(face.client.calledFor("saveDraft")).toHaveLength(2);
});

test("[D-1] what is typed while a slow server holds the kept draft back does not replace it", async () => {
  const face = await openFace();
  face.card().change(mate);
  await face.turn(300);
  face.client.answerWith("draft", () => new Promise(() => {}));
  const again = await face.reload();
  again.card().change({ ...mate, text: "Water" });
  await again.turn(1_500);
  expect(textIn(again)).toBe("Water");
  expect(again.card().otherDraft?.draft.answers.q1?.text).toBe("Mate");
  expect((await again.reload()).card().otherDraft?.draft.answers.q1?.text).toBe("Mate");
});
