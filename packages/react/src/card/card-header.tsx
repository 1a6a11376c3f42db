import { neutralise } from "@askback/core";
import { useLingui } from "@lingui/react";
import { useRef } from "react";
import type { CardLinks } from "../askback-context.ts";
import type { InquiryCard } from "../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { AgentText, PlainText } from "../text/agent-text.tsx";
import { Sentence } from "../text/sentence.tsx";
import { useIsScrolling } from "./card-body.tsx";
import { CardMenu } from "./card-menu.tsx";
import { questionText, shownQuestion } from "./card-title.ts";
import { DeadlineClock } from "./deadline.tsx";
import { StepDots } from "./form/step-dots.tsx";
import type { CardForm } from "./form/use-card-form.ts";

interface CardHeaderProps {
  readonly card: InquiryCard;
  readonly form: CardForm;
  /** The id of the title; with `-question` the id of the question in it. */
  readonly titleId: string;
  /** The form is shown, and not its summary. */
  readonly hasForm: boolean;
  readonly isFolded: boolean;
  readonly links: CardLinks;
  readonly now: number | undefined;
  onFold(): void;
  onUnfold(): void;
  onShortcuts(): void;
}

/** The first lines of a card: the question, the way to the other questions, and what the card can do. */
export function CardHeader(props: CardHeaderProps) {
  const { card, form, hasForm, isFolded, links, now, onFold, onShortcuts } = props;
  const t = useTranslation();
  const { inquiry, writers } = card;
  return (
    <header className="ask-header">
      {hasForm && !isFolded && <QuestionLabel {...props} />}
      <CardTitle {...props} />
      {hasForm && inquiry.approval && <span className="ask-needs-approval">{t("approval.mark")}</span>}
      <div className="ask-tools">
        {hasForm && !isFolded && inquiry.questions.length > 1 && <StepDots card={card} form={form} />}
        {isFolded && <UnfoldButton {...props} />}
        {hasForm && !isFolded && (
          <button
            aria-label={t("card.fold")}
            className="ask-icon"
            onClick={onFold}
            title={t("card.fold")}
            type="button"
          >
            <svg aria-hidden="true" viewBox="0 0 16 16">
              <path d="M4 10 8 6 12 10" />
            </svg>
          </button>
        )}
        <CardMenu card={card} links={links} onShortcuts={onShortcuts} />
      </div>
      {hasForm && (inquiry.deadline !== undefined || writers.length > 0) && (
        <div className="ask-meta">
          <WritersLine writers={writers} />
          <DeadlineClock card={card} now={now} />
        </div>
      )}
    </header>
  );
}

/** The short label that the agent gave the question. */
function QuestionLabel({ card, form: { view } }: CardHeaderProps) {
  const label = view.type === "question" ? card.inquiry.questions[view.index]?.header : undefined;
  if (label === undefined) return null;
  return (
    <p className="ask-question-label">
      <PlainText text={label} />
    </p>
  );
}

/** The question; or how many there are, if they are shown together. */
function CardTitle({ card, form: { view }, titleId, hasForm }: CardHeaderProps) {
  const t = useTranslation();
  const { questions } = card.inquiry;
  const count = questions.length;
  const question = shownQuestion(card.inquiry, hasForm ? view : undefined);
  const isReview = hasForm && view.type === "review";
  const title = useRef<HTMLHeadingElement>(null);
  // What scrolls must be reachable by Tab.
  const tabIndex = useIsScrolling(title) ? 0 : -1;
  return (
    <h2 className="ask-title" data-focus={isReview ? "review" : undefined} id={titleId} ref={title} tabIndex={tabIndex}>
      {isReview && t("card.review")}
      {!isReview && !question && t("card.severalQuestions", { count })}
      {!isReview && question && (
        <>
          {hasForm && count > 1 && view.type === "question" && (
            <span className="ask-hidden">{t("card.step", { number: view.index + 1, count })}</span>
          )}
          <div id={`${titleId}-question`}>
            {card.inquiry.approval ? <PlainText text={question.text} /> : <AgentText text={question.text} />}
          </div>
        </>
      )}
    </h2>
  );
}

function UnfoldButton({ card: { inquiry, state }, form, onUnfold }: CardHeaderProps) {
  const t = useTranslation();
  const { text } = shownQuestion(inquiry, form.view) ?? inquiry.questions[0] ?? {};
  const question = questionText(inquiry, text);
  const isOpen = state === "pending";
  return (
    <button
      aria-label={t(isOpen ? "card.unfoldNamed" : "card.showNamed", { question })}
      className="ask-button"
      data-focus="unfold"
      onClick={onUnfold}
      type="button"
    >
      {t(isOpen ? "card.unfold" : "card.show")}
    </button>
  );
}

/** Who else is writing an answer. Nobody is locked out by it. */
function WritersLine({ writers }: { readonly writers: readonly string[] }) {
  const { i18n } = useLingui();
  if (writers.length === 0) return null;
  const person = new Intl.ListFormat(i18n.locale).format(writers.map(neutralise));
  return (
    <span className="ask-writers">
      <Sentence id="card.writing" values={{ person, count: writers.length }} />
    </span>
  );
}
