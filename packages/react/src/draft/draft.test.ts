import { misfit } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { anyAction, anyInquiry } from "../testing/arbitrary-drafts.ts";
import { drink, extras, inquiryOf } from "../testing/samples.ts";
import { answersOf, gapsOf, isAnswered, progressOf } from "./answer-of-draft.ts";
import { answerIn, type DraftAction, drafted, emptyDraft, isEmpty } from "./draft.ts";

const inquiry = inquiryOf();

function after(...actions: readonly DraftAction[]) {
  return actions.reduce((draft, action) => drafted(inquiry, draft, action), emptyDraft(inquiry));
}

const pick = (question: string, option: string) => ({ type: "pick", question, option }) as const;
const write = (question: string, text: string) => ({ type: "write", question, text }) as const;

test("[C-6] nothing is picked at the start, and an empty draft says nothing", () => {
  const draft = after();
  expect(isEmpty(draft)).toBe(true);
  expect(answersOf(inquiry, draft).answers).toEqual([
    { question: "q1", skipped: true },
    { question: "q2", skipped: true },
  ]);
  expect(gapsOf(inquiry, draft)).toEqual([drink, extras]);
});

test("[C-4] writing chooses the own words, clearing unchooses them, another pick keeps them unsent", () => {
  const written = after(pick("q1", "o1"), write("q1", "Mate"));
  expect(answerIn(written, "q1")).toMatchObject({ options: [], text: "Mate", isTextChosen: true });
  expect(answersOf(inquiry, written).answers[0]).toEqual({ question: "q1", text: "Mate" });

  const picked = drafted(inquiry, written, pick("q1", "o2"));
  expect(answerIn(picked, "q1")).toMatchObject({ options: ["o2"], text: "Mate", isTextChosen: false });
  expect(answersOf(inquiry, picked).answers[0]).toEqual({ question: "q1", options: ["o2"] });

  const chosen = drafted(inquiry, picked, { type: "choose-text", question: "q1" });
  expect(answersOf(inquiry, chosen).answers[0]).toEqual({ question: "q1", text: "Mate" });

  const cleared = drafted(inquiry, written, write("q1", " "));
  expect(isAnswered(drink, answerIn(cleared, "q1"))).toBe(false);
});

test("[C-4] where several may be picked, own words add to them", () => {
  const draft = after(pick("q2", "o2"), pick("q2", "o1"), write("q2", "Honey"));
  expect(answersOf(inquiry, draft).answers[1]).toEqual({ question: "q2", options: ["o1", "o2"], text: "Honey" });
  const less = drafted(inquiry, draft, pick("q2", "o2"));
  expect(answerIn(less, "q2").options).toEqual(["o1"]);
  const without = drafted(inquiry, draft, { type: "choose-text", question: "q2" });
  expect(answersOf(inquiry, without).answers[1]).toEqual({ question: "q2", options: ["o1", "o2"] });
});

test("[C-7] own words that are chosen and missing are a gap", () => {
  const draft = after({ type: "choose-text", question: "q1" });
  expect(progressOf(drink, answerIn(draft, "q1"))).toBe("gap");
  expect(progressOf(extras, answerIn(draft, "q2"))).toBe("empty");
  expect(gapsOf(inquiry, draft)).toEqual([drink, extras]);
});

test("[N-3] a question can be passed and taken up again, with what was said to it", () => {
  const picked = after(pick("q1", "o1"));
  const skipped = drafted(inquiry, picked, { type: "skip", question: "q1" });
  expect(progressOf(drink, answerIn(skipped, "q1"))).toBe("skipped");
  expect(answersOf(inquiry, skipped).answers[0]).toEqual({ question: "q1", skipped: true });
  expect(drafted(inquiry, skipped, { type: "skip", question: "q1" })).toEqual(picked);
  expect(progressOf(drink, answerIn(drafted(inquiry, skipped, write("q1", "Mate")), "q1"))).toBe("answered");
});

test("[N-4] notes and the comment on the whole go with the answer, blank ones do not", () => {
  const draft = after(
    pick("q1", "o1"),
    { type: "write-note", question: "q1", note: "hot" },
    { type: "write-note", question: "q2", note: "unheard" },
    { type: "write-comment", comment: "Thanks" },
  );
  expect(answersOf(inquiry, draft)).toEqual({
    answers: [
      { question: "q1", options: ["o1"], note: "hot" },
      { question: "q2", skipped: true },
    ],
    comment: "Thanks",
  });
  expect(answersOf(inquiry, drafted(inquiry, draft, { type: "write-comment", comment: " " }))).not.toHaveProperty(
    "comment",
  );
});

test("[N-2] a step leads anywhere from the first question to the review, and no further", () => {
  expect(after({ type: "go", step: 2 }).step).toBe(2);
  expect(after({ type: "go", step: 9 }).step).toBe(2);
  expect(after({ type: "go", step: -1 }).step).toBe(0);
});

test("[D-3] a draft can be replaced by another, and a question that is not asked changes nothing", () => {
  const other = after(pick("q1", "o2"));
  expect(after(write("q1", "Mate"), { type: "replace", draft: other })).toBe(other);
  expect(drafted(inquiry, other, pick("q9", "o1"))).toBe(other);
});

test("[N-6] whatever is done to one question, the answers to the others stay as they are", () => {
  void fc.assert(
    fc.property(anyInquiry, fc.array(anyAction), anyAction, (asked, actions, last) => {
      const before = actions.reduce((draft, action) => drafted(asked, draft, action), emptyDraft(asked));
      const next = drafted(asked, before, last);
      for (const id of ["q1", "q2", "q3"])
        if (!("question" in last) || last.question !== id) expect(next.answers[id]).toBe(before.answers[id]);
    }),
  );
});

test("[C-7] after any sequence of actions, an answer without gaps fits its inquiry", () => {
  void fc.assert(
    fc.property(anyInquiry, fc.array(anyAction, { maxLength: 30 }), (asked, actions) => {
      const draft = actions.reduce((current, action) => drafted(asked, current, action), emptyDraft(asked));
      const set = answersOf(asked, draft);
      const isNothing = set.answers.every((answer) => "skipped" in answer);
      fc.pre(gapsOf(asked, draft).length === 0 && !isNothing);
      expect(misfit(asCore(asked), set)).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});

/** `misfit` looks at the questions alone. */
function asCore({ questions }: Inquiry): Parameters<typeof misfit>[0] {
  return { questions } as unknown as Parameters<typeof misfit>[0];
}
