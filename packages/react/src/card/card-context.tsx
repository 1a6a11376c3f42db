import { useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { AgentText } from "../text/agent-text.tsx";
import { markdownToPlainText } from "../text/plain-text.ts";
import { UntilFound } from "../ui/until-found.tsx";
import { MoreLink } from "./more-link.tsx";

/** The context of an inquiry: its first line, and the whole on request or where a search in the page finds it. */
export function CardContext({ text }: { readonly text: string }) {
  const t = useTranslation();
  const id = useId();
  const line = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const beginning = firstParagraph(text);
  const isMore = isOpen || isCut || beginning.length < text.trim().length;

  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return;
    const measure = () => setCut(element.scrollWidth > element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <div className="ask-context" data-open={isOpen || undefined}>
      <p className="ask-context-line">
        <span className="ask-context-beginning" dir="auto" ref={line}>
          {markdownToPlainText(beginning)}
        </span>
        {isMore && (
          <MoreLink controls={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
            {t(isOpen ? "card.hideContext" : "card.showContext")}
          </MoreLink>
        )}
      </p>
      {isMore && (
        <UntilFound className="ask-context-text" id={id} isOpen={isOpen} onFound={() => setOpen(true)}>
          <AgentText text={text} />
        </UntilFound>
      )}
    </div>
  );
}

function firstParagraph(text: string): string {
  return text.trim().split(/\n\s*\n/, 1)[0] ?? "";
}
