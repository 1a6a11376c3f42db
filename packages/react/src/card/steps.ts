import type { Draft, Inquiry, Question } from "@askback/core/wire";
import { gapsOf, isAnswered } from "../draft/answer-of-draft.ts";
import { answerIn } from "../draft/draft.ts";
import type { Settings } from "../settings.ts";

type Asked = Pick<Inquiry, "questions">;

/** What of an inquiry is on the card. */
export type View =
  | { readonly type: "question"; readonly index: number }
  | { readonly type: "all" }
  | { readonly type: "review" };

/** What comes of going on or sending. */
export type Move =
  | { readonly type: "go"; readonly step: number }
  | { readonly type: "send" }
  /** This question needs an answer first. */
  | { readonly type: "gap"; readonly question: Question }
  /** Some have no answer and would go as skipped. */
  | { readonly type: "confirm" };

/** Several answers, or several picks, are looked at once more before they are sent. */
export function needsReview({ questions }: Asked): boolean {
  return questions.length > 1 || questions.some(({ multiSelect }) => multiSelect);
}

export function viewOf(inquiry: Asked, { step }: Draft, layout: Settings["questions"]): View {
  const { length } = inquiry.questions;
  if (step >= length && needsReview(inquiry)) return { type: "review" };
  if (layout === "stacked" && length > 1) return { type: "all" };
  return { type: "question", index: Math.min(step, length - 1) };
}

/** What Enter and the button at the end do: the next question, then the review, then sending. */
export function advance(inquiry: Asked, draft: Draft, view: View): Move {
  const { length } = inquiry.questions;
  if (view.type === "question" && view.index < length - 1) return { type: "go", step: view.index + 1 };
  return view.type !== "review" && needsReview(inquiry) ? { type: "go", step: length } : submit(inquiry, draft);
}

/** What Ctrl+Enter does from anywhere: sends what is complete, and shows what is not. */
export function express(inquiry: Asked, draft: Draft, view: View): Move {
  const isComplete = gapsOf(inquiry, draft).length === 0;
  if (isComplete || view.type === "review" || !needsReview(inquiry)) return submit(inquiry, draft);
  return { type: "go", step: inquiry.questions.length };
}

function submit(inquiry: Asked, draft: Draft): Move {
  const [gap] = gapsOf(inquiry, draft);
  const first = gap ?? inquiry.questions[0];
  if (first && answeredIn(inquiry, draft) === 0) return { type: "gap", question: first };
  return gap ? { type: "confirm" } : { type: "send" };
}

export function answeredIn({ questions }: Asked, draft: Draft): number {
  return questions.filter((question) => isAnswered(question, answerIn(draft, question.id))).length;
}
