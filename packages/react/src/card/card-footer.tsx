import { useRef } from "react";
import { answerIn } from "../draft/draft.ts";
import { useWords } from "../i18n/use-words.ts";
import { isolated } from "../text/isolated.ts";
import type { CardForm } from "./card-form.ts";
import type { InquiryCard } from "./inquiry-card.ts";
import { isMac, keyName } from "./key-names.ts";
import { needsReview } from "./steps.ts";
import { useDeliberate } from "./use-deliberate.ts";

/** The ways out of a card. None is ever disabled: what cannot be sent yet says why. */
export function CardFooter({ card, form }: { readonly card: InquiryCard; readonly form: CardForm }) {
  const words = useWords();
  const { inquiry, draft } = card;
  const { view } = form;
  const question = view.type === "question" ? inquiry.questions[view.index] : undefined;
  const isLast = view.type !== "question" || view.index === inquiry.questions.length - 1;
  const goesToReview = view.type !== "review" && needsReview(inquiry);
  const isFirst = view.type === "all" || (view.type === "question" && view.index === 0);
  return (
    <div className="ask-footer">
      <div className="ask-ways-out">
        {question && inquiry.questions.length > 1 && (
          <button
            className="ask-quiet"
            onClick={() => card.change({ type: "skip", question: question.id })}
            type="button"
          >
            {words(answerIn(draft, question.id).isSkipped ? "card.unskip" : "card.skip")}
          </button>
        )}
        {!inquiry.approval && (
          <>
            <DelegateButton card={card} form={form} />
            <button className="ask-quiet" data-open="decline" onClick={() => form.ask("decline")} type="button">
              {words("card.decline")}
            </button>
          </>
        )}
        <button className="ask-quiet" data-open="dismiss" onClick={() => form.ask("dismiss")} type="button">
          {words("card.dismiss")}
        </button>
      </div>
      <div className="ask-onwards">
        {!isFirst && (
          <button className="ask-button" onClick={form.back} type="button">
            {words("card.back")}
          </button>
        )}
        <button className="ask-button ask-primary ask-submit-button" type="submit">
          <SubmitWords card={card} words={isLast ? (goesToReview ? "card.toReview" : "card.send") : "card.next"} />
        </button>
      </div>
      {question?.options.length !== 0 && (
        <p aria-hidden="true" className="ask-keys-hint">
          {words("card.hint", { send: isolated(keyName("Mod+Enter", isMac())) })}
        </p>
      )}
    </div>
  );
}

/** Nothing takes it back, so that a pointer must have had time to mean it; a key is pressed on what has the focus. */
function DelegateButton({ card, form }: { readonly card: InquiryCard; readonly form: CardForm }) {
  const words = useWords();
  const button = useRef<HTMLButtonElement>(null);
  const { press, isMeant } = useDeliberate(button, card.inquiry.revision);
  return (
    <button
      className="ask-quiet"
      onClick={({ detail }) => (detail === 0 || isMeant("delegate")) && form.delegate()}
      onPointerDown={() => press("delegate")}
      ref={button}
      type="button"
    >
      {words("card.delegate")}
    </button>
  );
}

interface SubmitWordsProps {
  readonly card: InquiryCard;
  readonly words: "card.toReview" | "card.send" | "card.next";
}

function SubmitWords({ card: { sending }, words: id }: SubmitWordsProps) {
  const words = useWords();
  if (sending.status !== "sending") return words(id);
  return (
    <>
      <span aria-hidden="true" className="ask-spinner" />
      {words(sending.isSlow ? "card.sendingSlow" : "card.sending")}
    </>
  );
}
