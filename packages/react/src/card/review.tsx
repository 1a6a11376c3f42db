import { neutralise } from "@askback/core";
import { useId } from "react";
import { gapsOf } from "../draft/answer-of-draft.ts";
import { answerIn } from "../draft/draft.ts";
import { useWords } from "../i18n/use-words.ts";
import { AgentText } from "../text/agent-text.tsx";
import { PlainText } from "../text/plain-text.tsx";
import type { CardForm } from "./card-form.ts";
import { draftedParts } from "./drafted-parts.ts";
import { GrowingTextArea } from "./growing-text-area.tsx";
import type { InquiryCard } from "./inquiry-card.ts";

/** All answers once more before they are sent, with a comment on the whole. */
export function Review({ card, form }: { readonly card: InquiryCard; readonly form: CardForm }) {
  const words = useWords();
  const id = useId();
  const { inquiry, draft } = card;
  const gaps = gapsOf(inquiry, draft).length;
  return (
    <div className="ask-review">
      <h3 data-focus="review" tabIndex={-1}>
        {words("card.review")}
      </h3>
      {gaps > 0 && <p className="ask-warning">{words("card.review.gaps", { count: gaps })}</p>}
      <dl>
        {inquiry.questions.map((question, index) => {
          const answer = answerIn(draft, question.id);
          const parts = draftedParts(question, answer);
          return (
            <div className="ask-review-row" key={question.id}>
              <dt>
                <AgentText text={question.text} />
              </dt>
              <dd>
                {parts.map((part) => (
                  <p className="ask-part" key={part}>
                    <PlainText text={part} />
                  </p>
                ))}
                {parts.length === 0 && (
                  <p className="ask-muted">{words(answer.isSkipped ? "card.review.skipped" : "card.review.none")}</p>
                )}
                {answer.note.trim() !== "" && (
                  <p className="ask-part-note" dir="auto">
                    {answer.note}
                  </p>
                )}
              </dd>
              <dd className="ask-review-edit">
                <button
                  aria-label={words("card.review.editNamed", {
                    question: neutralise(question.header ?? question.text),
                  })}
                  className="ask-quiet"
                  onClick={() => form.go(index)}
                  type="button"
                >
                  {words("card.review.edit")}
                </button>
              </dd>
            </div>
          );
        })}
      </dl>
      <label className="ask-comment-label" htmlFor={id}>
        {words("card.comment")}
      </label>
      <GrowingTextArea
        className="ask-additional-comments-textarea"
        data-field="comment"
        id={id}
        maxLength={10_000}
        onChange={({ target }) => card.change({ type: "write-comment", comment: target.value })}
        placeholder={words("card.commentHint", { agent: neutralise(inquiry.agent) })}
        readOnly={form.isReadOnly}
        value={draft.comment}
      />
    </div>
  );
}
