import { useWords } from "../i18n/use-words.ts";
import type { CardForm } from "./card-form.ts";
import type { InquiryCard } from "./inquiry-card.ts";
import { answeredIn } from "./steps.ts";

/** Asks before questions without an answer go as skipped. */
export function ConfirmGaps({ card, form }: { readonly card: InquiryCard; readonly form: CardForm }) {
  const words = useWords();
  const values = { answered: answeredIn(card.inquiry, card.draft), count: card.inquiry.questions.length };
  return (
    <fieldset className="ask-confirm" data-focus="confirm" tabIndex={-1}>
      <legend>{words("card.confirm", values)}</legend>
      <div className="ask-buttons">
        <button className="ask-button" onClick={form.goToGap} type="button">
          {words("card.confirm.back")}
        </button>
        <button className="ask-button ask-primary" onClick={form.sendAnyway} type="button">
          {words("card.confirm.send", values)}
        </button>
      </div>
    </fieldset>
  );
}
