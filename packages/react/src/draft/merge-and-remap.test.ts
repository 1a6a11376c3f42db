import type { Draft } from "@askback/core/wire";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { anyAction, anyDraft, anyInquiry, wordsIn } from "../testing/arbitrary-drafts.ts";
import { drink, extras, inquiryOf } from "../testing/samples.ts";
import { drafted, emptyDraft } from "./draft.ts";
import { isSameDraft } from "./draft-fields.ts";
import { draftText } from "./draft-text.ts";
import { mergeDrafts } from "./merge-drafts.ts";
import { remapDraft } from "./remap-draft.ts";

const inquiry = inquiryOf();
const start = emptyDraft(inquiry);
const write = (draft: Draft, question: string, text: string) =>
  drafted(inquiry, draft, { type: "write", question, text });

test("[D-4] what another tab changed is taken over, field by field, and nothing else", () => {
  const here = write(start, "q1", "Mate");
  const there = drafted(inquiry, start, { type: "write-note", question: "q1", note: "hot" });
  expect(mergeDrafts(here, { before: start, after: there })).toEqual({
    draft: drafted(inquiry, here, { type: "write-note", question: "q1", note: "hot" }),
  });
  const longer = write(here, "q1", "Mate tea");
  expect(mergeDrafts(here, { before: here, after: longer }).draft).toEqual(longer);
});

test("[D-3] words that were written here stay, and those of the other tab are offered", () => {
  const here = write(start, "q1", "Mate");
  const there = write(start, "q1", "Juice");
  const { draft, other } = mergeDrafts(here, { before: start, after: there });
  expect(draft.answers.q1?.text).toBe("Mate");
  expect(other).toBe(there);
});

test("[D-3] words that a change rests on and that were never heard of here are offered", () => {
  const here = write(start, "q1", "Mate");
  const before = write(start, "q1", "Juice");
  const after = write(before, "q2", "Honey");
  const { draft, other } = mergeDrafts(here, { before, after });
  expect(draft).toEqual(write(here, "q2", "Honey"));
  expect(other).toBe(after);
});

test("[D-4] what was written for other questions is offered and not taken over", () => {
  const here = { ...write(start, "q1", "Mate"), revision: 2 };
  const after = drafted(inquiry, start, { type: "pick", question: "q1", option: "o1" });
  expect(mergeDrafts(here, { before: start, after })).toEqual({ draft: here, other: after });
});

test("[D-4] merging a change twice is merging it once, and a tab that hears its own draft keeps it", () => {
  void fc.assert(
    fc.property(anyDraft, anyDraft, anyDraft, (here, before, after) => {
      const once = mergeDrafts(here, { before, after });
      expect(mergeDrafts(once.draft, { before, after }).draft).toEqual(once.draft);
      expect(isSameDraft(mergeDrafts(here, { before, after: here }).draft, here)).toBe(true);
    }),
  );
});

test("[D-4] two tabs that hear each other after every action show the same", () => {
  void fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), anyAction)), (moves) => {
      let tabs: readonly [Draft, Draft] = [start, start];
      for (const [isFirst, action] of moves) {
        const before = isFirst ? tabs[0] : tabs[1];
        const after = drafted(inquiry, before, action);
        const heard = mergeDrafts(isFirst ? tabs[1] : tabs[0], { before, after });
        expect(heard.other).toBeUndefined();
        tabs = isFirst ? [after, heard.draft] : [heard.draft, after];
      }
      expect(isSameDraft(...tabs)).toBe(true);
    }),
  );
});

test("[D-3] nothing that was typed is lost by a merge: it is in the draft, or offered, or was replaced by its author", () => {
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

test("[D-5] answers that still fit stay, and the rest is given as text", () => {
  const draft = [
    { type: "pick", question: "q1", option: "o2" } as const,
    { type: "pick", question: "q2", option: "o1" } as const,
    { type: "write", question: "q2", text: "Honey" } as const,
    { type: "write-comment", comment: "Thanks" } as const,
  ].reduce((current, action) => drafted(inquiry, current, action), start);
  const noMilk = { ...extras, options: extras.options.slice(1) };
  const amended = inquiryOf({ revision: 2, questions: [drink, noMilk] });
  const remapped = remapDraft(draft, amended, inquiry);
  expect(remapped.draft).toMatchObject({
    revision: 2,
    comment: "Thanks",
    answers: { q1: { options: ["o2"] }, q2: { options: [], text: "Honey", isTextChosen: true } },
  });
  expect(remapped.fellOut).toBe("What goes in?\nMilk");
});

test("[D-5] an answer never passes to a question or an option that means something else", () => {
  const draft = drafted(inquiry, start, { type: "pick", question: "q1", option: "o1" });
  const swapped = { ...drink, options: [{ id: "o1", label: "Poison" }] };
  const other = { ...drink, text: "What do you fear?" };
  for (const question of [swapped, other]) {
    const { draft: kept, fellOut } = remapDraft(draft, inquiryOf({ revision: 2, questions: [question] }), inquiry);
    expect(kept.answers.q1?.options ?? []).toEqual([]);
    expect(fellOut).toBe("What do you drink?\nTea");
  }
  expect(remapDraft(draft, inquiryOf({ revision: 2 })).draft.answers.q1?.options).toEqual([]);
});

test("[D-5] nothing that was typed is lost when the questions change", () => {
  void fc.assert(
    fc.property(anyDraft, anyInquiry, fc.option(anyInquiry, { nil: undefined }), (draft, after, before) => {
      const { draft: kept, fellOut } = remapDraft(draft, { ...after, revision: 2 }, before);
      expect(kept.revision).toBe(2);
      for (const some of wordsIn(draft)) expect(wordsIn(kept).includes(some) || fellOut.includes(some)).toBe(true);
    }),
  );
});

test("[D-5] where nothing changed but the revision, the draft stays whole", () => {
  void fc.assert(
    fc.property(anyInquiry, fc.array(anyAction), (asked, actions) => {
      const draft = actions.reduce((current, action) => drafted(asked, current, action), emptyDraft(asked));
      const { draft: kept, fellOut } = remapDraft(draft, { ...asked, revision: 2 }, asked);
      const isWritten = asked.questions.every(({ id, ownWords }) => ownWords || !draft.answers[id]?.text);
      const areOffered = asked.questions.every(({ id, options }) =>
        (draft.answers[id]?.options ?? []).every((pick) => options.some((option) => option.id === pick)),
      );
      fc.pre(isWritten && areOffered);
      expect(isSameDraft(kept, draft)).toBe(true);
      expect(fellOut).toBe("");
    }),
  );
});

test("[D-6] the text of a draft has each question with labels, own words and note, and the comment", () => {
  const draft = [
    { type: "pick", question: "q2", option: "o2" } as const,
    { type: "pick", question: "q2", option: "o1" } as const,
    { type: "write", question: "q2", text: "Honey" } as const,
    { type: "write-note", question: "q2", note: "not too much" } as const,
    { type: "write-comment", comment: "Thanks" } as const,
  ].reduce((current, action) => drafted(inquiry, current, action), start);
  expect(draftText(inquiry.questions, draft)).toBe("What goes in?\nMilk, Sugar\nHoney\nnot too much\n\nThanks");
  expect(draftText(inquiry.questions, start)).toBe("");
});
