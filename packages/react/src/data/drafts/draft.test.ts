import { answerMisfit } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { anyAction, anyInquiry } from "../../testing/arbitrary-drafts.ts";
import { drink, extras, inquiryOf } from "../../testing/samples.ts";
import { answerIn, applyDraftAction, type DraftAction, emptyDraft, isEmpty } from "./draft.ts";
import { draftToAnswers, gapsOf, isAnswered, progressOf } from "./draft-answers.ts";

const inquiry = inquiryOf();

function after(...actions: readonly DraftAction[]) {
  return actions.reduce((draft, action) => applyDraftAction(inquiry, draft, action), emptyDraft(inquiry));
}

const pick = (question: string, option: string) => ({ type: "pick", question, option }) as const;
const write = (question: string, text: string) => ({ type: "write", question, text }) as const;

test("[CARD-6] nothing is picked at the start, and an empty draft gives no answer", () => {
  const draft = after();
  expect(isEmpty(draft)).toBe(true);
  expect(draftToAnswers(inquiry, draft).answers).toEqual([
    { question: "q1", skipped: true },
    { question: "q2", skipped: true },
  ]);
  expect(gapsOf(inquiry, draft)).toEqual([drink, extras]);
});

test("[CARD-4] writing chooses the own words, clearing unchooses them, another pick keeps them unsent", () => {
  const written = after(pick("q1", "o1"), write("q1", "Mate"));
  expect(answerIn(written, "q1")).toMatchObject({ options: [], text: "Mate", isTextChosen: true });
  expect(draftToAnswers(inquiry, written).answers[0]).toEqual({ question: "q1", text: "Mate" });

  const picked = applyDraftAction(inquiry, written, pick("q1", "o2"));
  expect(answerIn(picked, "q1")).toMatchObject({ options: ["o2"], text: "Mate", isTextChosen: false });
  expect(draftToAnswers(inquiry, picked).answers[0]).toEqual({ question: "q1", options: ["o2"] });

  const chosen = applyDraftAction(inquiry, picked, { type: "choose-text", question: "q1" });
  expect(draftToAnswers(inquiry, chosen).answers[0]).toEqual({ question: "q1", text: "Mate" });

  const cleared = applyDraftAction(inquiry, written, write("q1", " "));
  expect(isAnswered(drink, answerIn(cleared, "q1"))).toBe(false);
});

test("[CARD-4] if several options may be picked, own words are added to them", () => {
  const draft = after(pick("q2", "o2"), pick("q2", "o1"), write("q2", "Honey"));
  expect(draftToAnswers(inquiry, draft).answers[1]).toEqual({ question: "q2", options: ["o1", "o2"], text: "Honey" });
  const less = applyDraftAction(inquiry, draft, pick("q2", "o2"));
  expect(answerIn(less, "q2").options).toEqual(["o1"]);
  const without = applyDraftAction(inquiry, draft, { type: "choose-text", question: "q2" });
  expect(draftToAnswers(inquiry, without).answers[1]).toEqual({ question: "q2", options: ["o1", "o2"] });
});

test("[CARD-7] chosen own words with nothing written are a gap", () => {
  const draft = after({ type: "choose-text", question: "q1" });
  expect(progressOf(drink, answerIn(draft, "q1"))).toBe("gap");
  expect(progressOf(extras, answerIn(draft, "q2"))).toBe("empty");
  expect(gapsOf(inquiry, draft)).toEqual([drink, extras]);
});

test("[QUESTIONS-3] a question can be skipped and taken up again with its answer", () => {
  const picked = after(pick("q1", "o1"));
  const skipped = applyDraftAction(inquiry, picked, { type: "skip", question: "q1" });
  expect(progressOf(drink, answerIn(skipped, "q1"))).toBe("skipped");
  expect(draftToAnswers(inquiry, skipped).answers[0]).toEqual({ question: "q1", skipped: true });
  expect(applyDraftAction(inquiry, skipped, { type: "skip", question: "q1" })).toEqual(picked);
  expect(progressOf(drink, answerIn(applyDraftAction(inquiry, skipped, write("q1", "Mate")), "q1"))).toBe("answered");
});

