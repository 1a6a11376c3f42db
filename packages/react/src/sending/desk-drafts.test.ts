import { expect, test } from "vitest";
import { openFace } from "../testing/face.ts";
import { answeredWith, inquiryOf, juice, mate, onPhone, problemOf } from "../testing/samples.ts";
import { settled } from "../testing/settled.ts";
import { deskFor, recoveredOf } from "./desk-state.ts";

test("[D-1] a draft is there again after a reload, and says where it comes from until it is changed", async () => {
  const face = await openFace();
  face.card().change(mate);
  const again = await face.reload();
  expect(again.card()).toMatchObject({
    draft: { answers: { q1: { text: "Mate" } } },
    restored: { device: "Laptop", savedAt: "2026-11-15T09:00:00.000Z" },
  });
  again.card().change({ ...mate, text: "Mate!" });
  expect(again.card().restored).toBeUndefined();
});

test("[C-6] nothing is picked at the start, and going through the questions is no draft", async () => {
  const face = await openFace();
  expect(face.card()).toMatchObject({ state: "pending", draft: { answers: {}, comment: "", step: 0 } });
  face.card().change({ type: "go", step: 1 });
  await face.turn(5_000);
  expect(face.card().draft.step).toBe(1);
  expect(face.browser.kept.size).toBe(0);
  expect(face.client.calledFor("saveDraft")).toEqual([]);
});

test("[D-1] a draft of another device is there on the first look", async () => {
  const face = await openFace((client) => {
    client.known.draft = onPhone;
  });
  expect(face.card()).toMatchObject({ draft: juice, restored: { device: "Phone" } });
});

test("[D-3] a newer draft of another device is offered where something is written here, and taken on request", async () => {
  const face = await openFace();
  face.card().change(mate);
  face.client.known.draft = onPhone;
  face.client.stream.emit({
    type: "draft.saved",
    conversationId: "conv_1",
    inquiryId: "inq_1",
    by: "ana",
    device: "Phone",
  });
  await settled();
  expect(face.card()).toMatchObject({ draft: { answers: { q1: { text: "Mate" } } }, otherDraft: onPhone });
  face.card().takeOtherDraft();
  expect(face.card()).toMatchObject({
    draft: juice,
    restored: { device: "Phone" },
    otherDraft: { device: "Laptop", draft: { answers: { q1: { text: "Mate" } } } },
  });
  await face.turn(250);
  expect(JSON.stringify([...face.browser.kept.values()])).toContain("Juice");
  face.card().takeOtherDraft();
  expect(face.card()).toMatchObject({ draft: { answers: { q1: { text: "Mate" } } }, otherDraft: onPhone });
});

test("[D-4] what another tab wrote while a card was out of view is there when it comes back", async () => {
  const face = await openFace();
  face.card().change(mate);
  await face.turn(250);
  const other = await face.openTab();
  face.fold();
  other.card().change({ ...mate, text: "Mate tea" });
  await face.unfold();
  expect(face.card().draft.answers.q1?.text).toBe("Mate tea");
  expect(face.card().otherDraft).toBeUndefined();
});

test("[D-1] what is typed while a card looks for its draft stays, and what is found is offered", async () => {
  const face = await openFace();
  face.card().change(mate);
  const again = await face.reload();
  again.fold();
  const finding = again.unfold();
  again.card().change({ ...mate, text: "Water" });
  await finding;
  expect(again.card().draft.answers.q1?.text).toBe("Water");
});

test("[D-6] what was delivered is not offered again, to its author alone", () => {
  const desk = { ...deskFor(answeredWith("Juice")), draft: juice };
  expect(recoveredOf(desk, "ana")).toBe("");
  expect(recoveredOf(desk, "bea")).toBe("What do you drink?\nJuice");
});

test("[D-6] a draft that is discarded stays away", async () => {
  const face = await openFace();
  face.card().change(mate);
  face.card().discardDraft();
  await face.turn(5_000);
  expect(face.card().draft.answers).toEqual({});
  expect((await face.reload()).card().draft.answers).toEqual({});
  expect(face.client.calledFor("saveDraft")).toEqual([]);
});

test("[D-5] a draft that was kept for older questions keeps its words and none of its picks", async () => {
  const face = await openFace();
  face.card().change(mate);
  face.card().change({ type: "pick", question: "q2", option: "o1" });
  await face.turn(250);
  face.client.known.inquiry = inquiryOf({ revision: 2 });
  const again = await face.reload();
  expect(again.card()).toMatchObject({
    hasChanged: true,
    draft: { revision: 2, answers: { q1: { text: "Mate" }, q2: { options: [] } } },
  });
});

test("[X-5] a lost connection is told and never blocks typing", async () => {
  const face = await openFace();
  face.client.stream.become("live");
  face.client.stream.become("lost");
  await face.turn(1_999);
  expect(face.card().isOffline).toBe(false);
  await face.turn(1);
  expect(face.card()).toMatchObject({ isOffline: true, state: "pending" });
  face.card().change(mate);
  expect(face.card().draft.answers.q1?.text).toBe("Mate");
});

test("[MINE-3] others who write are shown on the card", async () => {
  const face = await openFace();
  face.client.stream.emit({
    type: "draft.saved",
    conversationId: "conv_1",
    inquiryId: "inq_1",
    by: "bea",
    device: "Phone",
  });
  await settled();
  expect(face.card()).toMatchObject({ writers: ["bea"], me: "ana" });
});

test("[I-12] a card that cannot be read says why", async () => {
  const face = await openFace((client) => {
    client.answerWith("inquiry", () => ({ ok: false, error: problemOf("inquiry-unknown", { status: 404 }) }));
  });
  expect(() => face.card()).toThrow("inquiry-unknown");
});

test("[Z-1] what changes nothing of a card leaves it as it is", async () => {
  const face = await openFace();
  const before = face.card();
  face.client.stream.emit({ type: "snapshot", position: 2 });
  await settled();
  expect(face.client.calledFor("inquiry")).toHaveLength(2);
  expect(face.card()).toBe(before);
});
