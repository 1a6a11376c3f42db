import type { Inquiry, File as StoredFile } from "@askback/core/wire";
import { type RefObject, useEffect, useRef } from "react";
import { answerIn } from "../../data/drafts/draft.ts";
import { type InquiryCard, oneTapHold } from "../../data/inquiry/inquiry-card.ts";
import { useDeliberatePress } from "../../ui/deliberate-press.ts";
import { useLatest } from "../../ui/use-latest.ts";

interface TapOptions {
  readonly root: RefObject<HTMLElement | null>;
  readonly isPreviewOpen: boolean;
  readonly isUploading: boolean;
  readonly isAllowed: boolean;
}

interface OneTap {
  press(option: string): void;
  release(option: string): void;
  /** The tap clicked an option that was picked before, so the draft does not change. */
  clickAgain(option: string): void;
}

/** Sends the option of a deliberate tap if a single pick answers the inquiry. Keys never send this way. */
export function useOneTap(card: InquiryCard, { root, isPreviewOpen, isUploading, isAllowed }: TapOptions): OneTap {
  const tapped = useRef<string>(undefined);
  const isEligible = isAllowed && card.state === "pending" && isOneTap(card.inquiry);
  const { press, isDeliberate, forget } = useDeliberatePress(root, isEligible ? card.inquiry.revision : undefined);

  useEffect(() => {
    // A key that picks the same option later must not send because of an earlier tap.
    const forgetTap = () => {
      tapped.current = undefined;
    };
    window.addEventListener("keydown", forgetTap, true);
    window.addEventListener("pointerup", forget);
    window.addEventListener("pointercancel", forget);
    return () => {
      window.removeEventListener("keydown", forgetTap, true);
      window.removeEventListener("pointerup", forget);
      window.removeEventListener("pointercancel", forget);
    };
  }, [forget]);

  // The pick reaches the draft after the tap, and what is sent must be what is shown as picked.
  const send = useLatest(() => {
    const option = tapped.current;
    tapped.current = undefined;
    const [question] = card.inquiry.questions;
    if (!question || option === undefined) return;
    const answer = answerIn(card.draft, question.id);
    const { comment } = card.draft;
    const surroundings = { ...answer, comment, isPreviewOpen, isUploading };
    const isSent = isEligible && answer.options.includes(option) && isBare(surroundings);
    if (isSent) card.send(oneTapHold);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tap is looked at when the draft has changed by it
  useEffect(() => send.current(), [card.draft]);

  return {
    press(option) {
      press(option);
      tapped.current = undefined;
    },
    release(option) {
      tapped.current = isDeliberate(option) ? option : undefined;
    },
    clickAgain(option) {
      if (tapped.current === option) send.current();
    },
  };
}

const maxOptions = 6;

/** Whether one tap may answer an inquiry. */
export function isOneTap({ questions, approval }: Pick<Inquiry, "questions" | "approval">): boolean {
  const [question] = questions;
  if (!question || questions.length > 1 || approval) return false;
  return !question.multiSelect && question.options.length > 0 && question.options.length <= maxOptions;
}

/** What else a card has when it is tapped. */
interface TapSurroundings {
  readonly note: string;
  readonly comment: string;
  readonly text: string;
  readonly files?: readonly StoredFile[] | undefined;
  readonly isPreviewOpen: boolean;
  /** Whether a file is on its way. */
  readonly isUploading: boolean;
}

/** Whether there is nothing but the pick: somebody who writes, attaches a file or looks at a preview has not finished. */
export function isBare(surroundings: TapSurroundings): boolean {
  const { note, comment, text, files = [], isPreviewOpen, isUploading } = surroundings;
  const isWritten = [note, comment, text].some((written) => written.trim() !== "");
  return !isWritten && files.length === 0 && !isPreviewOpen && !isUploading;
}
