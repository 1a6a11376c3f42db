import { answerLimits } from "@askback/core";
import type { GatedCall } from "@askback/core/wire";
import { useId } from "react";
import { readInput } from "../../data/drafts/draft-answers.ts";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Sentence } from "../../text/sentence.tsx";
import { GrowingTextArea } from "../../ui/growing-text-area.tsx";
import { agentTitleOf } from "../card-title.ts";
import type { CardForm } from "../form/use-card-form.ts";
import { AllowButton } from "./allow-button.tsx";
import { approvalOptions } from "./approval-words.ts";
import { inputText, TextChanges } from "./call-view.tsx";

interface EditInputFormProps {
  readonly card: InquiryCard;
  readonly form: CardForm;
  readonly approval: GatedCall;
  /** Whether the person has just asked for it; a draft that was found again takes no focus. */
  readonly takesFocus: boolean;
  onDiscard(): void;
}

/** Changes the input of a call before it is allowed, and shows the difference. The server checks it against the schema. */
export function EditInputForm({ card, form, approval, takesFocus, onDiscard }: EditInputFormProps) {
  const t = useTranslation();
  const id = useId();
  const text = card.draft.input ?? "";
  const input = readInput(text);
  const { sending } = card;
  // What the server found wrong with the last input that was sent.
  const misfit = sending.status === "failed" ? sending.problem.detail : undefined;
  const discard = () => {
    if (form.isReadOnly) return;
    card.change({ type: "write-input", input: undefined });
    onDiscard();
  };
  return (
    <fieldset className="ask-settle">
      <legend>{t("approval.edit.title")}</legend>
      <p className="ask-muted">
        <Sentence id="approval.edit.about" values={{ agent: agentTitleOf(card) }} />
      </p>
      <label htmlFor={id}>{t("approval.edit.input")}</label>
      <GrowingTextArea
        aria-describedby={input ? undefined : `${id}-invalid`}
        aria-invalid={input ? undefined : true}
        autoFocus={takesFocus}
        className="ask-edited-input"
        data-field="input"
        dir="ltr"
        id={id}
        maxLength={answerLimits.input}
        onChange={({ target }) => card.change({ type: "write-input", input: target.value })}
        readOnly={form.isReadOnly}
        spellCheck={false}
        value={text}
      />
      {input ? (
        <TextChanges after={`${inputText({ input })}\n`} before={`${inputText(approval)}\n`} />
      ) : (
        <p className="ask-edit-problem" id={`${id}-invalid`} role="alert">
          {t("approval.edit.invalid")}
        </p>
      )}
      {misfit !== undefined && (
        <p className="ask-edit-problem" dir="auto">
          {misfit}
        </p>
      )}
      <div className="ask-buttons">
        <button className="ask-button" onClick={discard} type="button">
          {t("approval.edit.discard")}
        </button>
        {input && (
          <AllowButton card={card} onAllow={() => form.allow(approvalOptions.allow)}>
            {t("approval.edit.allow")}
          </AllowButton>
        )}
      </div>
    </fieldset>
  );
}
