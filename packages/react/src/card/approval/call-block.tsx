import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { MoreLink } from "../more-link.tsx";

const shownLines = 8;

interface CallBlockProps {
  readonly text: string;
  readonly name: string;
  /** The name is shown above the text. */
  readonly isTitled?: boolean;
  /** The same text with marks. */
  readonly children?: ReactNode;
}

/** A text of eight lines, or all of it on request. The stylesheet cuts it, so that a search in the page finds the rest. */
export function CallBlock({ text, name, isTitled = false, children = text }: CallBlockProps) {
  const t = useTranslation();
  const id = useId();
  const box = useRef<HTMLPreElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isLong, setLong] = useState(false);
  const count = text.split("\n").length;

  // Before it is painted, so that nothing moves when the button appears.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setLong(isOpen || element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen]);

  const showAll = count > shownLines ? t("approval.showAllLines", { count }) : t("approval.showAll");
  return (
    <figure aria-label={name} className="ask-call" data-long={isLong || undefined} data-open={isOpen || undefined}>
      {isTitled && <figcaption className="ask-call-name">{name}</figcaption>}
      {/* A search that leads into the cut part scrolls the box, and whoever is led there gets the whole. */}
      <pre className="ask-call-text" dir="ltr" id={id} onScroll={() => setOpen(true)} ref={box}>
        {children}
      </pre>
      <div className="ask-call-actions">
        {isLong && (
          <MoreLink controls={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
            {isOpen ? t("approval.showLess") : showAll}
          </MoreLink>
        )}
        <CopyButton text={text} />
      </div>
    </figure>
  );
}
