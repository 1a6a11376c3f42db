import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** As near to the end as counts for being there. */
const nearEnd = 32;

interface EndOfLog {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly flow: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: boolean;
  goToEnd(): void;
  /** Keeps what is in view where it is while something is put above it. */
  keepPlace(): void;
}

/** Follows what is added at the end, but only for a reader who is there. */
export function useEndOfLog(firstMessage: string | undefined): EndOfLog {
  const scroller = useRef<HTMLDivElement>(null);
  const flow = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const kept = useRef<number>(undefined);
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
      setIsAtEnd(isNear || follows.current);
    };
    const follow = () => (follows.current ? goToEnd() : look());
    const sizes = new ResizeObserver(follow);
    sizes.observe(box);
    sizes.observe(content);
    box.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, [goToEnd]);

  return { scroller, flow, isAtEnd, goToEnd, keepPlace };
}
