import type { Draft, Inquiry, Question } from "@askback/core/wire";
import { answerIn } from "../../data/drafts/draft.ts";
import { gapsOf, isAnswered } from "../../data/drafts/draft-answers.ts";
import type { Settings } from "../../settings.ts";

type Asked = Pick<Inquiry, "questions">;

/** What part of an inquiry the form shows. */
export type View =
  | { readonly type: "question"; readonly index: number }
  | { readonly type: "all" }
  | { readonly type: "review" };

/** What advancing or sending leads to. */
export type Move =
  | { readonly type: "go"; readonly step: number }
  | { readonly type: "send" }
  /** This question needs an answer first. */
  | { readonly type: "gap"; readonly question: Question }
  /** Some questions have no answer and would be sent as skipped. */
  | { readonly type: "confirm" };

/** Several answers, or several picks, are reviewed before they are sent. */
export function needsReview({ questions }: Asked): boolean {
  return questions.length > 1 || questions.some(({ multiSelect }) => multiSelect);
}

export function viewOf(inquiry: Asked, { step }: Draft, layout: Settings["questions"]): View {
  const { length } = inquiry.questions;
  if (step >= length && needsReview(inquiry)) return { type: "review" };
  if (layout === "stacked" && length > 1) return { type: "all" };
  return { type: "question", index: Math.min(step, length - 1) };
}

/** What Enter and the last button do: go to the next question, then to the review, then send. */
export function advance(inquiry: Asked, draft: Draft, view: View): Move {
  const { length } = inquiry.questions;
  if (view.type === "question" && view.index < length - 1) return { type: "go", step: view.index + 1 };
  return view.type !== "review" && needsReview(inquiry) ? { type: "go", step: length } : moveToSend(inquiry, draft);
}

/** What Ctrl+Enter does: sends what is complete, and goes to the review of what is not. */
export function sendNow(inquiry: Asked, draft: Draft, view: View): Move {
  const isComplete = gapsOf(inquiry, draft).length === 0;
  if (isComplete || view.type === "review" || !needsReview(inquiry)) return moveToSend(inquiry, draft);
  return { type: "go", step: inquiry.questions.length };
}

function moveToSend(inquiry: Asked, draft: Draft): Move {
  const [gap] = gapsOf(inquiry, draft);
  const first = gap ?? inquiry.questions[0];
  if (first && answeredIn(inquiry, draft) === 0) return { type: "gap", question: first };
  return gap ? { type: "confirm" } : { type: "send" };
}

export function answeredIn({ questions }: Asked, draft: Draft): number {
  return questions.filter((question) => isAnswered(question, answerIn(draft, question.id))).length;
}
