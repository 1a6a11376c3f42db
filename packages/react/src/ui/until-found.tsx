import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useLatest } from "./use-latest.ts";

interface UntilFoundProps {
  readonly id: string;
  readonly isOpen: boolean;
  readonly className?: string;
  readonly children: ReactNode;
  /** A search in the page found something in it, which opens it. */
  onFound(): void;
}

/** Content that is hidden until somebody opens it or a search in the page finds it. */
export function UntilFound({ id, isOpen, className, children, onFound }: UntilFoundProps) {
  const box = useRef<HTMLDivElement>(null);
  const found = useLatest(onFound);
  // React knows `hidden` only as a yes or no.
  useLayoutEffect(() => {
    if (isOpen) box.current?.removeAttribute("hidden");
    else box.current?.setAttribute("hidden", "until-found");
  }, [isOpen]);
  useEffect(() => {
    const element = box.current;
    const open = () => found.current();
    element?.addEventListener("beforematch", open);
    return () => element?.removeEventListener("beforematch", open);
  }, [found]);
  return (
    <div className={className} id={id} ref={box}>
      {children}
    </div>
  );
}
