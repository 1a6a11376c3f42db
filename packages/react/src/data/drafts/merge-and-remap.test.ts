import type { Draft } from "@askback/core/wire";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { anyAction, anyDraft, anyInquiry, wordsIn } from "../../testing/arbitrary-drafts.ts";
import { drink, extras, inquiryOf } from "../../testing/samples.ts";
import { applyDraftAction, emptyDraft, isSameDraft } from "./draft.ts";
import { mergeDrafts } from "./merge-drafts.ts";
import { draftToText, remapDraft } from "./remap-draft.ts";

const inquiry = inquiryOf();
const start = emptyDraft(inquiry);
const write = (draft: Draft, question: string, text: string) =>
  applyDraftAction(inquiry, draft, { type: "write", question, text });

test("[DRAFT-4] changes of another tab are merged field by field, and nothing else", () => {
  const here = write(start, "q1", "Mate");
  const there = applyDraftAction(inquiry, start, { type: "write-note", question: "q1", note: "hot" });
  expect(mergeDrafts(here, { before: start, after: there })).toEqual({
    draft: applyDraftAction(inquiry, here, { type: "write-note", question: "q1", note: "hot" }),
  });
  const longer = write(here, "q1", "Mate tea");
  expect(mergeDrafts(here, { before: here, after: longer }).draft).toEqual(longer);
});

test("[DRAFT-3] a text that was written here stays, and that of the other tab is offered", () => {
  const here = write(start, "q1", "Mate");
  const there = write(start, "q1", "Juice");
  const { draft, other } = mergeDrafts(here, { before: start, after: there });
  expect(draft.answers.q1?.text).toBe("Mate");
  expect(other).toBe(there);
});

test("[DRAFT-3] texts of earlier changes that never arrived here are offered", () => {
  const here = write(start, "q1", "Mate");
  const before = write(start, "q1", "Juice");
  const after = write(before, "q2", "Honey");
  const { draft, other } = mergeDrafts(here, { before, after });
  expect(draft).toEqual(write(here, "q2", "Honey"));
  expect(other).toBe(after);
});

test("[DRAFT-4] a draft for other questions is offered and not merged", () => {
  const here = { ...write(start, "q1", "Mate"), revision: 2 };
  const after = applyDraftAction(inquiry, start, { type: "pick", question: "q1", option: "o1" });
  expect(mergeDrafts(here, { before: start, after })).toEqual({ draft: here, other: after });
});

test("[DRAFT-4] merging a change twice is merging it once, and a tab that receives its own draft keeps it", () => {
  void fc.assert(
    fc.property(anyDraft, anyDraft, anyDraft, (here, before, after) => {
      const once = mergeDrafts(here, { before, after });
      expect(mergeDrafts(once.draft, { before, after }).draft).toEqual(once.draft);
      expect(isSameDraft(mergeDrafts(here, { before, after: here }).draft, here)).toBe(true);
    }),
  );
});

test("[DRAFT-4] two tabs that receive each other's every action show the same", () => {
  void fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), anyAction)), (moves) => {
      let tabs: readonly [Draft, Draft] = [start, start];
      for (const [isFirst, action] of moves) {
        const before = isFirst ? tabs[0] : tabs[1];
        const after = applyDraftAction(inquiry, before, action);
        const merged = mergeDrafts(isFirst ? tabs[1] : tabs[0], { before, after });
        expect(merged.other).toBeUndefined();
        tabs = isFirst ? [after, merged.draft] : [merged.draft, after];
      }
      expect(isSameDraft(...tabs)).toBe(true);
    }),
  );
});

test("[DRAFT-3] a merge loses no text: it is in the draft, or offered, or was replaced by its author", () => {
  void fc.assert(
    fc.property(anyDraft, anyDraft, anyDraft, (here, before, after) => {
      const { draft, other } = mergeDrafts(here, { before, after });
      const left = [...wordsIn(draft), ...(other ? wordsIn(other) : [])];
      const replaced = wordsIn(before);
      for (const some of [...wordsIn(here), ...wordsIn(after)])
        if (!replaced.includes(some)) expect(left).toContain(some);
    }),
  );
});

