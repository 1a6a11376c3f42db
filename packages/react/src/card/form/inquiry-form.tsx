import type { FormEvent } from "react";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { Settings } from "../../settings.ts";
import { CardBody } from "../card-body.tsx";
import { CardContext } from "../card-context.tsx";
import { CardNotices } from "../card-notices.tsx";
import { ConfirmGaps, FormFooter, ResolveForm } from "./form-footer.tsx";
import { QuestionField } from "./question-field.tsx";
import { Review } from "./review.tsx";
import type { CardForm } from "./use-card-form.ts";

interface InquiryFormProps {
  readonly card: InquiryCard;
  readonly form: CardForm;
  /** The id of the card's title, in which the question is. */
  readonly titleId: string;
  readonly settings: Settings;
  readonly now: number | undefined;
  /** Somebody else was faster, or the question is gone: the form stays readable, and nothing can be sent. */
  readonly isOver: boolean;
  onLayout(questions: Settings["questions"]): void;
}

/** The form that answers the questions of an inquiry. */
export function InquiryForm({ card, form, titleId, settings, now, isOver, onLayout }: InquiryFormProps) {
  const t = useTranslation();
  const { questions, context } = card.inquiry;
  const { view } = form;
  const shown = view.type === "question" ? questions.slice(view.index, view.index + 1) : questions;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.advance();
  };
  return (
    <form className="ask-form" noValidate onSubmit={submit}>
      <CardBody>
        {context && view.type !== "review" && <CardContext text={context} />}
        {view.type === "review" ? (
          <Review card={card} form={form} />
        ) : (
          shown.map((question) => (
            <QuestionField
              card={card}
              form={form}
              key={question.id}
              labelledBy={view.type === "question" ? `${titleId}-question` : undefined}
              question={question}
            />
          ))
        )}
      </CardBody>
      <CardNotices card={card} now={now} onRetry={form.retry} />
      {form.isWaitingForFiles && <p className="ask-notice">{t("files.wait")}</p>}
      {form.isConfirming && <ConfirmGaps card={card} form={form} />}
      {(form.resolving === "decline" || form.resolving === "dismiss") && (
        <ResolveForm card={card} form={form} type={form.resolving} />
      )}
      {!isOver && !form.resolving && !form.isConfirming && (
        <FormFooter card={card} form={form} now={now} onLayout={onLayout} settings={settings} />
      )}
    </form>
  );
}