test("[QUESTIONS-4] notes and the comment on the whole are sent with the answer, blank ones are not", () => {
  const draft = after(
    pick("q1", "o1"),
    { type: "write-note", question: "q1", note: "hot" },
    { type: "write-note", question: "q2", note: "unheard" },
    { type: "write-comment", comment: "Thanks" },
  );
  expect(draftToAnswers(inquiry, draft)).toEqual({
    answers: [
      { question: "q1", options: ["o1"], note: "hot" },
      { question: "q2", skipped: true },
    ],
    comment: "Thanks",
  });
  expect(
    draftToAnswers(inquiry, applyDraftAction(inquiry, draft, { type: "write-comment", comment: " " })),
  ).not.toHaveProperty("comment");
});

test("[QUESTIONS-2] a step leads anywhere from the first question to the review, and no further", () => {
  expect(after({ type: "go", step: 2 }).step).toBe(2);
  expect(after({ type: "go", step: 9 }).step).toBe(2);
  expect(after({ type: "go", step: -1 }).step).toBe(0);
});

test("[DRAFT-3] a draft can be replaced by another, and a question that is not asked changes nothing", () => {
  const other = after(pick("q1", "o2"));
  expect(after(write("q1", "Mate"), { type: "replace", draft: other })).toBe(other);
  expect(applyDraftAction(inquiry, other, pick("q9", "o1"))).toBe(other);
});

test("[QUESTIONS-6] an action on one question leaves the answers to the others as they are", () => {
  void fc.assert(
    fc.property(anyInquiry, fc.array(anyAction), anyAction, (asked, actions, last) => {
      const before = actions.reduce((draft, action) => applyDraftAction(asked, draft, action), emptyDraft(asked));
      const next = applyDraftAction(asked, before, last);
      for (const id of ["q1", "q2", "q3"])
        if (!("question" in last) || last.question !== id) expect(next.answers[id]).toBe(before.answers[id]);
    }),
  );
});

test("[CARD-7] after any sequence of actions, an answer without gaps fits its inquiry", () => {
  void fc.assert(
    fc.property(anyInquiry, fc.array(anyAction, { maxLength: 30 }), (asked, actions) => {
      const draft = actions.reduce((current, action) => applyDraftAction(asked, current, action), emptyDraft(asked));
      const set = draftToAnswers(asked, draft);
      const isNothing = set.answers.every((answer) => "skipped" in answer);
      fc.pre(gapsOf(asked, draft).length === 0 && !isNothing);
      expect(answerMisfit(asCore(asked), set)).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});

/** `answerMisfit` looks at the questions alone. */
function asCore({ questions }: Inquiry): Parameters<typeof answerMisfit>[0] {
  return { questions } as unknown as Parameters<typeof answerMisfit>[0];
}

test("[FILE-14] attached files are own words: they replace a single pick, are sent without text, and can be removed", () => {
  const file = { id: "file_1", name: "plan.pdf", type: "application/pdf", size: 10 } as const;
  const attach = { type: "attach", question: "q1", file } as const;
  const attached = after(pick("q1", "o1"), attach, attach);
  expect(answerIn(attached, "q1")).toMatchObject({ options: [], isTextChosen: true, files: [file] });
  expect(draftToAnswers(inquiry, attached).answers[0]).toEqual({ question: "q1", files: [file] });
  expect(isEmpty(attached)).toBe(false);
  const removed = after(attach, { type: "detach", question: "q1", file: "file_1" });
  expect(isEmpty(removed)).toBe(true);
  expect(draftToAnswers(inquiry, after(attach, pick("q1", "o1"))).answers[0]).toEqual({
    question: "q1",
    options: ["o1"],
  });
});
