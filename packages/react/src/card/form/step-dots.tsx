import { neutralise } from "@askback/core";
import { answerIn } from "../../data/drafts/draft.ts";
import { progressOf } from "../../data/drafts/draft-answers.ts";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { markdownToPlainText } from "../../text/plain-text.ts";
import type { CardForm } from "./use-card-form.ts";

/** The progress of each question, as small marks that lead to it. */
export function StepDots({ card, form }: { readonly card: InquiryCard; readonly form: CardForm }) {
  const t = useTranslation();
  const { questions } = card.inquiry;
  const { view } = form;
  return (
    <nav aria-label={t("card.questions")} className="ask-steps">
      <ol>
        {questions.map((question, index) => {
          const progress = progressOf(question, answerIn(card.draft, question.id));
          const name = t("card.stepNamed", {
            number: index + 1,
            question: neutralise(question.header ?? markdownToPlainText(question.text)),
            progress: t(`card.progress.${progress}`),
          });
          return (
            <li key={question.id}>
              <button
                aria-current={view.type === "question" && view.index === index ? "step" : undefined}
                aria-label={name}
                className="ask-step"
                data-progress={progress}
                onClick={() => form.go(index)}
                title={name}
                type="button"
              />
            </li>
          );
        })}
        <li>
          <button
            aria-current={view.type === "review" ? "step" : undefined}
            aria-label={t("card.toReview")}
            className="ask-step ask-step-review"
            onClick={() => form.go(questions.length)}
            title={t("card.toReview")}
            type="button"
          />
        </li>
      </ol>
    </nav>
  );
}
