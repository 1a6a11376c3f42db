import { neutralise } from "@askback/core";
import { type Progress, progressOf } from "../draft/answer-of-draft.ts";
import { answerIn } from "../draft/draft.ts";
import { useWords } from "../i18n/use-words.ts";
import { PlainText } from "../text/plain-text.tsx";
import type { CardForm } from "./card-form.ts";
import type { InquiryCard } from "./inquiry-card.ts";

const signs: Readonly<Record<Progress, string>> = { empty: "○", answered: "✓", skipped: "–", gap: "!" };

/** How far each question is, and the way to any of them at any time. */
export function Stepper({ card, form }: { readonly card: InquiryCard; readonly form: CardForm }) {
  const words = useWords();
  const { questions } = card.inquiry;
  const { view } = form;
  return (
    <nav aria-label={words("card.questions")} className="ask-stepper">
      <ol>
        {questions.map((question, index) => {
          const progress = progressOf(question, answerIn(card.draft, question.id));
          const isCurrent = view.type === "question" && view.index === index;
          return (
            <li key={question.id}>
              <button
                aria-current={isCurrent ? "step" : undefined}
                className="ask-step"
                data-progress={progress}
                onClick={() => form.go(index)}
                title={neutralise(question.header ?? question.text)}
                type="button"
              >
                <span aria-hidden="true" className="ask-step-sign">
                  {signs[progress]}
                </span>
                <PlainText text={question.header ?? String(index + 1)} />
                <span className="ask-hidden">{words(`card.progress.${progress}`)}</span>
              </button>
            </li>
          );
        })}
        <li>
          <button
            aria-current={view.type === "review" ? "step" : undefined}
            className="ask-step"
            onClick={() => form.go(questions.length)}
            type="button"
          >
            {words("card.reviewStep")}
          </button>
        </li>
      </ol>
    </nav>
  );
}
