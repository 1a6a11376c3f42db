import { type RefObject, useEffect, useRef } from "react";
import { answerIn } from "../draft/draft.ts";
import type { InquiryCard } from "./inquiry-card.ts";
import { isBare, isDeliberate, isOneTap, oneTapHold } from "./one-tap.ts";
import { useLatest } from "./use-latest.ts";

interface TapOptions {
  readonly root: RefObject<HTMLElement | null>;
  readonly isPreviewOpen: boolean;
  readonly isAllowed: boolean;
}

interface OneTap {
  press(option: string): void;
  release(option: string): void;
}

/** Sends what a deliberate pointer picked, where one pick is all there is to say. Keys never come this way. */
export function useOneTap(card: InquiryCard, { root, isPreviewOpen, isAllowed }: TapOptions): OneTap {
  const pressedOn = useRef<string>(undefined);
  const tapped = useRef<string>(undefined);
  const windowFocusedAt = useRef(Number.NEGATIVE_INFINITY);
  const inViewSince = useRef<number>(undefined);
  const isEligible = isAllowed && card.state === "pending" && isOneTap(card.inquiry);

  useEffect(() => {
    const noteFocus = () => {
      windowFocusedAt.current = performance.now();
    };
    window.addEventListener("focus", noteFocus);
    const observer = new IntersectionObserver(([entry]) => {
      inViewSince.current = entry?.isIntersecting ? performance.now() : undefined;
    });
    if (root.current) observer.observe(root.current);
    return () => {
      window.removeEventListener("focus", noteFocus);
      observer.disconnect();
    };
  }, [root]);

  // The pick is in the draft only after the tap, so that what is sent is what is seen as picked.
  const send = useLatest((option: string) => {
    const [question] = card.inquiry.questions;
    if (!question) return;
    const answer = answerIn(card.draft, question.id);
    if (isEligible && answer.options.includes(option) && isBare({ ...answer, isPreviewOpen })) card.send(oneTapHold);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tap is looked at when the draft has changed by it
  useEffect(() => {
    if (tapped.current !== undefined) send.current(tapped.current);
    tapped.current = undefined;
  }, [card.draft]);

  return {
    press(option) {
      pressedOn.current = option;
      tapped.current = undefined;
    },
    release(option) {
      const tap = {
        pressedOn: pressedOn.current,
        releasedOn: option,
        at: performance.now(),
        windowFocusedAt: windowFocusedAt.current,
        inViewSince: inViewSince.current,
      };
      tapped.current = isDeliberate(tap) ? option : undefined;
      pressedOn.current = undefined;
    },
  };
}
