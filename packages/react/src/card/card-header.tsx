import { neutralise } from "@askback/core";
import { useWords } from "../i18n/use-words.ts";
import { PlainText } from "../text/plain-text.tsx";
import { Sentence } from "../text/sentence.tsx";
import type { CardLinks } from "./card-links.ts";
import { CardMenu } from "./card-menu.tsx";
import { signs, titleOf } from "./card-words.ts";
import { DeadlineClock } from "./deadline-clock.tsx";
import type { InquiryCard } from "./inquiry-card.ts";
import type { View } from "./steps.ts";
import { useTimeWriter } from "./use-time-writer.ts";
import { WritersChip } from "./writers-chip.tsx";

interface CardHeaderProps {
  readonly card: InquiryCard;
  readonly titleId: string;
  readonly view: View;
  readonly isFolded: boolean;
  readonly links: CardLinks;
  readonly now: number | undefined;
  onFold(): void;
  onShortcuts(): void;
}

/** One line that is always in view: who asks, or what became of it. */
export function CardHeader({ card, titleId, view, isFolded, links, now, onFold, onShortcuts }: CardHeaderProps) {
  const words = useWords();
  const time = useTimeWriter(now);
  const { inquiry, state } = card;
  const isOpen = state === "pending" || state === "submitting";
  const question = view.type === "question" ? inquiry.questions[view.index] : undefined;
  const count = inquiry.questions.length;
  return (
    <header className="ask-header">
      <span aria-hidden="true" className="ask-sign">
        {inquiry.approval && isOpen ? "!" : signs[state]}
      </span>
      <h2 className="ask-title" id={titleId} tabIndex={-1}>
        <Sentence {...titleOf(card, time)} />
        {isOpen && !inquiry.approval && question?.header !== undefined && (
          <span className="ask-topic" title={neutralise(question.header)}>
            <PlainText text={question.header} />
          </span>
        )}
      </h2>
      {isOpen && (
        <span className="ask-chips">
          {view.type === "question" && count > 1 && (
            <span className="ask-chip">{words("card.step", { number: view.index + 1, count })}</span>
          )}
          <WritersChip writers={card.writers} />
          <DeadlineClock card={card} now={now} />
        </span>
      )}
      <span className="ask-tools">
        {!isFolded && (
          <button
            aria-label={words("card.fold")}
            className="ask-icon"
            onClick={onFold}
            title={words("card.fold")}
            type="button"
          >
            <svg aria-hidden="true" viewBox="0 0 16 16">
              <path d="M4 10 8 6 12 10" />
            </svg>
          </button>
        )}
        <CardMenu card={card} links={links} onShortcuts={onShortcuts} />
      </span>
    </header>
  );
}
