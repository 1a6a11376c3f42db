import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

/** The part of a card that scrolls; Tab reaches it if there is something to scroll. */
export function CardBody({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div className="ask-body" ref={box} tabIndex={useIsScrolling(box) ? 0 : undefined}>
      {children}
    </div>
  );
}

/** Whether an element has more than it can show at once. */
export function useIsScrolling(box: RefObject<HTMLElement | null>): boolean {
  const [isScrolling, setScrolling] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolling(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  });
  return isScrolling;
}
