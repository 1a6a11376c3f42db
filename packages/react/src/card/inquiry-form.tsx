import type { FormEvent } from "react";
import { useWords } from "../i18n/use-words.ts";
import type { Settings } from "../settings.ts";
import { ApprovalCall } from "./approval-call.tsx";
import { CardBody } from "./card-body.tsx";
import { CardContext } from "./card-context.tsx";
import { CardFooter } from "./card-footer.tsx";
import type { CardForm } from "./card-form.ts";
import { CardNotices } from "./card-notices.tsx";
import { ConfirmGaps } from "./confirm-gaps.tsx";
import type { InquiryCard } from "./inquiry-card.ts";
import { QuestionField } from "./question-field.tsx";
import { Review } from "./review.tsx";
import { SettleForm } from "./settle-form.tsx";
import { Stepper } from "./stepper.tsx";

interface InquiryFormProps {
  readonly card: InquiryCard;
  readonly form: CardForm;
  readonly settings: Settings;
  readonly now: number | undefined;
  /** Somebody else was faster: what is there stays to be read, and nothing can be sent. */
  readonly isOvertaken: boolean;
  onLayout(questions: Settings["questions"]): void;
}

/** The questions of an inquiry, to be answered. */
export function InquiryForm({ card, form, settings, now, isOvertaken, onLayout }: InquiryFormProps) {
  const words = useWords();
  const { questions, context, approval } = card.inquiry;
  const { view } = form;
  const shown = view.type === "question" ? questions.slice(view.index, view.index + 1) : questions;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.advance();
  };
  return (
    <form className="ask-form" noValidate onSubmit={submit}>
      {questions.length > 1 && <Stepper card={card} form={form} />}
      <CardBody>
        {context && view.type !== "review" && <CardContext text={context} />}
        {approval && <ApprovalCall approval={approval} />}
        {view.type === "review" ? (
          <Review card={card} form={form} />
        ) : (
          shown.map((question) => <QuestionField card={card} form={form} key={question.id} question={question} />)
        )}
        {questions.length > 1 && view.type !== "review" && (
          <button
            className="ask-quiet ask-layout"
            onClick={() => onLayout(settings.questions === "stacked" ? "stepped" : "stacked")}
            type="button"
          >
            {words(settings.questions === "stacked" ? "card.stepped" : "card.stacked")}
          </button>
        )}
      </CardBody>
      <CardNotices card={card} now={now} onRetry={form.retry} />
      {form.isConfirming && <ConfirmGaps card={card} form={form} />}
      {form.settling && <SettleForm card={card} form={form} type={form.settling} />}
      {!isOvertaken && !form.settling && !form.isConfirming && <CardFooter card={card} form={form} />}
    </form>
  );
}
