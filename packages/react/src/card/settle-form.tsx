import { neutralise } from "@askback/core";
import { useId } from "react";
import { useWords } from "../i18n/use-words.ts";
import { Sentence } from "../text/sentence.tsx";
import type { CardForm } from "./card-form.ts";
import { GrowingTextArea } from "./growing-text-area.tsx";
import type { InquiryCard } from "./inquiry-card.ts";

interface SettleFormProps {
  readonly card: InquiryCard;
  readonly type: "decline" | "dismiss";
  readonly form: CardForm;
}

/** Asks for a reason before an inquiry is declined or set aside; who presses Enter without looking cancels. */
export function SettleForm({ card, form, type }: SettleFormProps) {
  const words = useWords();
  const id = useId();
  const { reason, writeReason } = form;
  return (
    <fieldset className="ask-settle">
      <legend>{words(`card.${type}.title`)}</legend>
      <p className="ask-muted">
        <Sentence id={`card.${type}.about`} values={{ agent: neutralise(card.inquiry.agent) }} />
      </p>
      <label htmlFor={id}>{words("card.reasonOptional")}</label>
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
        {/* biome-ignore lint/a11y/noAutofocus: the form was asked for, and the harmless button is its first */}
        <button autoFocus className="ask-button" onClick={() => form.ask(undefined)} type="button">
          {words("card.cancel")}
        </button>
        <button className="ask-button ask-danger" onClick={form.settle} type="button">
          {words(`card.${type}.confirm`)}
        </button>
      </div>
    </fieldset>
  );
}
