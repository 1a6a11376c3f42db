import type { Inquiry } from "@askback/core/wire";

/** For how many seconds an answer given by one tap can be undone. */
export const oneTapHold = 5;

const mostOptions = 6;
const afterWindowFocus = 400;
const inViewFor = 600;
/** Within this time most systems take two clicks for a double click. */
const doubleClick = 500;

/** Whether an inquiry is such that one tap may answer it. */
export function isOneTap({ questions, approval }: Pick<Inquiry, "questions" | "approval">): boolean {
  const [question] = questions;
  if (!question || questions.length > 1 || approval) return false;
  return !question.multiSelect && question.options.length > 0 && question.options.length <= mostOptions;
}

/** What else is on the card when it is tapped. */
export interface TapSurroundings {
  readonly note: string;
  readonly text: string;
  readonly isPreviewOpen: boolean;
}

/** Whoever has begun to say more than a pick is not done with a tap. */
export function isBare({ note, text, isPreviewOpen }: TapSurroundings): boolean {
  return note.trim() === "" && text.trim() === "" && !isPreviewOpen;
}

/** A press of a pointer and its release; times in milliseconds of one clock. */
export interface Tap {
  readonly pressedOn: string | undefined;
  readonly releasedOn: string;
  /** When it was pressed: how long it is held down makes nothing more deliberate. */
  readonly at: number;
  readonly windowFocusedAt: number;
  /** Since when the card has been in view as it is; undefined while it is not. */
  readonly inViewSince: number | undefined;
}

/** A click that wakes the window, a slip from row to row, or a card that has just come under the pointer is no consent. */
export function isDeliberate({ pressedOn, releasedOn, at, windowFocusedAt, inViewSince }: Tap): boolean {
  if (pressedOn !== releasedOn || inViewSince === undefined) return false;
  return at - windowFocusedAt >= afterWindowFocus && at - inViewSince >= inViewFor;
}

/** The second click of a double click is not meant for what the first has brought. */
export function isHasty({ at, movedAt }: { readonly at: number; readonly movedAt: number }): boolean {
  return at - movedAt < doubleClick;
}
