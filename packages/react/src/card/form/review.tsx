import { neutralise } from "@askback/core";
import type { DraftAnswer, Question } from "@askback/core/wire";
import { answerIn } from "../../data/drafts/draft.ts";
import { gapsOf, isAnswered, isTextSent } from "../../data/drafts/draft-answers.ts";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { AgentText, PlainText } from "../../text/agent-text.tsx";
import { CommentField } from "./comment-field.tsx";
import type { CardForm } from "./use-card-form.ts";

/** All answers before they are sent, with a comment. */
export function Review({ card, form }: { readonly card: InquiryCard; readonly form: CardForm }) {
  const t = useTranslation();
  const { inquiry, draft } = card;
  const gaps = gapsOf(inquiry, draft).length;
  return (
    <div className="ask-review">
      {gaps > 0 && <p className="ask-warning">{t("card.review.gaps", { count: gaps })}</p>}
      <dl>
        {inquiry.questions.map((question, index) => {
          const answer = answerIn(draft, question.id);
          const parts = draftedTexts(question, answer);
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
                  <p className="ask-muted">{t(answer.isSkipped ? "card.review.skipped" : "card.review.none")}</p>
                )}
                {answer.note.trim() !== "" && (
                  <p className="ask-part-note" dir="auto">
                    {answer.note}
                  </p>
                )}
              </dd>
              <dd className="ask-review-edit">
                <button
                  aria-label={t("card.review.editNamed", {
                    question: neutralise(question.header ?? question.text),
                  })}
                  className="ask-quiet"
                  onClick={() => form.go(index)}
                  type="button"
                >
                  {t("card.review.edit")}
                </button>
              </dd>
            </div>
          );
        })}
      </dl>
      <CommentField card={card} isReadOnly={form.isReadOnly} />
    </div>
  );
}

/** The texts that would be sent to a question: the labels of the picks, then the own words. */
function draftedTexts(question: Question, answer: DraftAnswer): readonly string[] {
  if (!isAnswered(question, answer)) return [];
  const labels = question.options.filter(({ id }) => answer.options.includes(id)).map(({ label }) => label);
  const files = answer.isTextChosen ? (answer.files ?? []) : [];
  return [...labels, ...(isTextSent(question, answer) ? [answer.text] : []), ...files.map(({ name }) => name)];
}
