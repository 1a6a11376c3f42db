import { useEffect, useId, useRef, useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { AgentText } from "../text/agent-text.tsx";

/** What to know before answering. A long one shows its beginning; the rest is cut by the stylesheet alone, so that a search in the page finds it. */
export function CardContext({ text }: { readonly text: string }) {
  const words = useWords();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setLong(isOpen || element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [isOpen]);

  return (
    <div className="ask-context" data-long={isLong || undefined} data-open={isOpen || undefined}>
      <h3 className="ask-context-title">{words("card.context")}</h3>
      {/* A search or a link into the cut part scrolls the box, and whoever is led there gets the whole. */}
      <div className="ask-context-text" id={id} onScroll={() => setOpen(true)} ref={box}>
        <AgentText text={text} />
      </div>
      {isLong && (
        <button
          aria-controls={id}
          aria-expanded={isOpen}
          className="ask-quiet ask-toggle"
          onClick={() => setOpen(!isOpen)}
          type="button"
        >
          {words(isOpen ? "card.showLess" : "card.showAll")}
        </button>
      )}
    </div>
  );
}
