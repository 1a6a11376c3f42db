import { useId, useRef } from "react";
import { answerIn } from "../../data/drafts/draft.ts";
import { isAskedElsewhere } from "../../data/inquiry/asked-elsewhere.ts";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { Settings } from "../../settings.ts";
import { Sentence } from "../../text/sentence.tsx";
import { useDeliberatePress } from "../../ui/deliberate-press.ts";
import { GrowingTextArea } from "../../ui/growing-text-area.tsx";
import { MenuButton } from "../../ui/menu-button.tsx";
import { agentTitleOf } from "../card-title.ts";
import { FooterNote } from "../footer-note.tsx";
import { answeredIn, needsReview, type View } from "./steps.ts";
import type { CardForm } from "./use-card-form.ts";

interface FormFooterProps {
  readonly card: InquiryCard;
  readonly form: CardForm;
  readonly settings: Settings;
  readonly now: number | undefined;
  onLayout(questions: Settings["questions"]): void;
}

/** The buttons that resolve an inquiry. None is ever disabled: a button that cannot send yet says why. */
export function FormFooter(props: FormFooterProps) {
  const { card, form } = props;
  const t = useTranslation();
  const { inquiry, draft } = card;
  const { view } = form;
  const question = view.type === "question" ? inquiry.questions[view.index] : undefined;
  const isLast = view.type !== "question" || view.index === inquiry.questions.length - 1;
  const goesToReview = view.type !== "review" && needsReview(inquiry);
  return (
    <div className="ask-footer">
      <DelegateButton card={card} form={form} />
      {question && inquiry.questions.length > 1 && (
        <button
          className="ask-quiet"
          onClick={() => card.change({ type: "skip", question: question.id })}
          type="button"
        >
          {t(answerIn(draft, question.id).isSkipped ? "card.unskip" : "card.skip")}
        </button>
      )}
      <MoreMenu {...props} />
      <FooterNote card={card} now={props.now} />
      <div className="ask-onwards">
        {!isFirst(view) && (
          <button className="ask-quiet ask-back" onClick={form.back} type="button">
            {t("card.back")}
          </button>
        )}
        <button className="ask-button ask-primary ask-submit-button" type="submit">
          <SubmitLabel card={card} message={isLast ? (goesToReview ? "card.toReview" : "card.send") : "card.next"} />
        </button>
      </div>
    </div>
  );
}

function isFirst(view: View): boolean {
  return view.type === "all" || (view.type === "question" && view.index === 0);
}

/** What is needed seldom. Going back and discarding a draft are here too, since a narrow card has no room for their buttons. */
function MoreMenu({ card, form, settings, onLayout }: FormFooterProps) {
  const t = useTranslation();
  const { inquiry } = card;
  const { view } = form;
  const question = view.type === "question" ? inquiry.questions[view.index] : undefined;
  const isOnly = inquiry.questions.length === 1;
  const isStacked = settings.questions === "stacked";
  const actions = [
    ...(isFirst(view) ? [] : [{ label: t("card.back"), onAction: form.back }]),
    ...(question
      ? [{ label: t(isOnly ? "card.addComment" : "card.addNote"), onAction: () => form.openNote(question.id) }]
      : []),
    ...(card.restored ? [{ label: t("card.discardDraft"), onAction: card.discardDraft }] : []),
    {
      label: t(isAskedElsewhere(inquiry) ? "external.dismiss" : "card.dismiss"),
      onAction: () => form.askReason("dismiss"),
    },
    { label: t("card.decline"), onAction: () => form.askReason("decline") },
    ...(inquiry.questions.length > 1 && view.type !== "review"
      ? [
          {
            label: t(isStacked ? "card.stepped" : "card.stacked"),
            onAction: () => onLayout(isStacked ? "stepped" : "stacked"),
          },
        ]
      : []),
  ];
  return (
    <MenuButton actions={actions} label={t("card.more")}>
      {t("card.more")}
    </MenuButton>
  );
}

/** Delegating cannot be undone, so a pointer must press deliberately; a key always acts on the focused button. */
function DelegateButton({ card, form }: { readonly card: InquiryCard; readonly form: CardForm }) {
  const t = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const { press, isDeliberate } = useDeliberatePress(button, card.inquiry.revision);
  return (
    <button
      className="ask-quiet"
      onClick={({ detail }) => (detail === 0 || isDeliberate("delegate")) && form.delegate()}
      onPointerDown={() => press("delegate")}
      ref={button}
      type="button"
    >
      {t("card.delegate")}
    </button>
  );
}

interface SubmitLabelProps {
  readonly card: InquiryCard;
  readonly message: "card.toReview" | "card.send" | "card.next";
}

function SubmitLabel({ card: { sending }, message }: SubmitLabelProps) {
  const t = useTranslation();
  if (sending.status !== "sending") return t(message);
  return (
    <>
      <span aria-hidden="true" className="ask-spinner" />
      {t(sending.isSlow ? "card.sendingSlow" : "card.sending")}
    </>
  );
}

/** Asks before unanswered questions are sent as skipped. */
export function ConfirmGaps({ card, form }: { readonly card: InquiryCard; readonly form: CardForm }) {
  const t = useTranslation();
  const values = { answered: answeredIn(card.inquiry, card.draft), count: card.inquiry.questions.length };
  return (
    <fieldset className="ask-confirm" data-focus="confirm" tabIndex={-1}>
      <legend>{t("card.confirm", values)}</legend>
      <div className="ask-buttons">
        <button className="ask-button" onClick={form.goToGap} type="button">
          {t("card.confirm.back")}
        </button>
        <button className="ask-button ask-primary" onClick={form.sendAnyway} type="button">
          {t("card.confirm.send", values)}
        </button>
      </div>
    </fieldset>
  );
}

interface ResolveFormProps {
  readonly card: InquiryCard;
  readonly type: "decline" | "dismiss";
  readonly form: CardForm;
}

/** Asks for a reason before an inquiry is declined or dismissed. Cancel has the focus, so an accidental Enter does no harm. */
export function ResolveForm({ card, form, type }: ResolveFormProps) {
  const t = useTranslation();
  const id = useId();
  const { reason, writeReason } = form;
  const isSetAside = type === "dismiss" && isAskedElsewhere(card.inquiry);
  return (
    <fieldset className="ask-settle">
      <legend>{t(isSetAside ? "external.dismiss.title" : `card.${type}.title`)}</legend>
      <p className="ask-muted">
        <Sentence
          id={isSetAside ? "external.dismiss.about" : `card.${type}.about`}
          values={{ agent: agentTitleOf(card) }}
        />
      </p>
      <label htmlFor={id}>{t("card.reasonOptional")}</label>
      <GrowingTextArea
        className="ask-additional-comments-textarea"
        data-field="reason"
        id={id}
        maxLength={10_000}
        onChange={({ target }) => writeReason(target.value)}
        readOnly={form.isReadOnly}
        value={reason}
      />
      <div className="ask-buttons">
        {/* It is focused by an effect: as it appears, the menu that leads here still keeps the focus out of the page. */}
        <button className="ask-button" data-focus="cancel" onClick={() => form.askReason(undefined)} type="button">
          {t("card.cancel")}
        </button>
        <button className="ask-button ask-danger" onClick={form.resolve} type="button">
          {t(isSetAside ? "external.dismiss.confirm" : `card.${type}.confirm`)}
        </button>
      </div>
    </fieldset>
  );
}
