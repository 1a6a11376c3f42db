import { type ReactNode, useEffect, useRef, useState } from "react";

/** The part of a card that scrolls; reachable by Tab when there is something to scroll. */
export function CardBody({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [isScrolling, setScrolling] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolling(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  });
  return (
    <div className="ask-body" ref={box} tabIndex={isScrolling ? 0 : undefined}>
      {children}
    </div>
  );
}
