import { type Json, rememberedInput } from "@askback/core";
import type { GatedCall } from "@askback/core/wire";
import type { InquiryCard } from "../../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Sentence } from "../../text/sentence.tsx";
import { agentTitleOf } from "../card-title.ts";
import type { CardForm } from "../form/use-card-form.ts";
import { AllowButton } from "./allow-button.tsx";
import { approvalOptions } from "./approval-words.ts";
import { MatchedInput } from "./matched-input.tsx";

interface RememberFormProps {
  readonly card: InquiryCard;
  readonly form: CardForm;
  readonly approval: GatedCall;
}

/** Says what is allowed for the rest of a conversation before it is. Cancel has the focus. */
export function RememberForm({ card, form, approval: { remember, input } }: RememberFormProps) {
  const t = useTranslation();
  if (remember === undefined) return null;
  const matched = rememberedInput(remember, (input ?? null) as Json);
  const about = remember === true ? "approval.remember.all" : "approval.remember.fields";
  return (
    <fieldset className="ask-settle">
      <legend>{t("approval.remember.title")}</legend>
      <p className="ask-muted">
        <Sentence id={about} values={{ agent: agentTitleOf(card) }} />
      </p>
      {remember !== true && <MatchedInput input={matched} part={remember} />}
      <p className="ask-muted">{t("approval.remember.revoke")}</p>
      <div className="ask-buttons">
        {/* biome-ignore lint/a11y/noAutofocus: the form was asked for, and the harmless button is its first */}
        <button autoFocus className="ask-button" onClick={() => form.askReason(undefined)} type="button">
          {t("card.cancel")}
        </button>
        <AllowButton card={card} onAllow={() => form.allow(approvalOptions.always)}>
          {t("approval.remember.confirm")}
        </AllowButton>
      </div>
    </fieldset>
  );
}
