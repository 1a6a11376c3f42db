import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { scrollBoxOf, viewOf } from "./scroll-box.ts";

/** Within this distance, in pixels, the reader is at the end. */
const endTolerance = 32;
/** The space in pixels above a question that is scrolled to. */
const questionMargin = 8;

interface FollowedScroll {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly flow: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: boolean;
  goToEnd(): void;
  /** Keeps what is in view in place when messages are added above it. */
  keepScrollPosition(): void;
  /** Stays where the reader is led, whatever is added at the end. */
  leaveEnd(): void;
}

/** Scrolls along with what is added at the end, as long as the reader is there. */
export function useFollowEnd(firstMessage: string | undefined): FollowedScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const flow = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const heightBelowTop = useRef<number>(undefined);
  const [isAtEnd, setIsAtEnd] = useState(true);

  const goToEnd = useCallback(() => {
    isFollowing.current = true;
    const box = scroller.current && scrollBoxOf(scroller.current);
    if (box) box.scrollTop = box.scrollHeight;
  }, []);

  const keepScrollPosition = useCallback(() => {
    const box = scroller.current && scrollBoxOf(scroller.current);
    if (box) heightBelowTop.current = box.scrollHeight - box.scrollTop;
  }, []);

  const leaveEnd = useCallback(() => {
    isFollowing.current = false;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another first message means that messages were added above
  useLayoutEffect(() => {
    const box = scroller.current && scrollBoxOf(scroller.current);
    if (box && heightBelowTop.current !== undefined) box.scrollTop = box.scrollHeight - heightBelowTop.current;
    heightBelowTop.current = undefined;
  }, [firstMessage]);

  useEffect(() => {
    const own = scroller.current;
    const content = flow.current;
    if (!own || !content) return;
    let top = scrollBoxOf(own).scrollTop;
    /** Where a question was placed, until the reader scrolls. */
    let placedAt: number | undefined;
    const updateEnd = () => {
      const box = scrollBoxOf(own);
      const isNear = box.scrollHeight - box.scrollTop - box.clientHeight <= endTolerance;
      const hasLeft = placedAt === undefined ? box.scrollTop < top : Math.abs(box.scrollTop - placedAt) > 1;
      // Only scrolling up leaves the end: a card that takes the focus scrolls down to itself.
      if (isNear || hasLeft) isFollowing.current = isNear;
      if (hasLeft) placedAt = undefined;
      top = box.scrollTop;
      setIsAtEnd(isNear || isFollowing.current || extendsBelow(latestQuestion(content), viewOf(box).bottom));
    };
    const follow = () => {
      if (!isFollowing.current) return updateEnd();
      const box = scrollBoxOf(own);
      const end = box.scrollHeight - box.clientHeight;
      const question = latestQuestion(content);
      const begin = question && box.scrollTop + question.getBoundingClientRect().top - viewOf(box).top - questionMargin;
      // The beginning of a question comes first, so that its choices are in view.
      box.scrollTop = Math.min(end, begin ?? end);
      placedAt = begin !== undefined && begin < end ? box.scrollTop : undefined;
      updateEnd();
    };
    const resizes = new ResizeObserver(follow);
    resizes.observe(own);
    resizes.observe(content);
    document.addEventListener("scroll", updateEnd, { passive: true, capture: true });
    return () => {
      resizes.disconnect();
      document.removeEventListener("scroll", updateEnd, { capture: true });
    };
  }, []);

  return { scroller, flow, isAtEnd, goToEnd, keepScrollPosition, leaveEnd };
}

/** The card of the open question, if no message came after it. */
function latestQuestion(content: Element): Element | undefined {
  return content.querySelector(".ask-message:last-child [data-state=pending]") ?? undefined;
}

/** Whether a card extends below the view, so that its reader is at the latest there is. */
function extendsBelow(card: Element | undefined, edge: number): boolean {
  if (!card) return false;
  const { top, bottom } = card.getBoundingClientRect();
  return top < edge && bottom > edge;
}
