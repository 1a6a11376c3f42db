import { useWords } from "../i18n/use-words.ts";
import type { InquiryCard } from "./inquiry-card.ts";
import { oneTapHold } from "./one-tap.ts";
import { useNow } from "./use-now.ts";

/** The moment in which an answer can be taken back. */
export function HeldBar({ card, now: fixed }: { readonly card: InquiryCard; readonly now?: number | undefined }) {
  const words = useWords();
  const now = useNow(fixed, 250);
  const left = Math.max(0, Date.parse(card.inquiry.heldUntil ?? "") - now) || 0;
  return (
    <div className="ask-held">
      <svg aria-hidden="true" className="ask-ring" viewBox="0 0 20 20">
        <circle cx="10" cy="10" pathLength="1" r="8" />
        <circle
          className="ask-ring-left"
          cx="10"
          cy="10"
          pathLength="1"
          r="8"
          strokeDasharray={`${Math.min(1, left / (oneTapHold * 1_000))} 1`}
        />
      </svg>
      <p>{words("card.held", { seconds: Math.ceil(left / 1_000) })}</p>
      <div className="ask-buttons">
        <button className="ask-button" onClick={card.undo} type="button">
          {words("card.undo")}
        </button>
        <button className="ask-button ask-primary" onClick={card.deliver} type="button">
          {words("card.sendNow")}
        </button>
      </div>
    </div>
  );
}
