import { type RefObject, useEffect, useRef } from "react";
import { answerIn } from "../draft/draft.ts";
import type { InquiryCard } from "./inquiry-card.ts";
import { isBare, isOneTap, oneTapHold } from "./one-tap.ts";
import { useDeliberate } from "./use-deliberate.ts";
import { useLatest } from "./use-latest.ts";

interface TapOptions {
  readonly root: RefObject<HTMLElement | null>;
  readonly isPreviewOpen: boolean;
  readonly isAllowed: boolean;
}

interface OneTap {
  press(option: string): void;
  release(option: string): void;
  /** The press came to a click on what was picked before, so that no pick follows. */
  clickAgain(option: string): void;
}

/** Sends what a deliberate pointer picked, where one pick is all there is to say. Keys never come this way. */
export function useOneTap(card: InquiryCard, { root, isPreviewOpen, isAllowed }: TapOptions): OneTap {
  const tapped = useRef<string>(undefined);
  const isEligible = isAllowed && card.state === "pending" && isOneTap(card.inquiry);
  const { press, isMeant, forget } = useDeliberate(root, isEligible ? card.inquiry.revision : undefined);

  useEffect(() => {
    // A tap is for the click that it ends in, and a key that picks the same later must not send it.
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

  // The pick is in the draft only after the tap, so that what is sent is what is seen as picked.
  const send = useLatest(() => {
    const option = tapped.current;
    tapped.current = undefined;
    const [question] = card.inquiry.questions;
    if (!question || option === undefined) return;
    const answer = answerIn(card.draft, question.id);
    if (isEligible && answer.options.includes(option) && isBare({ ...answer, isPreviewOpen })) card.send(oneTapHold);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tap is looked at when the draft has changed by it
  useEffect(() => send.current(), [card.draft]);

  return {
    press(option) {
      press(option);
      tapped.current = undefined;
    },
    release(option) {
      tapped.current = isMeant(option) ? option : undefined;
    },
    clickAgain(option) {
      if (tapped.current === option) send.current();
    },
  };
}