test("[DRAFT-5] answers that still fit stay, picks that are no longer offered are named, and other texts are kept", () => {
  const draft = [
    { type: "pick", question: "q1", option: "o2" } as const,
    { type: "pick", question: "q2", option: "o1" } as const,
    { type: "write", question: "q2", text: "Honey" } as const,
    { type: "write-comment", comment: "Thanks" } as const,
  ].reduce((current, action) => applyDraftAction(inquiry, current, action), start);
  const noMilk = { ...extras, options: extras.options.slice(1) };
  const amended = inquiryOf({ revision: 2, questions: [drink, noMilk] });
  const remapped = remapDraft(draft, amended, inquiry);
  expect(remapped.draft).toMatchObject({
    revision: 2,
    comment: "Thanks",
    answers: { q1: { options: ["o2"] }, q2: { options: [], text: "Honey", isTextChosen: true } },
  });
  expect(remapped.droppedPicks).toEqual(["Milk"]);
  expect(remapped.removedText).toBe("");
  const closed = inquiryOf({ revision: 2, questions: [drink, { ...extras, ownWords: false }] });
  expect(remapDraft(draft, closed, inquiry)).toMatchObject({
    draft: { answers: { q2: { options: ["o1"], text: "" } } },
    removedText: "What goes in?\nHoney",
    droppedPicks: [],
  });
});

test("[DRAFT-5] a pick never moves to an option with another meaning, nor an answer to another question", () => {
  const draft = applyDraftAction(inquiry, start, { type: "pick", question: "q1", option: "o1" });
  const swapped = { ...drink, options: [{ id: "o1", label: "Poison" }] };
  const replaced = remapDraft(draft, inquiryOf({ revision: 2, questions: [swapped] }), inquiry);
  expect(replaced.draft.answers.q1?.options).toEqual([]);
  expect(replaced.droppedPicks).toEqual(["Tea"]);
  const other = { ...drink, id: "q7", text: "What do you fear?" };
  const removed = remapDraft(draft, inquiryOf({ revision: 2, questions: [other] }), inquiry);
  expect(removed.draft.answers).toEqual({});
  expect(removed.removedText).toBe("What do you drink?\nTea");
  expect(remapDraft(draft, inquiryOf({ revision: 2 })).draft.answers.q1?.options).toEqual([]);
});

test("[EXTERNAL-24] a question whose words change keeps the answer: picks that are still offered, own words and note", () => {
  const draft = [
    { type: "pick", question: "q2", option: "o1" } as const,
    { type: "pick", question: "q2", option: "o2" } as const,
    { type: "write", question: "q2", text: "Honey" } as const,
    { type: "write-note", question: "q2", note: "not too much" } as const,
  ].reduce((current, action) => applyDraftAction(inquiry, current, action), start);
  const reworded = { ...extras, text: "What shall go in?", options: extras.options.slice(1) };
  const { draft: kept, ...lost } = remapDraft(draft, inquiryOf({ revision: 2, questions: [drink, reworded] }), inquiry);
  expect(kept.answers.q2).toMatchObject({ options: ["o2"], text: "Honey", isTextChosen: true, note: "not too much" });
  expect(lost).toEqual({ removedText: "", droppedPicks: ["Milk"] });
});

test("[DRAFT-5] no text is lost when the questions change", () => {
  void fc.assert(
    fc.property(anyDraft, anyInquiry, fc.option(anyInquiry, { nil: undefined }), (draft, after, before) => {
      const { draft: kept, removedText } = remapDraft(draft, { ...after, revision: 2 }, before);
      expect(kept.revision).toBe(2);
      for (const some of wordsIn(draft)) expect(wordsIn(kept).includes(some) || removedText.includes(some)).toBe(true);
    }),
  );
});

test("[DRAFT-5] if only the revision changed, the draft stays whole", () => {
  void fc.assert(
    fc.property(anyInquiry, fc.array(anyAction), (asked, actions) => {
      const draft = actions.reduce((current, action) => applyDraftAction(asked, current, action), emptyDraft(asked));
      const { draft: kept, removedText } = remapDraft(draft, { ...asked, revision: 2 }, asked);
      const isWritten = asked.questions.every(({ id, ownWords }) => ownWords || !draft.answers[id]?.text);
      const areOffered = asked.questions.every(({ id, options }) =>
        (draft.answers[id]?.options ?? []).every((pick) => options.some((option) => option.id === pick)),
      );
      fc.pre(isWritten && areOffered);
      expect(isSameDraft(kept, draft)).toBe(true);
      expect(removedText).toBe("");
    }),
  );
});

test("[DRAFT-6] the text of a draft has each question with labels, own words and note, and the comment", () => {
  const draft = [
    { type: "pick", question: "q2", option: "o2" } as const,
    { type: "pick", question: "q2", option: "o1" } as const,
    { type: "write", question: "q2", text: "Honey" } as const,
    { type: "write-note", question: "q2", note: "not too much" } as const,
    { type: "write-comment", comment: "Thanks" } as const,
  ].reduce((current, action) => applyDraftAction(inquiry, current, action), start);
  expect(draftToText(inquiry.questions, draft)).toBe("What goes in?\nMilk, Sugar\nHoney\nnot too much\n\nThanks");
  expect(draftToText(inquiry.questions, start)).toBe("");
});
