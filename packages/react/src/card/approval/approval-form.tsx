import { type ReactNode, useId, useState } from "react";
import { answerIn } from "../../data/drafts/draft.ts";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Sentence } from "../../text/sentence.tsx";
import { GrowingTextArea } from "../../ui/growing-text-area.tsx";
import { CardBody } from "../card-body.tsx";
import { CardNotices } from "../card-notices.tsx";
import { agentTitleOf } from "../card-title.ts";
import { FooterNote } from "../footer-note.tsx";
import type { CardForm } from "../form/use-card-form.ts";
import { AllowButton } from "./allow-button.tsx";
import { approvalOptions } from "./approval-words.ts";
import { CallView, inputText } from "./call-view.tsx";
import { EditInputForm } from "./edit-input-form.tsx";
import { RememberForm } from "./remember-form.tsx";

interface ApprovalFormProps {
  readonly card: InquiryCard;
  readonly form: CardForm;
  /** The id of the card's title, in which the question is. */
  readonly titleId: string;
  readonly now: number | undefined;
  /** Somebody else was faster, or the question is gone: the form stays readable, and nothing can be sent. */
  readonly isOver: boolean;
}

/** The form that allows or refuses a call. Nothing is picked and sent later: each button is the answer. */
export function ApprovalForm({ card, form, titleId, now, isOver }: ApprovalFormProps) {
  const { approval, questions } = card.inquiry;
  const [question] = questions;
  const [focus, setFocus] = useState<"field" | "button">();
  if (!approval || !question) return null;
  const hasNote = answerIn(card.draft, question.id).note !== "";
  const isEditing = approval.editable !== undefined && card.draft.input !== undefined && !isOver;
  const { resolving } = form;
  return (
    <form className="ask-form ask-approval" noValidate onSubmit={(event) => event.preventDefault()}>
      <CardBody>
        <fieldset
          aria-labelledby={`${titleId}-question`}
          className="ask-approval-call"
          data-question={question.id}
          tabIndex={-1}
        >
          <CallView approval={approval} />
        </fieldset>
      </CardBody>
      <CardNotices card={card} now={now} onRetry={form.retry} />
      {resolving === "refuse" && <RefuseForm card={card} form={form} question={question.id} />}
      {resolving === "remember" && <RememberForm approval={approval} card={card} form={form} />}
      {resolving === undefined && isEditing && (
        <EditInputForm
          approval={approval}
          card={card}
          form={form}
          onDiscard={() => setFocus("button")}
          takesFocus={focus === "field"}
        />
      )}
      {resolving === undefined && hasNote && <NoteField card={card} form={form} question={question.id} />}
      {resolving === undefined && !isOver && !isEditing && (
        <ApprovalFooter
          card={card}
          focusesEdit={focus === "button"}
          form={form}
          now={now}
          onEdit={() => setFocus("field")}
        />
      )}
    </form>
  );
}

interface PartProps {
  readonly card: InquiryCard;
  readonly form: CardForm;
}

interface FooterProps extends PartProps, Pick<ApprovalFormProps, "now"> {
  /** Whether the focus returns to the button after what was edited is discarded. */
  readonly focusesEdit: boolean;
  onEdit(): void;
}

function ApprovalFooter({ card, form, now, focusesEdit, onEdit }: FooterProps) {
  const t = useTranslation();
  const { approval } = card.inquiry;
  const edit = () => {
    if (form.isReadOnly) return;
    card.change({ type: "write-input", input: inputText(approval) });
    onEdit();
  };
  return (
    <div className="ask-footer ask-approval-footer">
      {approval?.remember !== undefined && (
        <button className="ask-quiet" data-focus="remember" onClick={() => form.askReason("remember")} type="button">
          {t("approval.always")}
        </button>
      )}
      {approval?.editable && (
        // biome-ignore lint/a11y/noAutofocus: the focus returns to where it was before the edit
        <button autoFocus={focusesEdit} className="ask-quiet" data-focus="edit" onClick={edit} type="button">
          {t("approval.edit")}
        </button>
      )}
      <FooterNote card={card} now={now} />
      <div className="ask-onwards">
        <button className="ask-button" data-focus="refuse" onClick={() => form.askReason("refuse")} type="button">
          {t("approval.refuse")}
        </button>
        <AllowButton card={card} onAllow={() => form.allow(approvalOptions.allow)}>
          {t("approval.allow")}
        </AllowButton>
      </div>
    </div>
  );
}

interface NoteProps extends PartProps {
  readonly question: string;
}

/** Asks for the reason of a refusal, which may stay empty. */
function RefuseForm({ card, form, question }: NoteProps) {
  const t = useTranslation();
  const agent = agentTitleOf(card);
  return (
    <fieldset className="ask-settle">
      <legend>{t("approval.refuse.title")}</legend>
      <p className="ask-muted">
        <Sentence id="approval.refuse.about" values={{ agent }} />
      </p>
      <NoteText autoFocus card={card} form={form} question={question}>
        {t("card.reasonOptional")}
      </NoteText>
      <div className="ask-buttons">
        <button className="ask-button" onClick={() => form.askReason(undefined)} type="button">
          {t("card.cancel")}
        </button>
        <button className="ask-button ask-danger" onClick={form.resolve} type="button">
          {t("approval.refuse")}
        </button>
      </div>
    </fieldset>
  );
}

/** What was written as a reason stays in sight, since it is sent with either answer. */
function NoteField({ card, form, question }: NoteProps) {
  return (
    <div className="ask-settle">
      <NoteText card={card} form={form} question={question}>
        <Sentence id="approval.note" values={{ agent: agentTitleOf(card) }} />
      </NoteText>
    </div>
  );
}

interface NoteTextProps extends NoteProps {
  readonly autoFocus?: boolean;
  /** The label. */
  readonly children: ReactNode;
}

function NoteText({ card, form, question, autoFocus = false, children }: NoteTextProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{children}</label>
      <GrowingTextArea
        autoFocus={autoFocus}
        className="ask-additional-comments-textarea"
        data-field="note"
        id={id}
        maxLength={2_000}
        onChange={({ target }) => card.change({ type: "write-note", question, note: target.value })}
        readOnly={form.isReadOnly}
        value={answerIn(card.draft, question).note}
      />
    </>
  );
}
