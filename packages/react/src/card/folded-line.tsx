import { neutralise } from "@askback/core";
import { useWords } from "../i18n/use-words.ts";
import { plainWords } from "../text/plain-words.ts";
import type { InquiryCard } from "./inquiry-card.ts";

/** A folded card: its question, and the way back. */
export function FoldedLine({ card, onUnfold }: { readonly card: InquiryCard; onUnfold(): void }) {
  const words = useWords();
  const question = neutralise(plainWords(card.inquiry.questions[0]?.text ?? ""));
  const isOpen = card.state === "pending";
  return (
    <div className="ask-folded">
      <p className="ask-folded-question" dir="auto">
        {question}
      </p>
      <button
        aria-label={words(isOpen ? "card.unfoldNamed" : "card.showNamed", { question })}
        className="ask-button"
        data-focus="unfold"
        onClick={onUnfold}
        type="button"
      >
        {words(isOpen ? "card.unfold" : "card.show")}
      </button>
    </div>
  );
}
