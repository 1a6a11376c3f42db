import type { Draft, Question } from "@askback/core/wire";
import { describe, expect, test } from "vitest";
import { applyDraftAction, emptyDraft } from "../../data/drafts/draft.ts";
import { advance, needsReview, sendNow, viewOf } from "./steps.ts";

const question = (id: string, multiSelect = false): Question => ({
  id,
  text: `${id}?`,
  multiSelect,
  ownWords: true,
  options: [
    { id: "o1", label: "One" },
    { id: "o2", label: "Two" },
  ],
});
const one = { questions: [question("q1")] };
const several = { questions: [question("q1"), question("q2"), question("q3")] };
const empty = emptyDraft({ revision: 1 });
const picking = (draft: Draft, ...ids: readonly string[]) =>
  ids.reduce((before, id) => applyDraftAction(several, before, { type: "pick", question: id, option: "o1" }), draft);
const at = (draft: Draft, step: number) => ({ ...draft, step });
const view = (draft: Draft) => viewOf(several, draft, "stepped");

describe("the view", () => {
  test("[QUESTIONS-1] several questions are shown one at a time, or all on one page", () => {
    expect(viewOf(several, at(empty, 1), "stepped")).toEqual({ type: "question", index: 1 });
    expect(viewOf(several, at(empty, 1), "stacked")).toEqual({ type: "all" });
    expect(viewOf(one, empty, "stacked")).toEqual({ type: "question", index: 0 });
  });

  test("[QUESTIONS-4] several answers, or several picks, are reviewed, and one answer is not", () => {
    expect(needsReview(several)).toBe(true);
    expect(needsReview({ questions: [question("q1", true)] })).toBe(true);
    expect(needsReview(one)).toBe(false);
    expect(viewOf(several, at(empty, 3), "stepped")).toEqual({ type: "review" });
    expect(viewOf(one, at(empty, 1), "stepped")).toEqual({ type: "question", index: 0 });
  });
});

describe("advancing and sending", () => {
  test("[QUESTIONS-3] a question can be left without an answer", () => {
    expect(advance(several, empty, view(empty))).toEqual({ type: "go", step: 1 });
    expect(advance(several, at(empty, 2), view(at(empty, 2)))).toEqual({ type: "go", step: 3 });
  });

  test("[CARD-7] Send goes to an unanswered question", () => {
    expect(advance(one, empty, viewOf(one, empty, "stepped"))).toEqual({ type: "gap", question: one.questions[0] });
    const skipped = applyDraftAction(several, empty, { type: "skip", question: "q1" });
    expect(advance(several, at(skipped, 3), { type: "review" })).toMatchObject({ type: "gap", question: { id: "q2" } });
  });

  test("[CARD-7] skipping everything is no answer", () => {
    const skipped = applyDraftAction(one, empty, { type: "skip", question: "q1" });
    expect(advance(one, skipped, { type: "question", index: 0 })).toMatchObject({ type: "gap" });
  });

  test("[QUESTIONS-5] sending with unanswered questions asks first", () => {
    expect(advance(several, picking(empty, "q1", "q3"), { type: "review" })).toEqual({ type: "confirm" });
    expect(advance(several, picking(empty, "q1", "q2", "q3"), { type: "review" })).toEqual({ type: "send" });
  });

  test("[KEYS-6] Ctrl+Enter sends what is complete from anywhere, and shows the review of what is not", () => {
    const complete = picking(empty, "q1", "q2", "q3");
    expect(sendNow(several, complete, view(complete))).toEqual({ type: "send" });
    expect(sendNow(several, picking(empty, "q1"), view(empty))).toEqual({ type: "go", step: 3 });
    expect(sendNow(several, picking(empty, "q1"), { type: "review" })).toEqual({ type: "confirm" });
    expect(sendNow(one, empty, { type: "question", index: 0 })).toMatchObject({ type: "gap" });
  });
});
