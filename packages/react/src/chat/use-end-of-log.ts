import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** As near to the end as counts for being there. */
const nearEnd = 32;
/** What is left free above a question that is read from its beginning. */
const margin = 8;

interface EndOfLog {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly flow: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: boolean;
  goToEnd(): void;
  /** Keeps what is in view where it is while something is put above it. */
  keepPlace(): void;
}

/** Follows what is added at the end, but only for a reader who is there and not at the message that they came for. */
export function useEndOfLog(firstMessage: string | undefined, beginAt?: string): EndOfLog {
  const scroller = useRef<HTMLDivElement>(null);
  const flow = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const kept = useRef<number>(undefined);
  const begun = useRef<string>(undefined);
  const met = useRef<Element>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);

  const goToEnd = useCallback(() => {
    follows.current = true;
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, []);

  const keepPlace = useCallback(() => {
    const box = scroller.current;
    if (box) kept.current = box.scrollHeight - box.scrollTop;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another first message means that something was put above
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box && kept.current !== undefined) box.scrollTop = box.scrollHeight - kept.current;
    kept.current = undefined;
  }, [firstMessage]);

  useEffect(() => {
    const box = scroller.current;
    const content = flow.current;
    if (!box || !content) return;
    let top = box.scrollTop;
    const look = () => {
      const isNear = box.scrollHeight - box.scrollTop - box.clientHeight <= nearEnd;
      // Only a way up leaves the end: a card that takes the focus scrolls down to itself, and is followed further.
      if (isNear || box.scrollTop < top) follows.current = isNear;
      top = box.scrollTop;
      setIsAtEnd(isNear || follows.current || isAcross(questionIn(content), box));
    };
    const begin = () => {
      const message = beginAt === undefined || beginAt === begun.current ? null : document.getElementById(beginAt);
      if (!message || !content.contains(message)) return;
      begun.current = beginAt;
      follows.current = false;
      message.scrollIntoView({ block: "center" });
    };
    /** A new question that is higher than the view is read from its beginning. */
    const meetQuestion = () => {
      const card = questionIn(content);
      if (!card || card === met.current) return;
      met.current = card;
      if (!follows.current || card.clientHeight <= box.clientHeight) return;
      follows.current = false;
      box.scrollTop += card.getBoundingClientRect().top - box.getBoundingClientRect().top - margin;
    };
    const follow = () => {
      begin();
      meetQuestion();
      if (follows.current) goToEnd();
      else look();
    };
    const sizes = new ResizeObserver(follow);
    sizes.observe(box);
    sizes.observe(content);
    box.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, [goToEnd, beginAt]);

  return { scroller, flow, isAtEnd, goToEnd, keepPlace };
}

function questionIn(content: Element): Element | null {
  return content.querySelector("[data-state=pending]");
}

/** Whether something reaches below what is seen, so that whoever reads it is at the latest there is. */
function isAcross(card: Element | null, box: Element): boolean {
  if (!card) return false;
  const { bottom: edge } = box.getBoundingClientRect();
  const { top, bottom } = card.getBoundingClientRect();
  return top < edge && bottom > edge;
}
